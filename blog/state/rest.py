"""Rest: a service that failed is left alone for a while, so that no request waits for it in vain after another one."""

from threading import Lock
from time import monotonic


class Rest:
    """How long a service that failed is asked nothing. Any number of threads may share it."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.until, self.lock = seconds, 0.0, Lock()

    @property
    def is_on(self) -> bool:
        """Whether the service failed when it was asked last."""
        return bool(self.until)

    def lets_in(self) -> bool:
        """Whether the caller may ask. After the rest one caller may, which begins another rest for all the others."""
        if not self.until:
            return True
        with self.lock:
            now = monotonic()
            if now < self.until:
                return False
            self.until = now + self.seconds
            return True

    def begin(self) -> None:
        """The service failed: leave it alone."""
        with self.lock:
            self.until = monotonic() + self.seconds

    def end(self) -> None:
        """The service answered."""
        self.until = 0.0
