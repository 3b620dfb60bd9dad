"""Whatever fails on the way: the browser goes on in time, and nothing stays over a page."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.breath.diary import (
    FAILING,
    LATEST,
    SCRIPT,
    SLOWLY,
    TO,
    canvases,
    come,
    follow,
    frames,
    left,
    paper,
    prefix,
    press,
    slow,
)
from tests.browser.held import Held
from tests.browser.watch import Watch

FAULTS = {
    "no WebGL": "OffscreenCanvas.prototype.getContext = () => null;",
    "getting WebGL throws": "fail(OffscreenCanvas.prototype, 'getContext', 1);",
    "a shader that does not compile": """
        const real = WebGLRenderingContext.prototype.shaderSource;
        WebGLRenderingContext.prototype.shaderSource = function (shader) { real.call(this, shader, 'paper'); };""",
    "drawing throws at once": "fail(WebGLRenderingContext.prototype, 'drawArrays', 1);",
    "drawing throws midway": "fail(WebGLRenderingContext.prototype, 'drawArrays', 3);",
    "a painter that says nothing": "addEventListener('message', (event) => event.stopImmediatePropagation());",
    "a painter that dies": "throw new Error('This thread ends.');",
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("pace", ["", SLOWLY])
def test_whatever_befalls_the_painter_the_reader_goes_on(page: Page, pace: str, fault: str) -> None:
    prefix(page, f"{pace} if (!self.document) {{ {FAILING} {FAULTS[fault]} }}")
    come(page)
    follow(page)
    seen = left(page)
    assert seen.delay <= LATEST * (10 if pace else 1)
    assert seen.opacities == sorted(seen.opacities) or seen.opacities[0] == 1
    assert canvases(page) == 0


def test_a_context_that_is_lost_midway_leaves_paper_and_the_reader_goes_on(page: Page) -> None:
    slow(
        page,
        """if (!self.document) {
          const draw = WebGLRenderingContext.prototype.drawArrays;
          let frames = 0;
          WebGLRenderingContext.prototype.drawArrays = function (...given) {
            draw.apply(this, given);
            if (++frames === 3) this.getExtension('WEBGL_lose_context').loseContext();
          };
        }""",
    )
    held = Held(page, f"{TO}$")
    with frames(page) as seen:
        press(page)
        held.wait_for(1)
        assert len(paper(page, seen)) == 1
    held.let_go()
    after = left(page)
    assert after.delay < 1400 or min(after.opacities) < 1


STEPS = [
    ("window", "matchMedia", 1),
    ("performance", "now", 1),
    ("performance", "now", 3),
    ("window", "setTimeout", 1),
    ("window", "setTimeout", 2),
    ("window", "AbortController", 1),
    ("Document.prototype", "createElement", 1),
    ("Element.prototype", "closest", 1),
    ("Element.prototype", "append", 1),
    ("window", "getComputedStyle", 1),
    ("HTMLCanvasElement.prototype", "transferControlToOffscreen", 1),
    ("window", "Worker", 1),
    ("Worker.prototype", "postMessage", 1),
    ("Worker.prototype", "postMessage", 2),
    ("EventTarget.prototype", "addEventListener", 1),
    ("window", "requestAnimationFrame", 1),
    ("window", "requestAnimationFrame", 3),
    ("window", "clearTimeout", 1),
]


@pytest.mark.parametrize(("owner", "name", "nth"), STEPS)
def test_a_step_that_throws_holds_nobody_up(page: Page, owner: str, name: str, nth: int) -> None:
    page.evaluate(f"(() => {{ {FAILING} fail({owner}, '{name}', {nth}); }})()")
    follow(page)
    assert left(page).delay <= LATEST
    assert canvases(page) == 0


@pytest.mark.parametrize(
    "step", ["window.clearTimeout", "AbortController.prototype.abort", "Worker.prototype.terminate"]
)
def test_an_end_that_throws_where_frames_never_come_is_no_fault(page: Page, step: str) -> None:
    owner, _, name = step.rpartition(".")
    page.evaluate("window.requestAnimationFrame = () => 0")
    page.evaluate(f"(() => {{ {FAILING} fail({owner}, '{name}', 1); }})()")
    follow(page)
    assert left(page).delay <= LATEST


def test_a_painter_that_cannot_be_had_holds_nobody_up(page: Page, watch: Watch) -> None:
    watch.allow("Failed to load resource")
    page.route(SCRIPT, lambda route: route.abort())
    follow(page)
    assert left(page).delay <= LATEST


def test_frames_that_never_come_hold_nobody_up(page: Page) -> None:
    page.evaluate("window.requestAnimationFrame = () => 0")
    follow(page)
    assert 300 <= left(page).delay <= LATEST


def test_a_slow_page_lifts_the_cover_and_still_comes(page: Page) -> None:
    held = Held(page, f"{TO}$")
    press(page)
    held.wait_for(1)
    page.wait_for_timeout(2700)
    held.let_go()
    lifted = left(page).lifted
    assert lifted is not None and 1500 <= lifted <= 2600


def test_an_answer_that_is_no_page_lifts_the_cover(page: Page) -> None:
    page.route(f"**{TO}", lambda route: route.fulfill(status=204))
    press(page)
    expect(page.locator("canvas")).to_have_count(1)
    expect(page.locator("canvas")).to_have_count(0, timeout=4000)
    page.unroute(f"**{TO}")
    follow(page)
    assert left(page).canvases == 2
