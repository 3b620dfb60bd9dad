"""A site that is read from right to left, and pieces that are, on any site: nothing is laid out for one side only."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from blog.writing.site import SiteFields, save_site
from tests.browser.conftest import NewReader
from tests.browser.pages import WIDE, overflow
from tests.conftest import Clock, Write

TEXT = """
| ا | ب |
|---|---|
| 1 | 2 |

- [x] تم
    - [ ] لا

نص[^1]

[^1]: حاشية
""" + "".join(f"\n## القسم {number}\n\nنص\n" for number in range(5))
BOX = "(each) => { const box = each.getBoundingClientRect(); return [box.left, box.right]; }"
PADDINGS = "(each) => { const style = getComputedStyle(each); return [style.paddingRight, style.paddingLeft]; }"


def sides(page: Page, selector: str) -> tuple[float, float]:
    """The left and the right end of an element."""
    left, right = page.locator(selector).first.evaluate(BOX)
    return float(left), float(right)


@pytest.mark.parametrize("language", ["ar", "en"])
def test_notes_stand_on_the_other_side_than_the_contents(
    new_reader: NewReader, write: Write, time: Clock, language: str
) -> None:
    save_site(SiteFields(name="Ines", language=language), time.now, None)
    path = f"/notebook/{write('مقالة', TEXT, language='he').slug}/"
    page = new_reader(viewport=WIDE, reduced_motion="reduce").new_page()
    page.goto(path)
    order = [sides(page, selector) for selector in (".contents", ".text", ".footnote")]
    assert all(before[1] <= after[0] for before, after in pairwise(sorted(order)))
    assert (sorted(order) == order) is (language == "en")
    page.set_viewport_size({"width": 360, "height": 740})
    assert overflow(page) == 0


def test_what_stands_at_the_start_of_a_line_does_so_in_either_direction(page: Page, write: Write) -> None:
    page.goto(f"/notebook/{write('مقالة', TEXT, language='ar').slug}/")
    right, left = page.locator("th").first.evaluate(PADDINGS)
    assert (right, left != "0px") == ("0px", True)
    right, left = page.locator("li > .task-list").evaluate(PADDINGS)
    assert (right != "0px", left) == (True, "0px")
    expect(page.locator(".task input").first).to_have_css("margin-right", "0px")
    expect(page.locator(".task input").first).not_to_have_css("margin-left", "0px")


@pytest.mark.parametrize(
    ("path", "label"), [("/contact/", "Message"), ("/search/", "Words in titles, summaries and texts")]
)
def test_what_is_typed_runs_the_way_of_its_script(page: Page, path: str, label: str) -> None:
    page.goto(path)
    field = page.get_by_label(label)
    for text, way in (("مرحبا!", "rtl"), ("Hello!", "ltr")):
        field.fill(text)
        expect(field).to_have_css("direction", way)


def test_scripts_that_need_it_have_more_room_between_lines(page: Page, write: Write) -> None:
    for language, most in (("ar", 1.81), ("de", 1.63)):
        page.goto(f"/notebook/{write('Title', TEXT, language=language).slug}/")
        height = "(each) => parseFloat(getComputedStyle(each).lineHeight) / parseFloat(getComputedStyle(each).fontSize)"
        assert most - 0.02 < page.locator(".text > p").first.evaluate(height) < most
