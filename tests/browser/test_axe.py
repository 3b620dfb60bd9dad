"""Access by axe-core: no fault on any page of the sample, on any page of the desk, in any of their states."""

from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from blog.models import Kind
from blog.state.setup_code import setup_code
from blog.writing import accounts, messages, pieces
from blog.writing.fields import Fields
from tests.browser.checker import faults
from tests.browser.pages import long_piece
from tests.browser.test_desk import PASSWORD, log_in
from tests.browser.watch import Watch
from tests.conftest import NOON, Clock, Write, running

LISTS = ("/", "/notebook/", "/notebook/field-notes/", "/topics/typography/field-notes/", "/topics/", "/dispatch/")
PIECES = tuple(
    f"/notebook/{slug}/"
    for slug in ("the-measure-of-a-line", "names-that-cannot-be-wrong", "database-is-locked", "drei-groessen-reichen")
)
OTHERS = (
    "/projects/", "/projects/bokashi/", "/paths/start/", "/search/", "/search/?q=sqlite", "/search/?q=unfindable",
    "/contact/", "/contact/thanks/", "/changes/", "/colophon/", "/nothing/", "/notebook/withdrawn/",
)  # fmt: skip
ARABIC = "هذا نص عربي قصير.[^1]\n\n> [!NOTE]\n> ملاحظة\n\n```sh\necho left\n```\n\n[^1]: حاشية\n"


@pytest.fixture(scope="session")
def full_instance(sample_instance: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder with the sample notebook and one piece that was withdrawn."""
    folder = tmp_path_factory.mktemp("withdrawn")
    with running(sample_instance, folder):
        piece = pieces.create(Fields(kind=Kind.THOUGHT, slug="withdrawn", source="Words."), NOON)
        pieces.publish(piece.id, NOON)
        pieces.withdraw(piece.id, NOON)
    return folder


@pytest.fixture
def refused(watch: Watch) -> None:
    """The test provokes errors, of which the browser tells."""
    watch.allow("Failed to load resource")


@pytest.fixture
def desk(page: Page, app: Flask, time: Clock) -> Page:
    """A tab of the author's, logged in, at the desk."""
    accounts.create_account("Ann", PASSWORD, time.now)
    log_in(page, "/desk/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Desk")
    return page


def press(page: Page, button: str, **typed: str) -> None:
    """Type into fields, by label with "_" for a space, and press a button."""
    for label, text in typed.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(text)
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_load_state()


@pytest.mark.parametrize("path", [*LISTS, *PIECES, *OTHERS])
def test_a_public_page_has_no_fault(page: Page, refused: None, path: str) -> None:
    page.goto(path)
    assert faults(page) == []


def test_a_long_piece_with_its_comforts_has_no_fault(page: Page, write: Write) -> None:
    page.goto(long_piece(write))
    page.mouse.wheel(0, 900)
    page.wait_for_load_state("networkidle")
    assert faults(page) == []


def test_a_piece_from_right_to_left_has_no_fault(page: Page, write: Write) -> None:
    piece = write("نص عربي", ARABIC, kind=Kind.ESSAY, summary="ملخص", language="ar", topics=("Typography",))
    page.goto(f"/notebook/{piece.slug}/")
    assert faults(page) == []


def test_a_notebook_that_was_filtered_and_grew_has_no_fault(page: Page) -> None:
    page.goto("/notebook/")
    page.get_by_role("link", name="Load more").click()
    expect(page.locator(".entry")).to_have_count(30)
    assert faults(page) == []
    page.locator("#topic-typography").click()
    expect(page.locator("#count")).to_contain_text("about Typography")
    assert faults(page) == []


def test_a_message_that_is_refused_has_no_fault(page: Page, refused: None, time: Clock) -> None:
    page.goto("/contact/")
    time.forward(minutes=1)
    page.get_by_label("Message").fill("Good morning.")
    press(page, "Send", **{"E-mail (if you want an answer)": "nobody"})
    expect(page.get_by_role("alert").first).to_be_visible()
    assert faults(page) == []


def test_the_way_to_the_desk_has_no_fault(page: Page, app: Flask, refused: None) -> None:
    page.goto("/login")
    expect(page.get_by_role("heading", level=1)).to_have_text("Make your account")
    press(page, "Make the account", Code="x", Your_name_for_logging_in="Ann", Password="short")
    assert faults(page) == []
    code = setup_code(app.extensions["settings"].secret_key)
    press(page, "Make the account", Code=code, Your_name_for_logging_in="Ann", Password=PASSWORD)
    press(page, "Log out")
    page.goto("/login")
    press(page, "Log in", Name="Ann", Password="wrong wrong wrong")
    expect(page.get_by_role("alert")).to_be_visible()
    assert faults(page) == []


@pytest.mark.parametrize(
    "path",
    ["/desk/", "/desk/?show=withdrawn", "/desk/pieces/new", "/desk/pieces/new?kind=field-note", "/desk/pieces/1",
     "/desk/pieces/1/corrections", "/desk/pieces/1/revisions", "/desk/pieces/1/revisions/1", "/desk/pieces/1/deletion",
     "/desk/topics", "/desk/topics/1", "/desk/pictures", "/desk/messages", "/desk/site", "/desk/password",
     "/desk/nothing"],
)  # fmt: skip
def test_a_page_of_the_desk_has_no_fault(desk: Page, refused: None, time: Clock, path: str) -> None:
    messages.keep("Eve", "eve@example.org", "Good morning.", time.now)
    desk.goto(path)
    for summary in desk.locator("summary").all():
        summary.click()
    assert faults(desk) == []


def test_what_the_desk_refuses_is_said_without_a_fault(desk: Page, refused: None) -> None:
    for path, button, typed in (
        ("/desk/pieces/new", "Save and publish", {"Title": ""}),
        ("/desk/pieces/1/corrections", "Add this correction", {"What was changed, and why": ""}),
        ("/desk/site", "Save", {"Name": "", "Time zone": "Nowhere"}),
        ("/desk/password", "Change it", {"Present password": "no", "New password": "no"}),
    ):
        desk.goto(path)
        press(desk, button, **typed)
        expect(desk.get_by_role("alert").first).to_be_visible()
        assert faults(desk) == [], path


def test_a_link_at_the_desk_that_leads_nowhere_has_no_fault(desk: Page, refused: None) -> None:
    desk.goto("/desk/pieces/1")
    links = desk.locator("details:has(.link-row)")
    if links.get_attribute("open") is None:
        links.locator("summary").click()
    links.get_by_label("The other piece").last.fill("no-such-piece")
    desk.get_by_label("Title").press("Enter")
    expect(links.get_by_role("alert")).to_have_text("There is no piece at this address.")
    assert faults(desk) == []


def test_a_conflict_at_the_desk_has_no_fault(desk: Page, refused: None, time: Clock) -> None:
    piece = pieces.create(Fields(kind=Kind.ESSAY, title="Twice", source="One."), time.now)
    desk.goto(f"/desk/pieces/{piece.id}")
    pieces.save(piece.id, Fields(kind=Kind.ESSAY, title="Twice", source="Two."), time.now, piece.version)
    press(desk, "Save draft", **{"Text, in Markdown": "Three."})
    expect(desk.get_by_role("heading", name="What is stored now")).to_be_visible()
    assert faults(desk) == []


def test_a_preview_has_no_fault(desk: Page) -> None:
    desk.goto("/desk/pieces/new")
    desk.get_by_label("Text, in Markdown").fill(
        "## A heading\n\n```sh\nls\n```\n\n[^1]\n\n[^1]: A note.\n\n- [x] done\n"
    )
    expect(desk.locator("#preview h2")).to_be_visible()
    assert faults(desk) == []
