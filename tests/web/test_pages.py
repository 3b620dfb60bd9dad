"""The reading pages: what is on them in every state."""

import re
from datetime import UTC, date, datetime, timedelta
from xml.etree.ElementTree import Element

import html5lib
import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.models import Kind, Link, Page, Path, Project, Relation, Stop
from blog.state.database import transaction
from blog.writing import pieces, site
from blog.writing.site import SiteFields
from tests.conftest import Clock, Write

BROKEN = (
    "<div><b>start",
    "</div></div></main></article> x",
    "<table><tr><td>cell",
    "<ul><li>a",
    "<textarea>",
    "<plaintext>",
    "<a href='https://x.example'>open",
    "one <!-- two",
)


def tree(client: FlaskClient, address: str) -> Element:
    page: Element = html5lib.parse(client.get(address).text, namespaceHTMLElements=False)
    return page


def count_line(client: FlaskClient, address: str) -> str:
    found = re.search(r'id="count"[^>]*>(.*?)</p>', client.get(address).text, re.DOTALL)
    assert found
    return re.sub(r"<[^>]+>", "", found[1]).replace("&amp;", "&").removesuffix("Feed of this list").strip()


def test_the_count_sentence_is_right_in_every_state(client: FlaskClient, write: Write) -> None:
    assert count_line(client, "/notebook/") == "No pieces yet."
    write("First", kind=Kind.ESSAY, topics=("Typography",))
    assert count_line(client, "/notebook/") == "1 piece"
    assert count_line(client, "/notebook/essays/") == "1 essay"
    assert count_line(client, "/topics/typography/") == "1 piece about Typography"
    assert count_line(client, "/topics/typography/field-notes/") == "No field notes about Typography yet."
    assert count_line(client, "/notebook/thoughts/") == "No thoughts yet."
    for number in range(5):
        write(f"Note {number}", kind=Kind.FIELD_NOTE, topics=("Linux & hardware",))
    assert count_line(client, "/topics/linux-hardware/") == "5 pieces about Linux & hardware"
    assert count_line(client, "/topics/linux-hardware/field-notes/") == "5 field notes about Linux & hardware"
    assert count_line(client, "/notebook/field-notes/") == "5 field notes"
    assert count_line(client, "/notebook/") == "6 pieces"


def test_a_row_of_many_topics_shows_the_most_used_and_leads_to_the_rest(client: FlaskClient, write: Write) -> None:
    for number in range(18):
        write(f"Piece {number}", topics=(f"Topic {number:02}",))
        write(f"Second of {number}", topics=(f"Topic {number:02}",), publish=number > 2)
    page = client.get("/notebook/").text
    assert "All 18 topics" in page
    assert 'id="topic-topic-16"' in page
    assert 'id="topic-topic-00"' not in page
    assert 'id="topic-topic-00"' in client.get("/topics/topic-00/").text
    assert "Topic 00" in client.get("/topics/").text


def test_a_topic_without_a_piece_of_the_chosen_kind_is_no_filter(client: FlaskClient, write: Write) -> None:
    write("One", kind=Kind.ESSAY, topics=("Tides",))
    write("Two", kind=Kind.FIELD_NOTE, topics=("Winds",))
    page = client.get("/notebook/essays/").text
    assert 'id="topic-tides"' in page
    assert 'id="topic-winds"' not in page and "All 2 topics" not in page
    assert 'id="topic-winds"' in client.get("/notebook/").text
    assert 'id="topic-winds"' in client.get("/topics/winds/essays/").text


def test_the_row_shows_topics_that_have_most_of_the_chosen_kind(client: FlaskClient, write: Write) -> None:
    for number in range(15):
        write(f"Piece {number}", topics=(f"Topic {number:02}",), kind=Kind.THOUGHT)
    write("An essay", topics=("Topic 14",), kind=Kind.ESSAY)
    assert 'id="topic-topic-14"' in client.get("/notebook/essays/").text
    thoughts = client.get("/notebook/thoughts/").text
    assert "All 15 topics" in thoughts and thoughts.count('id="topic-topic-') == 14


def test_an_empty_filter_has_a_way_out(client: FlaskClient, write: Write) -> None:
    write("First", topics=("Typography",))
    page = client.get("/topics/typography/field-notes/").text
    assert "everything about Typography" in page
    assert "the whole notebook" in page


@pytest.mark.parametrize("path", ["/", "/notebook/", "/topics/", "/dispatch/", "/projects/", "/changes/", "/search/"])
def test_an_empty_site_has_no_broken_page(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "<h1" in answer.text


@pytest.mark.parametrize(
    "path", ["/topics/none/", "/notebook/none/", "/notebook/poems/", "/projects/none/", "/paths/none/", "/none/"]
)
def test_what_cannot_be_is_not_found_in_the_sites_own_look(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "masthead" in answer.text
    assert "Nothing here" in answer.text


def test_an_article_shows_all_that_belongs_to_it(client: FlaskClient, write: Write) -> None:
    earlier = write("Earlier piece")
    headings = "\n\n".join(f"## Part {number}\n\nText." for number in range(5))
    piece = write(
        "The piece",
        source=headings,
        kind=Kind.FIELD_NOTE,
        summary="What it is about.",
        topics=("SQLite", "Linux & hardware"),
        standing="holds",
        checked_on=date(2026, 8, 14),
        checked_against="SQLite 3.45",
        symptom="Error: <locked> & gone",
    )
    later = write("Later piece")
    page = client.get(f"/notebook/{piece.slug}/").text
    for part in (
        "Field note",
        '<time datetime="2026-11-20T14:00:00+00:00">20 November 2026</time>',
        "1 min read",
        ">SQLite</a>",
        ">Linux &amp; hardware</a>",
        "What it is about.",
        "Still holds",
        "14 August 2026",
        "SQLite 3.45",
        "Error: &lt;locked&gt; &amp; gone",
        '<a href="#part-3">Part 3</a>',
        f'rel="prev" href="/notebook/{earlier.slug}/"',
        f'rel="next" href="/notebook/{later.slug}/"',
        'rel="author"',
        f'<link rel="canonical" href="https://blog.example/notebook/{piece.slug}/">',
    ):
        assert part in page, part
    assert page.count("<h1") == 1


def test_a_follow_up_is_announced_on_the_older_piece(client: FlaskClient, write: Write) -> None:
    older, newer, draft = write("Older"), write("Newer"), write("Draft of an answer", publish=False)
    with transaction() as session:
        session.add(Link(from_id=newer.id, to_id=older.id, relation=Relation.FOLLOWS_UP))
        session.add(Link(from_id=draft.id, to_id=older.id, relation=Relation.ANSWERS))
    page = client.get(f"/notebook/{older.slug}/").text
    assert "There is a follow-up" in page
    assert "Newer" in page
    assert "Draft of an answer" not in page
    assert "This follows up" in client.get(f"/notebook/{newer.slug}/").text


def test_a_correction_is_public_on_the_piece_and_under_changes(client: FlaskClient, write: Write, time: Clock) -> None:
    piece = write("Wrong once")
    time.forward(days=1)
    pieces.correct(piece.id, "The number was 41, not 42.", time.now)
    for address in (f"/notebook/{piece.slug}/", "/changes/"):
        assert "The number was 41, not 42." in client.get(address).text
    assert "changed <time" in client.get(f"/notebook/{piece.slug}/").text


@pytest.mark.parametrize("source", BROKEN)
def test_unbalanced_markup_stays_inside_its_piece(client: FlaskClient, write: Write, source: str) -> None:
    write("", source=source, kind=Kind.THOUGHT)
    piece = write("Broken", source=source)
    for address in ("/", "/notebook/", f"/notebook/{piece.slug}/"):
        body = tree(client, address).find("body")
        assert body is not None
        assert [child.tag for child in body if child.tag != "script"] == ["a", "header", "main", "footer"], address


def test_home_has_everything_and_typed_nothing(client: FlaskClient, write: Write, time: Clock) -> None:
    fields = SiteFields(
        "Ines Marlow", "Engineer", "Sheffield", "Writes things down.", "Mail is welcome.", "Europe/London"
    )
    site.save_site(fields, time.now, None)
    with transaction() as session:
        session.add(Project(slug="press", title="Press", summary="Prints.", featured=True, changed_at=time.now))
        session.add(Project(slug="quire", title="Quire", summary="Folds.", changed_at=time.now))
    write("An essay")
    write("", source="A **small** thought.", kind=Kind.THOUGHT)
    page = client.get("/").text
    for part in (
        "<h1>Ines Marlow</h1>",
        "Engineer, Sheffield",
        "Writes things down.",
        "Mail is welcome.",
        "Press",
        "Also building",
        "Quire",
        "A <strong>small</strong> thought.",
        "An essay",
        "Updated <time",
    ):
        assert part in page, part


def test_updated_is_the_last_public_change_everywhere(client: FlaskClient, write: Write, time: Clock) -> None:
    edited = write("Edited")
    write("Newest")
    time.forward(days=1)
    pieces.correct(edited.id, "Made better.", time.now)
    moment = time.now
    time.forward(days=1)
    write("Draft", publish=False)
    write("Tomorrow", at=time.now + timedelta(days=5))
    stamp = moment.isoformat()
    assert f'Updated <time datetime="{stamp}"' in client.get("/").text
    assert f"<loc>https://blog.example/</loc><lastmod>{stamp}</lastmod>" in client.get("/sitemap.xml").text
    assert f"<updated>{stamp.replace('+00:00', 'Z')}</updated>" in client.get("/atom.xml").text
    assert client.get("/").headers["Last-Modified"] == f"{moment:%a, %d %b %Y %H:%M:%S} GMT"


def test_the_dispatch_is_chronological_with_years(client: FlaskClient, write: Write) -> None:
    write("From 2024", at=datetime(2024, 5, 1, tzinfo=UTC), summary="Then.")
    write("From 2023", at=datetime(2023, 5, 1, tzinfo=UTC))
    write("Not long", kind=Kind.FIELD_NOTE)
    page = client.get("/dispatch/").text
    places = [page.index(part) for part in (">2023<", ">From 2023<", ">2024<", ">From 2024<", "Then.", "Read article")]
    assert places[:5] == sorted(places[:5])
    assert "Not long" not in page


def test_a_long_dispatch_has_its_earlier_part(client: FlaskClient, write: Write) -> None:
    for number in range(103):
        write(f"Essay {number:03}")
    page = client.get("/dispatch/").text
    assert "Essay 003" in page
    assert "Essay 002<" not in page
    following = re.search(r'href="(/dispatch/\?before=[^"]+)"', page)
    assert following
    assert "Essay 002" in client.get(following[1]).text


def test_the_start_path_opens_the_notebook(client: FlaskClient, write: Write) -> None:
    public, hidden = write("Public stop"), write("Hidden stop", publish=False)
    with transaction() as session:
        stops = [
            Stop(piece_id=hidden.id, position=0, label="Hidden label"),
            Stop(piece_id=public.id, position=1, label="Follow a fix", sentence="From error to cause."),
        ]
        session.add(Path(slug="start", title="A few places to start", stops=stops))
    for address in ("/notebook/", "/paths/start/"):
        page = client.get(address).text
        assert "A few places to start" in page
        assert "Follow a fix" in page
        assert "Hidden" not in page


def test_standing_pages_are_rendered_and_drafts_of_them_are_not(client: FlaskClient, time: Clock, app: Flask) -> None:
    with transaction() as session:
        session.add(Page(slug="about", title="About", source="Who *I* am.", published=True, changed_at=time.now))
        session.add(Page(slug="soon", title="Soon", source="Not yet.", changed_at=time.now))
    assert "Who <em>I</em> am." in client.get("/about/").text
    assert client.get("/soon/").status_code == 404
    assert "/soon/" not in client.get("/sitemap.xml").text


def test_dates_are_shown_in_the_sites_zone(client: FlaskClient, write: Write, time: Clock) -> None:
    site.save_site(SiteFields("N", time_zone="Pacific/Auckland"), time.now, None)
    piece = write("Late", at=datetime(2025, 2, 20, 23, 30, 15, tzinfo=UTC))
    page = client.get(f"/notebook/{piece.slug}/").text
    assert '<time datetime="2025-02-21T12:30:15+13:00">21 February 2025</time>' in page


def test_a_piece_as_markdown_is_the_file_of_the_export(client: FlaskClient, write: Write) -> None:
    piece = write("As written", source="Vec<T> --flag\n\n\ttab\n", topics=("SQLite",))
    answer = client.get(f"/notebook/{piece.slug}.md")
    assert answer.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert answer.text.startswith("---\n")
    assert answer.text.endswith("Vec<T> --flag\n\n\ttab\n")
    assert piece.uid in answer.text
