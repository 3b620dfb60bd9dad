"""Load: wrk for rates and delays, in rounds that alternate between what is compared."""

import re
import subprocess
from dataclasses import dataclass
from statistics import median

UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}
CONNECTIONS = 32


@dataclass(frozen=True)
class Round:
    """One round: requests a second, and the delay of half and of 99 % of them in milliseconds."""

    rate: float
    p50: float
    p99: float
    bad: int


@dataclass(frozen=True)
class Place:
    """What a round asks for."""

    url: str
    headers: tuple[str, ...] = ("Accept-Encoding: gzip",)


def run(place: Place, seconds: int, connections: int = CONNECTIONS) -> Round:
    """One round."""
    headers = [argument for header in place.headers for argument in ("-H", header)]
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", *headers, place.url]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=seconds + 60).stdout  # noqa: S603
    rate = re.search(r"Requests/sec:\s+([\d.]+)", said)
    bad = re.findall(r"Non-2xx or 3xx responses: (\d+)|(?:connect|read|write|timeout) ([1-9]\d*)", said)
    number = sum(int(answers or connections) for answers, connections in bad)
    return Round(float(rate[1]) if rate else 0.0, delay(said, 50), delay(said, 99), number)


def delay(said: str, share: int) -> float:
    """A percentile of wrk's output in milliseconds."""
    found = re.search(rf"^\s+{share}%\s+([\d.]+)(us|ms|s)$", said, re.MULTILINE)
    return float(found[1]) * UNITS[found[2]] if found else float("nan")


@dataclass(frozen=True)
class Compared:
    """Ours in relation to a yardstick over some rounds: sorted ratios of rates, delays of ours, and p99 to p99."""

    ratios: tuple[float, ...]
    p50: float
    p99: float
    tail: float
    bad: int

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    def __str__(self) -> str:
        text = f"{self.ratio:7.3f}  ({self.ratios[0]:.2f} to {self.ratios[-1]:.2f})   p50 {self.p50:6.2f} ms"
        text += f"   p99 {self.p99:6.2f} ms   p99 ratio {self.tail:5.1f}"
        return text + (f"   {self.bad} BAD ANSWERS" if self.bad else "")


def compare(ours: Place, yardstick: Place, rounds: int, seconds: int) -> Compared:
    """Rounds of both in turns."""
    pairs = [(run(yardstick, seconds), run(ours, seconds)) for _ in range(rounds)]
    return Compared(
        ratios=tuple(sorted(mine.rate / other.rate for other, mine in pairs if other.rate)),
        p50=median(mine.p50 for _, mine in pairs),
        p99=median(mine.p99 for _, mine in pairs),
        tail=median(mine.p99 / other.p99 for other, mine in pairs),
        bad=sum(mine.bad for _, mine in pairs),
    )
