"""A text looks the same wherever it stands: in a piece, and in a project, whose own facts are a list as well."""

from playwright.sync_api import Page, expect

from blog.models import Project
from blog.state.database import transaction
from blog.state.edition import turn
from tests.conftest import Clock, Write

TEXT = "Term\n\n:   With a list\n\n    - one\n    - two\n\n> [!NOTE]\n> Words.\n>\n> ```\n> code\n> ```\n"
LOOK = """(text) => [...text.querySelectorAll("dl, dl *")].map((each) => {
    const { display, listStyleType, margin, padding, font, color } = getComputedStyle(each);
    return [each.tagName, display, listStyleType, margin, padding, font, color].join();
})"""


def test_a_list_of_terms_is_the_same_in_a_project(page: Page, write: Write, time: Clock) -> None:
    with transaction() as session:
        links = [
            {"label": "One", "address": "https://example.org/"},
            {"label": "Two", "address": "https://example.org/2"},
        ]
        session.add(
            Project(changed_at=time.now, uid="a", slug="one", title="One", source=TEXT, audience="All", links=links)
        )
        turn(session, time.now)
    looks = []
    for path in (f"/notebook/{write('One', TEXT).slug}/", "/projects/one/"):
        page.goto(path)
        looks.append(page.locator(".text").evaluate(LOOK))
        expect(page.locator(".text dd ul")).to_have_css("list-style-type", "disc")
        expect(page.locator(".text dd li").first).to_have_css("display", "list-item")
    assert looks[0] == looks[1]
    expect(page.locator("header dd ul")).to_have_css("display", "flex")


def test_a_callout_has_as_much_room_below_code_as_below_words(page: Page, write: Write) -> None:
    page.goto(f"/notebook/{write('One', TEXT).slug}/")
    expect(page.locator(".callout > pre")).to_have_css("margin-bottom", "0px")
    page.mouse.move(100, 100)
    expect(page.locator(".callout > .sample")).to_have_css("margin-bottom", "0px")
