"""Back, forward, reload, a new tab and a copied link: each shows what the click did."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Launch
from tests.browser.shelf import Shown, entries, filter_link, load_more, shown
from tests.browser.watch import Watch


def clicked(page: Page, *labels: str) -> list[Shown]:
    """What the page shows at first, and after each of these filters."""
    page.goto("/notebook/")
    seen = [shown(page)]
    for label in labels:
        with page.expect_response(lambda answer: "hx-request-type" in answer.request.headers):
            filter_link(page, label).click()
        expect(filter_link(page, label)).to_have_attribute("aria-current", "true")
        expect(page.get_by_role("status")).not_to_be_empty()
        seen.append(shown(page))
    return seen


def expect_shown(page: Page, wanted: Shown) -> None:
    """Wait for a whole page that shows what is wanted."""
    expect(page).to_have_title(wanted.title)
    expect(page.get_by_role("banner")).to_be_visible()
    assert shown(page) == wanted


def test_back_and_forward_show_what_the_clicks_did(page: Page) -> None:
    everything, essays, about = clicked(page, "Essays", "Linux & hardware")
    for step, wanted in ((-1, essays), (-1, everything), (1, essays), (1, about)):
        page.evaluate(f"setTimeout(() => history.go({step}))")
        expect_shown(page, wanted)


def test_reload_a_new_tab_and_a_copied_link_show_what_the_click_did(page: Page) -> None:
    _, _, about = clicked(page, "Field notes", "Linux & hardware")
    page.reload()
    expect_shown(page, about)
    tab = page.context.new_page()
    tab.goto(page.url)
    expect_shown(tab, about)
    tab.goto(about.links[0])
    expect_shown(tab, about)


def test_back_from_a_piece_shows_the_filtered_page_and_not_its_fragment(page: Page) -> None:
    everything, essays = clicked(page, "Essays")
    page.get_by_role("link", name="essay 8").click()
    expect(page).to_have_title("essay 8 · A Bokashi notebook")
    page.go_back()
    expect_shown(page, essays)
    page.go_back()
    expect_shown(page, everything)


def test_back_from_a_piece_is_back_at_the_same_place(page: Page) -> None:
    clicked(page, "Essays")
    page.get_by_role("link", name="essay 8").scroll_into_view_if_needed()
    place = page.evaluate("scrollY")
    page.get_by_role("link", name="essay 8").click()
    page.wait_for_url("**/essay-8/")
    page.go_back()
    page.wait_for_function("place => scrollY === place", arg=place)
    assert place > 0


def test_back_brings_all_that_was_loaded_though_the_browser_kept_nothing(page: Page, watch: Watch) -> None:
    page.goto("/notebook/")
    for wanted in (40, 49):
        load_more(page).click()
        expect(entries(page)).to_have_count(wanted)
    before = shown(page)
    page.get_by_role("link", name="field note 2", exact=True).click()
    page.wait_for_url("**/field-note-2/")
    page.go_back()
    expect(entries(page)).to_have_count(49)
    assert shown(page) == before
    expect(page.get_by_role("link", name="field note 2", exact=True)).to_be_in_viewport()
    asked = len(watch.partials())
    filter_link(page, "Essays").click()
    expect(page.locator("#count")).to_contain_text("25 essays")
    expect(entries(page)).to_have_count(20)
    page.evaluate("setTimeout(() => history.back())")
    expect(entries(page)).to_have_count(49)
    page.reload()
    expect(entries(page)).to_have_count(49)
    page.goto("/notebook/")
    page.wait_for_load_state("networkidle")
    expect(entries(page)).to_have_count(20)
    assert asked == 4


def test_choosing_what_is_chosen_is_no_step_in_the_history(page: Page) -> None:
    everything, *_ = clicked(page, "Essays", "Essays")
    page.go_back()
    expect_shown(page, everything)


def test_a_page_that_the_browser_keeps_alive_comes_back_with_all_that_was_loaded(launch: Launch, site: str) -> None:
    """Playwright itself loses sight of such a page, so the page tells of itself in an address that it asks for."""
    browser = launch(ignore_default_args=["--disable-back-forward-cache"])
    context = browser.new_context(base_url=site, reduced_motion="reduce")
    page = context.new_page()
    clicked(page, "Essays")
    load_more(page).click()
    expect(entries(page)).to_have_count(25)
    told = "`/up?kept=${event.persisted}&entries=${document.querySelectorAll('.entry').length}`"
    page.evaluate(f"addEventListener('pageshow', (event) => fetch({told}))")
    page.get_by_role("link", name="essay 2", exact=True).click()
    page.wait_for_url("**/essay-2/")
    with context.expect_event("request", lambda request: "/up?" in request.url) as asked:
        page.evaluate("setTimeout(() => history.back())")
    assert asked.value.url == f"{site}/up?kept=true&entries=25"
    browser.close()
