"""When workers were started anew: what the server asks before it gives up on them."""

from collections import defaultdict, deque
from time import monotonic

DEATHS, SECONDS = 8, 40.0
"""So many deaths of one worker in so short a time are a loop of crashes: it will not get better by itself."""


class Restarts(dict[int, float]):
    """The moment at which each worker was started anew, told only of one that is in a loop of crashes.

    The server ends, with every other worker, where one dies less than six seconds after it was started anew. Two
    deaths may as well be an author's `kill` or the system short of memory for a moment.
    """

    def __init__(self) -> None:
        super().__init__()
        self.starts: defaultdict[int, deque[float]] = defaultdict(lambda: deque(maxlen=DEATHS))

    def __setitem__(self, worker: int, moment: float) -> None:
        super().__setitem__(worker, moment)
        self.starts[worker].append(moment)

    def get(self, worker: int, default: object = None) -> float:
        """The moment, or the beginning of time for a worker that may be started once more."""
        starts = self.starts[worker]
        in_loop = len(starts) == DEATHS and monotonic() - starts[0] < SECONDS
        return self[worker] if in_loop and worker in self else float("-inf")
