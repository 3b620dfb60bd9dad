"""Nothing is public that its author had not published, and what cannot be told is a draft with a word about it."""

import pytest

from blog.models import Status
from tests.conftest import Clock
from tests.portability.conftest import Import, sentences, stored
from tests.portability.test_standing import UIDS, piece


@pytest.mark.parametrize(
    "lines",
    [
        "status: wip",
        "status: hidden",
        "status: draught",
        "status: [draft]",
        "status: {draft: true}",
        "state: draft",
        "visibility: private",
        "visibility: members",
        "draft: yes, still",
        "draft: truee",
        "isDraft: true",
        "is_draft: 1",
        "is-draft: on",
        "hidden: true",
        "protected: true",
        "wip: true",
        "publish: false",
        "publish: soon",
        "dg-publish: false",
        "published: never\npubDate: 2024-01-01",
        "is_published: no",
        "password: let me in",
        "expiryDate: 2026-11-19",
        "expiryDate: some day",
        "status: future",
        "status: scheduled\ndate: 2024-01-01",
        "permalink: false",
        "build:\n  render: never",
    ],
)
def test_what_its_author_did_not_publish_is_a_draft(take: Import, lines: str) -> None:
    report = take({"a.md": f"---\ntitle: A\n{lines}\n---\ntext"})
    assert stored().status == Status.DRAFT
    assert "a.md: It comes in as a draft: it" in sentences(report)
    assert report.drafts == 1 and not report.unknown_keys


@pytest.mark.parametrize(
    "lines",
    [
        "status: Published",
        "state: public",
        "visibility: public",
        "draft:",
        "draft: false",
        "draft: null",
        "isDraft: no",
        "publish: true",
        "published: 2024-01-01",
        "hidden: false",
        "password: ''",
        "build:\n  list: always",
    ],
)
def test_what_its_author_published_is_public(take: Import, lines: str) -> None:
    report = take({"a.md": f"---\ntitle: A\n{lines}\n---\ntext"})
    assert (stored().status, stored().listed) == (Status.PUBLISHED, True)
    assert report.remarks == []


@pytest.mark.parametrize(
    "lines",
    [
        "unlisted: true",
        "unlisted: so be it",
        "listed: false",
        "listed: perhaps",
        "visibility: unlisted",
        "status: unlisted",
        "build:\n  list: never",
        "eleventyExcludeFromCollections: true",
    ],
)
def test_what_is_unlisted_stays_unlisted(take: Import, lines: str) -> None:
    take({"a.md": f"---\ntitle: A\n{lines}\n---\ntext"})
    assert (stored().status, stored().listed) == (Status.PUBLISHED, False)


@pytest.mark.parametrize(
    "folder",
    ["_drafts", "Drafts", "draft", "unpublished", "private", "_includes", "_templates", "archetypes", "themes"],
)
def test_a_folder_may_hold_its_notes_back(take: Import, folder: str) -> None:
    report = take({f"{folder}/a.md": "# A\n\ntext"})
    assert stored().status == Status.DRAFT
    assert f"It comes in as a draft: it lies in {folder}." in sentences(report)


def test_what_makes_pages_elsewhere_is_held_back_at_the_top_and_a_topic_below(take: Import) -> None:
    report = take({f"{place}templates/{name}.md": "# A\n\ntext" for place, name in (("", "a"), ("c++/", "b"))})
    assert report.drafts == 1
    assert "templates/a.md: It comes in as a draft: it lies in templates." in sentences(report)


@pytest.mark.parametrize("path", ["_a.md", "_posts/_a.md", "notes/_2024-01-02-a.md", "blog/_post/index.md"])
def test_a_name_that_begins_with_a_line_below_holds_a_note_back(take: Import, path: str) -> None:
    report = take({path: "# A\n\ntext"})
    is_named_so = path.rpartition("/")[2].startswith("_")
    assert report.drafts == is_named_so
    assert ("It comes in as a draft: its name begins with “_”." in sentences(report)) == is_named_so


def test_a_password_is_not_told(take: Import) -> None:
    assert "hunter2" not in sentences(take({"a.md": "---\ntitle: A\npassword: hunter2\n---\ntext"}))


def test_a_later_publication_date_schedules(take: Import, time: Clock) -> None:
    take({"a.md": "---\ntitle: A\ndate: 2020-01-01\npublishDate: 2030-05-06\n---\ntext"})
    at = stored().published_at
    assert stored().status == Status.PUBLISHED
    assert at is not None and (at.year, at.month, at.day) == (2030, 5, 6)


def test_a_publication_date_that_has_come_schedules_nothing(take: Import) -> None:
    take({"a.md": "---\ntitle: A\ndate: 2020-01-01\npublishDate: 2021-05-06\n---\ntext"})
    at = stored().published_at
    assert at is not None and at.year == 2020


def test_an_end_that_lies_ahead_is_named(take: Import) -> None:
    report = take({"a.md": "---\ntitle: A\nexpiryDate: 2030-01-01\n---\ntext"})
    assert stored().status == Status.PUBLISHED
    assert "a.md: It was to end on 2030-01-01: nothing here ends by itself." in sentences(report)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\ntitle: A\ndraft: true\n\nSecret", 1),
        ("\n\n---\ntitle: A\ndraft: true\n\nSecret", 3),
        ("---\ntitle: A\ndraft: true\n ---\nSecret", 1),
        (" ---\n title: A\n draft: true\n ---\nSecret", 1),
        ("----\ntitle: A\ndraft: true\n----\nSecret", 1),
        ("---yaml\ntitle: A\ndraft: true\n---\nSecret", 1),
        ("—\ntitle: A\ndraft: true\n—\nSecret", 1),
        ('+++\ndraft = true\ntitle = "A"\n\nSecret', 1),
        (";;;\n\"draft\": true\n;;;\n\nSecret", 1),
        ("{\n  draft: true,\n}\n\nSecret", 1),
        ("title: A\ndraft: true\n---\nSecret", 1),
        ("---\n- draft: true\n---\nSecret", 1),
        ("--- yaml\ndraft: true\n---\nSecret", 1),
        ("---# old\ndraft: true\n---\nSecret", 1),
        ("%YAML 1.2\n---\ndraft: true\n---\nSecret", 1),
        ("<!--\ndraft: true\n-->\nSecret", 1),
        ("\u200b---\ndraft: true\n---\nSecret", 1),
    ],
)  # fmt: skip
def test_what_only_looks_like_front_matter_holds_its_note_back(take: Import, text: str, line: int) -> None:
    report = take({"a.md": text})
    assert stored().status == Status.DRAFT
    assert f"what looks like front matter in line {line} cannot be read as such." in sentences(report)


@pytest.mark.parametrize(
    "text", ["---\n\nA rule, then text.", "- a list\n- of things", "One: two and three.\n\nMore.", "{braces} first"]
)
def test_prose_does_not_look_like_front_matter(take: Import, text: str) -> None:
    take({"a.md": text})
    assert stored().status == Status.PUBLISHED


def test_blank_lines_before_front_matter_are_none_of_it(take: Import) -> None:
    take({"a.md": "\n \n---\ntitle: First\ndraft: true\n---\nSecret"})
    assert (stored().title, stored().status, stored().source) == ("First", Status.DRAFT, "Secret")


def test_a_hand_may_hold_back_a_piece_of_our_own_form(take: Import) -> None:
    report = take({"a.md": piece(UIDS[2], "one", "draft: true\n"), "b.md": piece(UIDS[3], "two")})
    assert (stored("one").status, stored("two").status) == (Status.DRAFT, Status.PUBLISHED)
    assert "a.md: It comes in as a draft: its draft is “true”." in sentences(report)


def test_a_piece_may_be_called_draft(take: Import) -> None:
    take({"notebook/draft/index.md": piece(UIDS[2], "draft")})
    assert stored().status == Status.PUBLISHED
