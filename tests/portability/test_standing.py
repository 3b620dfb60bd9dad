"""Pages, projects, paths and settings of an export, and what pieces say of one another."""

import re
from datetime import UTC, datetime

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from blog.models import Author, Link, Page, Path, Piece, Project, Site
from blog.reading.site import front
from blog.state.database import db, transaction
from tests.conftest import Clock
from tests.portability.conftest import Files, Import, sentences, stored

UIDS = [f"{number}b9e4f6e-0c3b-4a7e-9d55-3f8a4c1d2e{number}0" for number in range(1, 9)]
SITE = (
    "---\nname: Ada\ntime_zone: Europe/London\nlanguage: de\nnavigation:\n  - label: About\n    address: about/\n---\n"
)


def page(**changes: str) -> str:
    head = {"uid": UIDS[0], "slug": "about", "title": "About", "position": "2", "published": "true", **changes}
    return "---\n" + "".join(f"{key}: {value}\n" for key, value in head.items()) + "---\n\nWho I am."


def piece(uid: str, slug: str, lines: str = "") -> str:
    return (
        f"---\nuid: {uid}\nkind: field-note\ntitle: {slug}\nslug: {slug}\nstatus: published\n"
        f'published_at: "2024-05-03T09:30:00+01:00"\n{lines}---\n\ntext'
    )


def project(**changes: str) -> str:
    head = {
        "uid": UIDS[1],
        "slug": "tool",
        "title": "Tool",
        "audience": "Me",
        "featured": "true",
        "position": "1",
        **changes,
    }
    links = "links:\n  - label: Source\n    address: https://example.org/tool\n"
    return "---\n" + "".join(f"{key}: {value}\n" for key, value in head.items()) + links + "---\n\n## Decisions"


STOPS = "stops:\n  - piece: one\n    label: Begin\n    sentence: Here.\n  - piece: nowhere\n"
PATH = f"---\nslug: start\ntitle: Places to start\n{STOPS}---\n"
WHOLE: Files = {
    "site.md": SITE,
    "pages/about.md": page(),
    "projects/tool.md": project(),
    "paths/start.md": PATH,
    "notebook/one/index.md": piece(UIDS[2], "one"),
    "notebook/two/index.md": piece(UIDS[3], "two", "follows_up: [one]\nanswers:\n  - nobody\n"),
}


def session() -> Session:
    db.session.rollback()
    return db.session()


def test_an_export_brings_everything(take: Import) -> None:
    report = take(WHOLE, with_site=True)
    about = session().scalars(select(Page)).one()
    assert (about.slug, about.title, about.source, about.position, about.published) == (
        "about",
        "About",
        "Who I am.",
        2,
        True,
    )
    tool = session().scalars(select(Project)).one()
    assert (tool.audience, tool.featured, tool.links) == (
        "Me",
        True,
        [{"label": "Source", "address": "https://example.org/tool"}],
    )
    start = session().scalars(select(Path)).one()
    assert [(stop.piece.slug, stop.label, stop.sentence) for stop in start.stops] == [("one", "Begin", "Here.")]
    site = session().scalars(select(Site)).one()
    assert (site.name, site.time_zone, site.language) == ("Ada", "Europe/London", "de")
    assert site.navigation == [{"label": "About", "address": "about/"}]
    assert report.standing == 3
    assert "paths/start.md: The stop “nowhere” leads to no piece and is left out." in sentences(report)


def test_the_settings_are_taken_only_when_asked_for(take: Import) -> None:
    take(WHOLE)
    assert session().scalars(select(Site)).one().name != "Ada"


def test_a_piece_says_what_its_file_says_of_others(take: Import) -> None:
    report = take(WHOLE)
    link = session().scalars(select(Link)).one()
    assert (link.from_id, link.to_id, link.relation) == (stored("two").id, stored("one").id, "follows up")
    assert "notebook/two/index.md: It answers “nobody”, which is not here." in sentences(report)
    take({"notebook/two/index.md": piece(UIDS[3], "two")})
    assert session().scalars(select(Link)).all() == []


def test_a_second_run_changes_nothing(take: Import, time: Clock) -> None:
    take(WHOLE, with_site=True)
    before = front(time.now)
    report = take(with_site=True)
    assert (report.unchanged, report.standing) == (2, 0)
    assert front(time.now).edition == before.edition


def test_a_changed_file_is_taken_over_and_what_was_changed_here_is_left_alone(take: Import) -> None:
    take(WHOLE)
    assert take({"pages/about.md": page(title="About me")}).standing == 1
    about = session().scalars(select(Page)).one()
    assert (about.title, about.uid) == ("About me", UIDS[0])
    with transaction() as writing:
        writing.get_one(Page, about.id).title = "Mine"
    report = take({"pages/about.md": page(title="Theirs"), "paths/start.md": PATH.replace("Begin", "Start")})
    assert "pages/about.md: It was changed here and in the folder: what is here is left alone." in sentences(report)
    assert session().scalars(select(Page)).one().title == "Mine"
    assert session().scalars(select(Path)).one().stops[0].label == "Start"


def test_a_rehearsal_counts_them_and_changes_nothing(take: Import) -> None:
    report = take(WHOLE, with_site=True, dry_run=True)
    assert report.standing == 3
    assert session().scalars(select(Page)).all() == []
    take(with_site=True)
    assert take({"pages/about.md": page(title="Other")}, dry_run=True).standing == 1


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("pages/about.md", page(slug="notebook"), "cannot be had"),
        ("pages/about.md", page(slug="a/b"), "cannot be had"),
        ("pages/about.md", page(title='""'), "needs a title"),
        ("pages/about.md", page(uid="7"), "needs a uid"),
        ("pages/about.md", page(position="first"), "“first” is no position: write a whole number from"),
        ("pages/about.md", page(position="99999999999999999999"), "is no position"),
        ("pages/about.md", page(published="perhaps"), "“perhaps” is no answer to published: write true or false."),
        ("projects/tool.md", project(featured="perhaps"), "is no answer to featured"),
        ("pages/about.md", page(changed_at="9999-12-31"), "about.md:7: Not imported: 9999-12-31 lies in no year"),
        ("pages/about.md", page(changed_at="soon"), "no date"),
        ("projects/tool.md", project().replace("https://example.org/tool", "javascript:alert(1)"), "no address"),
        ("projects/tool.md", project(audience="x" * 400), "300 are the most"),
        ("paths/start.md", PATH.replace("Begin", "x" * 300), "200 are the most"),
        ("pages/about.md", b"\x00", "no text"),
        ("pages/about.md", page() + "[" * 5 + "word " * 300_000, "1,000,000"),
    ],
)
def test_what_breaks_a_rule_is_refused_by_name_and_the_rest_comes_in(
    take: Import, name: str, text: str | bytes, reason: str
) -> None:
    report = take({**WHOLE, name: text})
    assert report.refused == 1
    assert re.search(rf"^{name}(:\d+)?: Not imported: ", sentences(report), re.MULTILINE)
    assert reason in sentences(report)
    assert report.added == 2


@pytest.mark.parametrize(
    ("line", "reason"),
    [("time_zone: Mars/Base", "Europe/London"), ("language: 1", "A language is"), ("name: ''", "needs a name")],
)
def test_settings_that_break_a_rule_are_refused_and_the_rest_comes_in(take: Import, line: str, reason: str) -> None:
    key = line.partition(":")[0]
    kept = "\n".join(each for each in SITE.splitlines() if not each.startswith(f"{key}:"))
    report = take({**WHOLE, "site.md": kept.replace("---\n", f"---\n{line}\n", 1)}, with_site=True)
    assert "site.md: Not imported: " in sentences(report)
    assert reason in sentences(report)
    assert (report.refused, report.added) == (1, 2)
    assert session().scalars(select(Site)).one().name == "A Bokashi notebook"


def test_two_pages_of_one_address_are_one_too_many(take: Import) -> None:
    report = take({**WHOLE, "pages/other.md": page(uid=UIDS[6])})
    assert "pages/other.md: Not imported: the address “about” is in another file already." in sentences(report)
    assert report.added == 2


def test_folders_of_these_names_are_notes_elsewhere(take: Import) -> None:
    report = take({"pages/a.md": "# A\n\ntext", "projects/b.md": "# B\n\ntext", "site.md": "# C\n\ntext"})
    assert report.added == 3


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("published_at: soon\n", "no date"),
        ("status: nonsense\n", "“nonsense” is no status: write one of draft, published, withdrawn."),
        ("version: many\n", "“many” is no version: write a whole number from 1 to 2,147,483,647."),
        ("version: 99999999999999999999\n", "is no version"),
        ("version: 2147483648\n", "is no version"),
        ("version: 0\n", "is no version"),
        ("version: ٣\n", "is no version"),
        ("listed: perhaps\n", "is no answer to listed"),
        ("checked_on: yesterday\n", "yesterday"),
        ("checked_on: 2024-99-99\n", "there is no date 2024-99-99."),
        ("checked_on: 0001-01-01\n", "lies in no year"),
        ("published_at: 9999-12-31T23:59:59-12:00\n", "there is no date"),
        ("created_at: 9999-12-31\n", "lies in no year"),
        ("changed_at: 1066-10-14\n", "lies in no year"),
        ("corrections:\n  - made_at: 9999-12-31\n    sentence: x\n", "lies in no year"),
        ("standing: perhaps\n", "There is no standing “perhaps”."),
        ("corrections:\n  - sentence: x\n", "needs made_at"),
        ("byline: {name: x, author: ghost}\n", "ghost"),
        (f"byline: {'x' * 300}\n", "200 characters are the most"),
        (f"title: {'x' * 400}\n", "300 are the most"),
        ("language: not a language\n", "A language is written like"),
    ],
)
def test_a_piece_of_our_own_form_keeps_the_rules(take: Import, line: str, reason: str) -> None:
    key = line.partition(":")[0]
    kept = "".join(
        each + "\n"
        for each in piece(UIDS[4], "x").split("---")[1].strip().splitlines()
        if not each.startswith(f"{key}:")
    )
    report = take(
        {"notebook/x/index.md": f"---\n{kept}{line}---\n\ntext", "notebook/one/index.md": piece(UIDS[2], "one")},
        dry_run=True,
    )
    assert (report.refused, report.added) == (1, 1)
    assert reason in sentences(report)
    assert sentences(take()) == sentences(report)


def test_two_files_of_one_uid_are_one_too_many(take: Import) -> None:
    report = take({"a/index.md": piece(UIDS[2], "one"), "b/index.md": piece(UIDS[2], "two")})
    assert (report.refused, report.added) == (1, 1)
    assert "b/index.md: Not imported: it has the same uid as a/index.md." in sentences(report)


def test_a_byline_and_corrections_come_back(take: Import) -> None:
    lines = (
        "byline: {name: Machine, author: machine, model: a model, reviewer: Ada}\ncorrections:\n"
        '  - made_at: "2024-06-01T10:00:00+01:00"\n    sentence: "Wrong: mended."\nstanding: "no longer"\n'
        'checked_on: "2024-07-01"\nchecked_against: "SQLite 3.45"\nsymptom: |\n  Error: x\n    at y\n'
    )
    take({"a.md": piece(UIDS[2], "one", lines), "b.md": piece(UIDS[3], "two", lines)})
    one: Piece = stored("one")
    assert one.byline is not None
    assert (one.byline.name, one.byline.author, one.byline.model, one.byline.reviewer) == (
        "Machine",
        Author.MACHINE,
        "a model",
        "Ada",
    )
    assert stored("two").byline_id == one.byline_id
    made = [(correction.made_at, correction.sentence) for correction in stored("one").corrections]
    assert made == [(datetime(2024, 6, 1, 9, tzinfo=UTC), "Wrong: mended.")]
    assert (one.standing, str(one.checked_on), one.symptom) == ("no longer", "2024-07-01", "Error: x\n  at y\n")


def test_a_wrong_word_is_named_with_its_line(take: Import) -> None:
    report = take({"a.md": piece(UIDS[2], "one", "byline: {name: x, author: ghost}\n"), "b.md": piece(UIDS[3], "two")})
    assert "a.md:8: Not imported: “ghost” is no author: write one of person, machine." in sentences(report)


def test_a_change_that_lies_ahead_is_not_believed(take: Import, time: Clock) -> None:
    lines = "changed_at: 2199-01-01\ncorrections:\n- {made_at: 2199-01-01, sentence: Ahead.}\n"
    lines += "- {made_at: 2024-06-01, sentence: Made.}\n"
    about = page(changed_at="2199-01-01")
    report = take({"site.md": SITE, "pages/about.md": about, "a.md": piece(UIDS[2], "one", lines)})
    assert stored().changed_at is None
    assert [made.sentence for made in stored().corrections] == ["Made."]
    assert session().scalars(select(Page)).one().changed_at == time.now
    assert sentences(report).splitlines() == [
        "pages/about.md: Its changed_at lies ahead and is left out.",
        "a.md: Its changed_at lies ahead and is left out.",
        "a.md: Corrections that lie ahead are left out: 1.",
    ]
    assert take().unchanged == 1


def test_a_hand_may_hold_back_a_page(take: Import) -> None:
    report = take({"site.md": SITE, "pages/about.md": page(draft="true")})
    assert not session().scalars(select(Page)).one().published
    assert "pages/about.md: It is not published: its draft is “true”." in sentences(report)
