"""How much paper lies where and when, measured in what is drawn: none at the ends, all at the swap, one way between."""

from itertools import pairwise

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page

from tests.browser.breath.diary import NO_WEBGL, SLOWLY, TO, come, follow, frames, left, opened, prefix

Opacities = list[int]
STEPS = 40

# The painter tells what it has drawn, and what the page under the paper would show of it.
TELLING = """
  if (!self.document) {
    const draw = WebGLRenderingContext.prototype.drawArrays;
    WebGLRenderingContext.prototype.drawArrays = function (...given) {
      draw.apply(this, given);
      const { width, height } = this.canvas, pixels = new Uint8Array(width * height * 4);
      this.readPixels(0, 0, width, height, this.RGBA, this.UNSIGNED_BYTE, pixels);
      postMessage([...pixels]);
    };
  }
"""
PAINT = """([width, height, parts]) => new Promise((tell) => {
  const painter = new Worker(document.querySelector("script[src*='/breath-draw.']").src);
  const canvas = new OffscreenCanvas(width, height), drawn = [];
  painter.onmessage = ({ data }) => {
    if (data === false) tell([]);
    if (data !== true && drawn.push(data) === parts.length) tell(drawn);
  };
  painter.postMessage({ canvas, paper: [1, 1, 1] }, [canvas]);
  for (const part of parts) painter.postMessage(part);
})"""

# A white paper, and a next page that is all black, which comes only as far as a test wants.
BLACK = """
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(location.pathname.includes("essay") ? "html { background: #000 !important } body { display: none }"
    : ":root { --paper: #fff !important }");
  addEventListener("DOMContentLoaded", () => document.adoptedStyleSheets.push(sheet));
  addEventListener("pagereveal", async ({ viewTransition }) => {
    if (!viewTransition) return;
    document.adoptedStyleSheets.push(sheet);
    await viewTransition.ready;
    window.arrival = document.getAnimations();
    for (const each of arrival) each.pause();
  });
"""


def drawn(page: Page, width: int, height: int, parts: list[float]) -> list[Opacities]:
    """What the painter covers at each part of the way, as white paper: each pixel's opacity, 0 to 255."""
    pictures: list[list[int]] = page.evaluate(PAINT, [width, height, parts])
    for pixels in pictures:
        assert pixels[::4] == pixels[1::4] == pixels[2::4] == pixels[3::4]
    return [pixels[3::4] for pixels in pictures]


@pytest.fixture
def painter(page: Page) -> Page:
    """A page whose painter tells what it draws."""
    prefix(page, TELLING)
    come(page)
    return page


@pytest.mark.parametrize("size", [(64, 36), (23, 61), (1, 1)])
def test_leaving_goes_from_nothing_to_all_and_never_back(painter: Page, size: tuple[int, int]) -> None:
    parts = [step / STEPS for step in range(-2, STEPS + 3)]
    covers = drawn(painter, *size, parts)
    assert len(covers) == len(parts)
    for part, cover in zip(parts, covers, strict=True):
        assert part > 0 or set(cover) == {0}
        assert part < 1 or set(cover) == {255}
    for earlier, later in pairwise(covers):
        assert all(before <= after for before, after in zip(earlier, later, strict=True))


def test_leaving_has_one_soft_and_grainy_edge_from_the_top(painter: Page) -> None:
    width, height = 64, 36
    [cover] = drawn(painter, width, height, [0.5])
    rows = [cover[start : start + width] for start in range(0, len(cover), width)]
    means = [sum(row) / width for row in rows]
    assert means[0] < 20 and means[-1] > 235
    assert all(after - before < 40 for before, after in pairwise(means))
    assert len(set(rows[height // 2])) > width / 4


def arriving(page: Page, part: float) -> Image.Image:
    """The next page when so much of its arrival is over."""
    page.evaluate("(part) => arrival.forEach((each) => (each.currentTime = part * 120))", part)
    return opened(page.screenshot(animations="allow")).convert("L")


def test_arriving_goes_from_all_to_nothing_and_never_back(reader: BrowserContext) -> None:
    reader.add_init_script(BLACK)
    page = reader.new_page()
    come(page)
    follow(page)
    page.wait_for_function("() => window.arrival?.length")
    pictures = [arriving(page, step / 8) for step in range(9)]
    assert [pictures[0].getextrema(), pictures[-1].getextrema()] == [(255, 255), (0, 0)]
    for earlier, later in pairwise(pictures):
        assert all(after <= before + 1 for before, after in zip(earlier.tobytes(), later.tobytes(), strict=True))
    assert len(pictures[4].getcolors() or ()) > 100
    page.evaluate("arrival.forEach((each) => each.finish())")
    page.wait_for_function("() => !document.activeViewTransition")
    assert opened(page.screenshot()).convert("L").getextrema() == (0, 0)
    assert left(page).canvases == 1


COLOURS = """
  const sheet = new CSSStyleSheet();
  const colour = location.pathname.includes("essay") ? "#00f" : "#f00";
  sheet.replaceSync(`:root { --paper: #fff !important } html { background: ${colour} !important }
    body { opacity: 0 } ::view-transition-old(breath) { animation-duration: 1s !important }`);
  const put = () => document.adoptedStyleSheets.includes(sheet) || document.adoptedStyleSheets.push(sheet);
  addEventListener("pagereveal", put);
"""


def colours(png: bytes) -> set[tuple[int, int, int]]:
    """Every colour of a picture."""
    tones = opened(png).tobytes()
    return set(zip(tones[::3], tones[1::3], tones[2::3], strict=True))


@pytest.mark.parametrize("before", ["", SLOWLY, f"{SLOWLY} {NO_WEBGL}"], ids=["as it is", "slowly", "without WebGL"])
def test_no_frame_shows_anything_of_both_pages(reader: BrowserContext, before: str) -> None:
    """The page that is left is red, the next one blue, paper white: what is red or blue has no other colour in it."""
    reader.add_init_script(f"if (location.protocol !== 'about:') {{ {COLOURS} }}")
    page = reader.new_page()
    if before:
        prefix(page, before)
    come(page)
    with frames(page) as seen:
        follow(page)
        page.wait_for_url(f"**{TO}")
        page.wait_for_timeout(1500)
    pictures = [colours(png) for png in seen]
    assert pictures[-1] == {(0, 0, 255)}
    for picture in pictures:
        pages = {red > blue for red, _, blue in picture if abs(red - blue) > 2}
        assert len(pages) <= 1
        assert all(max(red, blue) >= 253 for red, _, blue in picture)
    assert before or any(green > 0 for picture in pictures for red, green, blue in picture if red < blue)
