"""Slugs: readable in every script, unique, never an address that something else has, and never lost."""

import re
from collections.abc import Sequence
from urllib.parse import quote

import pytest
from flask import Flask

from blog.models import FormerAddress, Kind, Piece
from blog.reading.former import moved
from blog.reading.pieces import public_piece
from blog.state.database import reader
from blog.writing import pieces
from blog.writing.fields import Fields
from blog.writing.refusals import Refused
from blog.writing.slugs import NOTEBOOK, free, is_slug
from tests.conftest import Clock, Write
from tests.writing.edits import edit

FORM = re.compile(r"\w([\w-]*\w)?")


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Hello, world!", "hello-world"),
        ("今日の天気", "今日の天気"),
        ("مرحبا بالعالم", "مرحبا-بالعالم"),
        ("Привет, мир!", "привет-мир"),
        ("ex) 日本語 2", "ex-日本語-2"),
        ("Ærø & Ålesund", "ærø-ålesund"),
        ("ß", "ß"),
        ("Nice trick 😀", "nice-trick"),
        ("Don't panic", "dont-panic"),
        ("cafe\u0301", "café"),
        ("हिन्दी में", "हिन्दी-में"),
    ],
)
def test_a_title_in_any_script_gives_a_readable_slug(write: Write, title: str, slug: str) -> None:
    assert write(title).slug == slug


@pytest.mark.parametrize("title", ["🐢", "👩‍👩‍👧", "???", "...", "/", "-- --", "  \u200d  x\u200d"])
def test_a_title_without_letters_has_the_day_for_a_slug(write: Write, title: str) -> None:
    first, second = write(title).slug, write(title).slug
    assert first != second
    for slug in (first, second):
        assert FORM.fullmatch(slug) and "--" not in slug
    assert first == ("x" if "x" in title else "2026-11-20")


def test_a_thought_has_its_first_words_for_a_slug(write: Write) -> None:
    assert (
        write(source="**One** two, three four five six seven", kind=Kind.THOUGHT).slug == "one-two-three-four-five-six"
    )


@pytest.mark.parametrize("title", ["word " * 60, "日本語" * 100, "é" * 300, "😀a" * 100])
def test_a_very_long_title_gives_a_slug_that_fits_an_address_and_a_file_name(write: Write, title: str) -> None:
    slug = write(title[:300]).slug
    assert is_slug(slug) and len(slug.encode()) <= 240 and len(quote(slug)) <= 250
    assert is_slug(write(title[:300]).slug)


def test_the_same_title_again_gets_a_number_that_stays(write: Write, time: Clock) -> None:
    first, second, third = (write("Weekly notes") for _ in range(3))
    draft = write("weekly-Notes", publish=False)
    assert [piece.slug for piece in (first, second, third, draft)] == [
        "weekly-notes", "weekly-notes-2", "weekly-notes-3", "weekly-notes-4"
    ]  # fmt: skip
    edit(third, time, title="Weekly notes", source="Other words.")
    assert third.slug == "weekly-notes-3"


@pytest.mark.parametrize(("number", "most"), [(1, 2), (8, 2), (9, 3), (98, 3), (99, 4), (1_500, 5)])
def test_a_free_slug_is_found_by_few_questions_and_is_the_first(number: int, most: int) -> None:
    taken = {"a", *(f"a-{each}" for each in range(2, number + 1))}
    asked: list[int] = []

    def others(slugs: Sequence[str]) -> set[str]:
        asked.append(len(slugs))
        return taken.intersection(slugs)

    assert free("a", others) == f"a-{number + 1}"
    assert len(asked) <= most
    taken.discard("a-2")
    assert free("a", others) == "a-2"


def test_a_title_that_ends_in_a_number_is_no_trap(write: Write) -> None:
    assert [write(title).slug for title in ("Notes 2", "Notes", "Notes", "Notes 2")] == [
        "notes-2", "notes", "notes-3", "notes-2-2"
    ]  # fmt: skip


@pytest.mark.parametrize("slug", sorted(NOTEBOOK))
def test_an_address_of_the_notebook_itself_gets_a_number(write: Write, slug: str) -> None:
    assert write(slug).slug == f"{slug}-2"
    assert refusal(write, slug=slug) == f"The address “{slug}” is taken: choose another one."


@pytest.mark.parametrize(
    "slug",
    [
        "a b", "a/b", "page/2", "feed.xml", ".well-known", "-a", "a-", "a--b", ".", "..", "a%00", "a\x00b", "a\ud800b",
        "a?b", "a#b", "<b>", "🐢", "\u200d", "a\nb", "e\u0301\u0301",
    ],
)  # fmt: skip
def test_what_is_no_slug_is_refused_with_a_sentence(write: Write, slug: str) -> None:
    assert refusal(write, slug=slug) == "The address may hold letters, digits and single hyphens between them."


@pytest.mark.parametrize("slug", ["a" * 121, "a" * 1000, "日" * 81])
def test_a_slug_that_no_file_name_can_hold_is_refused(write: Write, slug: str) -> None:
    assert "too long" in refusal(write, slug=slug)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        (" My-Slug ", "my-slug"),
        ("cafe\u0301", "café"),
        ("привет", "привет"),
        ("a" * 120, "a" * 120),
        ("สวัสดี", "สวัสดี"),
        ("İstanbul", "istanbul"),
    ],
)
def test_a_typed_slug_is_stored_in_one_form(write: Write, typed: str, stored: str) -> None:
    assert write("A title", slug=typed).slug == stored


def test_a_typed_slug_that_another_piece_has_is_refused_and_nothing_is_changed(write: Write, time: Clock) -> None:
    write("Taken")
    other = write("Other")
    assert refusal(write, slug="Taken") == "The address “taken” is taken: choose another one."
    with pytest.raises(Refused) as caught:
        edit(other, time, slug="taken", title="Changed")
    assert list(caught.value.fields) == ["slug"]
    assert (other.slug, other.title, other.version) == ("other", "Other", 2)


def test_a_new_title_never_moves_a_piece(write: Write, time: Clock) -> None:
    piece = write("First title")
    edit(piece, time, title="Second title")
    assert piece.slug == "first-title"


def test_a_former_address_leads_to_the_newest_in_one_step(app: Flask, write: Write, time: Clock) -> None:
    piece = write("A")
    uid = piece.uid
    edit(piece, time, slug="b")
    edit(piece, time, slug="c")
    for slug in ("a", "b"):
        found = moved(f"/notebook/{slug}/", time.now)
        assert found and found.piece and (found.piece.slug, found.piece.uid) == ("c", uid)
    assert moved("/notebook/c/", time.now) is None


def test_a_piece_may_go_back_to_its_first_address(write: Write, time: Clock) -> None:
    piece = write("A")
    edit(piece, time, slug="b")
    edit(piece, time, slug="a")
    assert public_piece("a", time.now) is not None
    assert moved("notebook/a", time.now) is None
    found = moved("notebook/b", time.now)
    assert found and found.piece and found.piece.slug == "a"


def test_nobody_takes_the_former_address_of_another(write: Write, time: Clock) -> None:
    edit(write("First"), time, slug="moved")
    assert write("First").slug == "first-2"
    assert refusal(write, slug="first") == "The address “first” is taken: choose another one."
    found = moved("notebook/first", time.now)
    assert found and found.piece and found.piece.slug == "moved"


def test_the_address_of_a_deleted_piece_is_free_again(write: Write, time: Clock) -> None:
    pieces.delete(write("Gone").id, time.now)
    found = moved("notebook/gone", time.now)
    assert found and found.is_gone
    assert write("Gone").slug == "gone"
    assert moved("notebook/gone", time.now) is None


def test_a_draft_leaves_no_address(write: Write, time: Clock) -> None:
    draft, later = write("Draft", publish=False), write("Later", at=time.now.replace(year=2030))
    edit(draft, time, slug="b")
    edit(later, time, slug="c", published_at=later.published_at)
    assert reader().query(FormerAddress).count() == 0


def test_an_address_is_found_in_every_form_in_which_it_may_be_asked_for(write: Write, time: Clock) -> None:
    edit(write("Café"), time, slug="tea")
    for path in ("/notebook/café/", "/notebook/cafe\u0301", "notebook/café"):
        found = moved(path, time.now)
        assert found and found.piece and found.piece.slug == "tea"


def test_a_withdrawn_piece_keeps_its_address_for_itself(write: Write, time: Clock) -> None:
    pieces.withdraw(write("Mine").id, time.now)
    assert write("Mine").slug == "mine-2"


def refusal(write: Write, slug: str) -> str:
    """The sentence beside the slug of a new piece that asks for it."""
    before = reader().query(Piece).count()
    with pytest.raises(Refused) as caught:
        write("A title", slug=slug)
    assert reader().query(Piece).count() == before
    return caught.value.fields["slug"]


def test_fields_without_slug_ask_for_one(app: Flask, time: Clock) -> None:
    assert pieces.create(Fields(kind=Kind.ESSAY, title="T", slug="  "), time.now).slug == "t"
