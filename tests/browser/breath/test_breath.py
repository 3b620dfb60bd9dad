"""The breath happens between two pages of the site, all in paper at the swap, and before a click there is nothing."""

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.breath.diary import (
    FROM,
    LATEST,
    NO_WEBGL,
    TO,
    canvases,
    fetched,
    follow,
    frames,
    left,
    paper,
    press,
    slow,
    wake,
)
from tests.browser.conftest import NewReader
from tests.browser.held import Held
from tests.browser.watch import Watch

# What is near has been laid out: the page has been as high for ten frames.
SETTLED = """() => new Promise((done) => {
    const look = (height, left) => {
        if (!left) return done(true);
        const { scrollHeight } = document.documentElement;
        requestAnimationFrame(() => look(scrollHeight, scrollHeight === height ? left - 1 : 10));
    };
    look(0, 10);
})"""
SIGNS = ("unhandledrejection", "pointerover", "pointerdown", "focusin", "pageswap")


def test_a_link_is_followed_through_paper_in_time(page: Page) -> None:
    follow(page)
    seen = left(page)
    assert seen.canvases == 1
    assert 140 <= seen.delay <= LATEST
    assert canvases(page) == 0


def test_the_address_and_the_history_are_those_of_a_plain_link(page: Page) -> None:
    follow(page)
    left(page)
    page.go_back()
    page.wait_for_url(f"**{FROM}")
    assert canvases(page) == 0
    page.go_forward()
    page.wait_for_url(f"**{TO}")


def test_enter_on_a_link_breathes_as_well(page: Page) -> None:
    press(page)
    assert left(page).canvases == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("painter", ["", NO_WEBGL], ids=["WebGL", "none"])
def test_every_pixel_is_paper_when_the_browser_goes_on(new_reader: NewReader, scheme: str, painter: str) -> None:
    page = new_reader(color_scheme=scheme, viewport={"width": 400, "height": 300}).new_page()
    slow(page, painter)
    wanted = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    held = Held(page, f"{TO}$")
    with frames(page) as seen:
        press(page)
        held.wait_for(1)
        assert paper(page, seen) == [wanted]
    held.let_go()
    page.wait_for_url(f"**{TO}")


def test_the_cover_is_no_content_takes_no_click_and_moves_nothing(page: Page) -> None:
    page.get_by_role("link", name="essay 8", exact=True).scroll_into_view_if_needed()
    page.wait_for_function(SETTLED)
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    follow(page)
    seen = left(page)
    assert seen.cover == "true none"
    assert (seen.size, seen.shifts) == (size, 0)


def test_nothing_is_fetched_before_a_reader_points_at_a_link_or_runs_before_the_first_click(
    reader: BrowserContext, watch: Watch
) -> None:
    reader.add_init_script(r"""
      window.asked = [];
      const isOurs = () => /\/static\/(wake|breath-draw)\./.test(new Error().stack);
      for (const [owner, name] of [[EventTarget.prototype, "addEventListener"], [window, "requestAnimationFrame"],
          [window, "setTimeout"], [window, "Worker"], [Document.prototype, "createElement"],
          [HTMLCanvasElement.prototype, "getContext"]]) {
        const real = owner[name];
        owner[name] = function (...given) {
          if (isOurs()) asked.push(`${name} ${given[0]}`);
          return new.target ? Reflect.construct(real, given) : real.apply(this, given);
        };
      }""")
    page = reader.new_page()
    page.goto(FROM)
    page.wait_for_load_state()
    page.mouse.move(10, 20)
    page.keyboard.press("Tab")
    waiting = [f"addEventListener {name}" for name in SIGNS]
    assert page.evaluate("asked") == waiting
    assert fetched(watch) == 0
    wake(page)
    assert page.evaluate("asked") == [*waiting, "createElement script", "addEventListener click"]


def test_an_arrival_that_the_browser_gives_up_is_no_fault_and_every_other_is(page: Page, watch: Watch) -> None:
    for words in ("Transition was aborted. ViewTransition opt-in disabled", "Something else."):
        page.evaluate("(words) => { Promise.reject(new DOMException(words, 'InvalidStateError')); }", words)
    page.wait_for_timeout(100)
    assert watch.seen == ["Something else."]
    watch.allow("Something else.")
