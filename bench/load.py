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


def compare(ours: Place, yardstick: Place, rounds: int, seconds: int) -> str:
    """Ours in relation to the yardstick: the median of the rounds' ratios, their range, and delays."""
    pairs = [(run(yardstick, seconds), run(ours, seconds)) for _ in range(rounds)]
    ratios = sorted(mine.rate / other.rate for other, mine in pairs if other.rate)
    p50, p99 = (median(getattr(mine, name) for _, mine in pairs) for name in ("p50", "p99"))
    tail = median(mine.p99 / other.p99 for other, mine in pairs)
    bad = sum(mine.bad for _, mine in pairs)
    return (
        f"{median(ratios):7.3f}  ({ratios[0]:.2f} to {ratios[-1]:.2f})   p50 {p50:6.2f} ms   p99 {p99:6.2f} ms"
        f"   p99 ratio {tail:5.1f}" + (f"   {bad} BAD ANSWERS" if bad else "")
    )
