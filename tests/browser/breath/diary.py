"""A breath as a test sees it: what was drawn and asked for, when the browser went on, and how to make a step fail."""

import json
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from PIL import Image
from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.watch import Watch

FROM, TO = "/notebook/", "/notebook/essay-8/"
SCRIPT = "**/static/breath-draw.*.js"
LATEST = 350

# Kept over the navigation, for nobody can ask a page that is being left: when after the click the browser went on and
# the cover was lifted, how many were made, what the cover was like. Where a timer of the diary's own, set to 300 ms,
# was late as well, the machine is busy, and that much is not the breath's delay.
DIARY = """
  const page = location.protocol === "about:" ? {} : sessionStorage;
  const since = performance.now.bind(performance), frame = requestAnimationFrame.bind(window);
  const later = setTimeout.bind(window);
  const createElement = Document.prototype.createElement;
  const opacities = [];
  let clicked, wasCovered, late = 0, shifts = 0;
  addEventListener("click", () => {
    clicked = since();
    later(() => (late = since() - clicked - 300), 300);
  }, true);
  new PerformanceObserver((list) => (shifts += list.getEntries().length)).observe({ type: "layout-shift" });

  navigation.addEventListener("navigate", ({ hashChange }) => {
    if (hashChange) return;
    const { scrollWidth, scrollHeight } = document.documentElement;
    const delay = since() - clicked - late;
    page.left = JSON.stringify({ delay, opacities, shifts, size: [scrollWidth, scrollHeight] });
  });

  const look = () => {
    const cover = document.querySelector("canvas");
    if (cover) opacities.push(Number(getComputedStyle(cover).opacity));
    if (cover) page.cover = `${cover.ariaHidden} ${getComputedStyle(cover).pointerEvents}`;
    if (wasCovered && !cover) page.lifted = since() - clicked;
    wasCovered = Boolean(cover);
    frame(look);
  };
  frame(look);

  Document.prototype.createElement = function (...names) {
    if (names[0] === "canvas") page.canvases = Number(page.canvases ?? 0) + 1;
    return createElement.apply(this, names);
  };
"""

# The page that is left lives ten times as slowly, as far as the breath can tell.
SLOWLY = """
  if (self.document) {
    const now = performance.now.bind(performance), later = setTimeout;
    performance.now = () => now() / 10;
    self.setTimeout = (step, delay) => later(step, delay * 10);
  }
"""

NO_WEBGL = "if (!self.document) OffscreenCanvas.prototype.getContext = () => null;"

AWAITED = """() => {
  const isBreath = ({ target }) => target.src?.includes("/static/breath-draw.");
  window.awaited = new Promise((come) => document.addEventListener("load", (event) => isBreath(event) && come(), true));
}"""

# Makes the nth call of something throw, and every later one.
FAILING = """
  const fail = (owner, name, nth) => {
    const real = owner[name];
    let calls = 0;
    owner[name] = function (...given) {
      if (++calls >= nth) throw new Error("This step fails.");
      return new.target ? Reflect.construct(real, given) : real.apply(this, given);
    };
  };
"""


@dataclass(frozen=True)
class Left:
    """How a page was left, times in milliseconds from the click; `lifted` only where its cover went before it did."""

    delay: float
    opacities: list[float]
    shifts: int
    size: list[int]
    canvases: int
    lifted: float | None
    cover: str | None


def keep_diary(context: BrowserContext) -> None:
    """Have every page of a profile write down what its breath does."""
    context.add_init_script(f"{{{DIARY}}}")


def prefix(page: Page, text: str) -> None:
    """Put some script before the breath's own, in the page and in the painter's thread."""

    def answer(route: Route) -> None:
        got = route.fetch()
        route.fulfill(response=got, body=f"{{{text}}}\n{got.text()}")

    page.route(SCRIPT, answer)


def slow(page: Page, more: str = "") -> None:
    """Have the page breathe ten times as slowly."""
    prefix(page, SLOWLY + more)
    come(page)


def come(page: Page, address: str = FROM) -> None:
    """Come to a page, and have its breath be there."""
    page.goto(address)
    wake(page)


def wake(page: Page) -> None:
    """Point at a link, too briefly for the browser to fetch its page, and wait until the breath is there."""
    page.evaluate(AWAITED)
    page.locator("a[rel=home]").first.dispatch_event("pointerover")
    page.evaluate("awaited")


def fetched(watch: Watch) -> int:
    """How often the breath was fetched."""
    return sum("/static/breath-draw." in request.url for request in watch.requests)


def follow(page: Page, name: str = "essay 8", **how: Any) -> None:
    """Click a link of the page."""
    page.get_by_role("link", name=name, exact=True).click(no_wait_after=True, **how)


def press(page: Page) -> None:
    """Follow the link from the keyboard: the browser fetches nothing beforehand, as it does where a pointer rests."""
    page.get_by_role("link", name="essay 8", exact=True).press("Enter", no_wait_after=True)


def left(page: Page) -> Left:
    """How the page before this one was left."""
    page.wait_for_url(f"**{TO}")
    seen = page.evaluate("({ ...sessionStorage })")
    lifted = float(seen["lifted"]) if "lifted" in seen else None
    return Left(
        **json.loads(seen["left"]), canvases=int(seen.get("canvases", 0)), lifted=lifted, cover=seen.get("cover")
    )


def canvases(page: Page) -> int:
    """How many covers lie on the page."""
    return page.locator("canvas").count()


def opened(png: bytes) -> Image.Image:
    """A picture, in colours without transparency."""
    return Image.open(BytesIO(png)).convert("RGB")


def paper(page: Page, seen: list[bytes]) -> list[str]:
    """The colours that the browser shows once the newest frame has come, which it does within ten seconds."""
    for _ in range(1000):
        found = opened(seen[-1]).getcolors() or []
        if len(found) == 1:
            break
        page.wait_for_timeout(10)
    return [f"rgb{colour}" for _, colour in found]


@contextmanager
def frames(page: Page) -> Iterator[list[bytes]]:
    """Every frame that the browser shows meanwhile, as PNG; the first is that of the page as it is."""
    seen: list[bytes] = []
    session = page.context.new_cdp_session(page)

    def take(event: dict[str, Any]) -> None:
        seen.append(b64decode(event["data"]))
        session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    session.on("Page.screencastFrame", take)
    session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})
    yield seen
    session.send("Page.stopScreencast")
