"""The sample notebook, read as plain files: what it holds, and that its parts fit together."""

import hashlib
import re
from collections import Counter
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
import yaml

SAMPLE = Path(__file__).parents[2] / "blog" / "sample"
KEYS = [
    "uid",
    "kind",
    "title",
    "slug",
    "summary",
    "topics",
    "status",
    "published_at",
    "changed_at",
    "language",
    "byline",
    "standing",
    "checked_on",
    "checked_against",
    "symptom",
    "follows_up",
    "replaces",
    "answers",
    "corrections",
]
TOPICS = {
    "Writing for the web",
    "HTMX & hypermedia",
    "Caching & feeds",
    "SQLite",
    "Typography",
    "Linux & hardware",
}
WORDS = {"essay": (700, 1500), "field-note": (150, 500), "thought": (30, 120)}


class Text(NamedTuple):
    """One file: the address it gets below the site's root, its front matter, its Markdown."""

    address: str
    data: dict[str, Any]
    body: str


def read(path: Path, address: str) -> Text:
    opening, head, body = re.split(r"^---\n", path.read_text(encoding="utf-8"), maxsplit=2, flags=re.M)
    assert opening == ""
    return Text(address, yaml.safe_load(head), body)


@cache
def pieces() -> tuple[Text, ...]:
    paths = sorted(SAMPLE.glob("notebook/*/index.md"))
    return tuple(read(path, f"notebook/{path.parent.name}/") for path in paths)


@cache
def folder(name: str) -> tuple[Text, ...]:
    prefix = {"pages": "", "projects": "projects/", "paths": "paths/"}[name]
    return tuple(read(path, f"{prefix}{path.stem}/") for path in sorted((SAMPLE / name).glob("*.md")))


def everything() -> tuple[Text, ...]:
    return pieces() + folder("pages") + folder("projects") + folder("paths")


def without_code(body: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```$", "", body, flags=re.M | re.S))


def slugs() -> set[str]:
    return {piece.data["slug"] for piece in pieces()}


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def test_there_are_thirty_pieces_of_three_kinds() -> None:
    kinds = Counter(piece.data["kind"] for piece in pieces())
    assert kinds == {"essay": 8, "field-note": 12, "thought": 10}


def test_there_are_six_topics_and_five_pieces_about_linux_and_hardware() -> None:
    topics = Counter(topic for piece in pieces() for topic in piece.data["topics"])
    assert set(topics) == TOPICS
    assert topics["Linux & hardware"] == 5


def test_typography_has_no_field_notes_so_that_an_empty_list_can_be_seen() -> None:
    kinds = {piece.data["kind"] for piece in pieces() if "Typography" in piece.data["topics"]}
    assert kinds == {"essay", "thought"}


def test_at_least_three_thoughts_have_no_title() -> None:
    untitled = [piece.data["kind"] for piece in pieces() if "title" not in piece.data]
    assert len(untitled) >= 3
    assert set(untitled) == {"thought"}


def test_uids_are_random_and_nothing_shares_one() -> None:
    uids = [text.data["uid"] for text in pieces() + folder("pages") + folder("projects")]
    assert len(set(uids)) == len(uids)
    assert all(UUID(uid).version == 4 and str(UUID(uid)) == uid for uid in uids)


@pytest.mark.parametrize("text", everything(), ids=lambda text: text.address)
def test_the_slug_is_the_name_of_the_file(text: Text) -> None:
    assert text.address.rstrip("/").rsplit("/", 1)[-1] == text.data["slug"]


@pytest.mark.parametrize("piece", pieces(), ids=lambda piece: piece.address)
def test_front_matter_has_known_keys_in_the_order_of_an_export(piece: Text) -> None:
    assert list(piece.data) == [key for key in KEYS if key in piece.data]
    assert piece.data["status"] == "published"
    assert piece.data["kind"] == "thought" or piece.data["summary"]


@pytest.mark.parametrize("piece", pieces(), ids=lambda piece: piece.address)
def test_dates_carry_the_offset_that_london_had(piece: Text) -> None:
    changes = [correction["made_at"] for correction in piece.data.get("corrections", [])]
    dates = [moment(text) for text in (piece.data["published_at"], piece.data.get("changed_at"), *changes) if text]
    for when in dates:
        assert when.utcoffset() == when.astimezone(ZoneInfo("Europe/London")).utcoffset()
    assert min(dates) == dates[0]
    assert date(2023, 2, 1) <= dates[0].date() <= date(2026, 10, 31)


@pytest.mark.parametrize("piece", pieces(), ids=lambda piece: piece.address)
def test_the_length_suits_the_kind(piece: Text) -> None:
    least, most = WORDS[piece.data["kind"]]
    assert least <= len(without_code(piece.body).split()) <= most


def test_field_notes_alone_say_what_was_seen_and_whether_it_still_holds() -> None:
    for piece in pieces():
        is_note = piece.data["kind"] == "field-note"
        assert ("symptom" in piece.data) == is_note
        assert ("standing" in piece.data) == is_note
        assert ("checked_against" in piece.data) == is_note
        assert not is_note or piece.data["symptom"].strip()


def test_a_note_was_checked_on_a_day_after_it_appeared_or_says_that_it_is_untested() -> None:
    notes = [piece.data for piece in pieces() if piece.data["kind"] == "field-note"]
    assert {note["standing"] for note in notes} == {"holds", "partly", "no longer", "untested"}
    for note in notes:
        assert ("checked_on" in note) == (note["standing"] != "untested")
        checked = date.fromisoformat(note.get("checked_on", "2026-10-31"))
        assert checked >= moment(note["published_at"]).date()


def test_relations_lead_from_newer_pieces_to_older_ones() -> None:
    published = {piece.data["slug"]: moment(piece.data["published_at"]) for piece in pieces()}
    relations = [
        (relation, piece.data["slug"], target)
        for piece in pieces()
        for relation in ("follows_up", "replaces", "answers")
        for target in piece.data.get(relation, [])
    ]
    assert {relation for relation, _, _ in relations} == {"follows_up", "answers"}
    assert all(published[source] > published[target] for _, source, target in relations)


def test_the_byline_of_a_machine_names_its_reviewer() -> None:
    bylines = [piece.data["byline"] for piece in pieces() if "byline" in piece.data]
    assert [byline["author"] for byline in bylines] == ["machine"]
    assert bylines[0]["model"] and bylines[0]["reviewer"]


@pytest.mark.parametrize("text", everything(), ids=lambda text: text.address)
def test_fences_are_closed_and_the_title_stays_the_only_first_heading(text: Text) -> None:
    assert len(re.findall(r"^ *```", text.body, flags=re.M)) % 2 == 0
    assert not re.search(r"^# |^=+$", without_code(text.body), flags=re.M)


def target_of(address: str, link: str) -> str:
    """The address below the site's root to which a relative link leads."""
    parts = address.strip("/").split("/")
    while link.startswith("../"):
        assert parts, f"{link} climbs out of the site"
        parts, link = parts[:-1], link[3:]
    return "/".join([*parts, link])


@pytest.mark.parametrize("text", everything(), ids=lambda text: text.address)
def test_links_lead_to_something_that_exists(text: Text) -> None:
    known = {other.address for other in everything()} | {"notebook/", "dispatch/", "projects/", "contact/"}
    known |= {f"media/{path.name}" for path in SAMPLE.glob("media/*")}
    for link in re.findall(r"\]\(([^)]+)\)|\bsrc=\"(\.[^\"]+)\"", without_code(text.body)):
        link = "".join(link)
        assert target_of(text.address, link) in known, link


def test_there_are_enough_features_of_markdown_to_see_each_once() -> None:
    bodies = "\n".join(piece.body for piece in pieces())
    languages = set(re.findall(r"^```([a-z]+)", bodies, flags=re.M))
    assert languages >= {"python", "sql", "sh", "html", "css", "nginx", "ini", "diff"}
    marks = ("~~", "- [x] ", "- [ ] ", "> [!", "<details>", "[^", "\n:   ", "|---|", "\n  - ", "\n1. ")
    assert [mark for mark in marks if mark not in bodies] == []


def test_two_essays_are_long_enough_for_a_contents_list() -> None:
    essays = [without_code(piece.body) for piece in pieces() if piece.data["kind"] == "essay"]
    sections = [len(re.findall(r"^## ", body, flags=re.M)) for body in essays]
    assert min(sections) >= 2
    assert len([count for count in sections if count > 5]) >= 2


def test_paths_stop_at_pieces_and_one_of_them_opens_the_notebook() -> None:
    stops = {path.data["slug"]: path.data["stops"] for path in folder("paths")}
    assert len(stops["start"]) == 3
    for stop in (stop for several in stops.values() for stop in several):
        assert stop["piece"] in slugs()
        assert stop["label"] and stop["sentence"]


def test_one_of_four_projects_is_featured() -> None:
    projects = [project.data for project in folder("projects")]
    assert sorted(project["position"] for project in projects) == [1, 2, 3, 4]
    assert [project["slug"] for project in projects if project["featured"]] == ["bokashi"]
    assert all(link["address"].startswith("https://example.") for each in projects for link in each["links"])


def test_projects_tell_decisions_and_lessons() -> None:
    for project in folder("projects"):
        assert re.findall(r"^## .*$", project.body, flags=re.M) == ["## Decisions", "## Lessons"]


def test_the_standing_pages_are_published() -> None:
    assert {page.data["slug"]: page.data["published"] for page in folder("pages")} == {
        "about": True,
        "colophon": True,
        "privacy": True,
    }


def test_the_site_says_who_and_where() -> None:
    site = read(SAMPLE / "site.md", "").data
    assert site["time_zone"] == "Europe/London"
    assert [entry["label"] for entry in site["navigation"]] == ["Writing", "Dispatch", "Projects", "About"]
    assert all(site[key] for key in ("name", "role", "place", "tagline", "contact_line", "language"))


def test_one_essay_has_a_picture_that_lies_where_an_export_puts_it() -> None:
    (picture,) = SAMPLE.glob("media/*")
    assert picture.stem.endswith(hashlib.sha256(picture.read_bytes()).hexdigest()[:8])
    (piece,) = [piece for piece in pieces() if picture.name in piece.body]
    assert piece.data["kind"] == "essay" and 'alt="' in piece.body
