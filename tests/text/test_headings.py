import re
from pathlib import Path

import pytest

from blog.text import Heading, render
from blog.text.anchors import PAGE_IDS
from tests.text.tree import text_of, tree_of

HEADINGS = "# Überblick\n\n## 概要\n\n## 概要\n\n## 🚀\n\n## Setup\n\n## Setup\n\n## हिन्दी\n\n## مرحبا بالعالم\n"


def ids(source: str) -> list[str]:
    return [element.get("id", "") for element in tree_of(source).iter() if re.fullmatch("h[1-6]", str(element.tag))]


def test_ids_are_readable_in_any_script_and_unique() -> None:
    found = ids(HEADINGS)
    assert found[:3] == ["überblick", "概要", "概要-2"]
    assert found[4:] == ["setup", "setup-2", "हिन्दी", "مرحبا-بالعالم"]
    assert re.fullmatch(r"section-[0-9a-f]{8}", found[3])


def test_a_heading_of_pictures_alone_is_named_by_their_words() -> None:
    pictures = ("![Our logo](a.png) ![& friends](b.png)", "[![Our logo](a.png)](/x)", "![](a.png)", "Set ![x](y.png)")
    source = "\n\n".join(f"## {picture}" for picture in pictures)
    assert ids(source)[:2] == ["our-logo-friends", "our-logo"]
    assert re.fullmatch(r"section-[0-9a-f]{8}", ids(source)[2])
    assert ids(source)[3] == "set"
    assert [heading.text for heading in render(source).contents] == ["Our logo & friends", "Our logo", "Set"]


def test_inserting_a_heading_changes_no_other_id() -> None:
    assert ids("## はじめに\n\n" + HEADINGS)[1:] == ids(HEADINGS)


def test_an_id_that_looks_like_a_second_one_is_still_unique() -> None:
    assert len(set(ids("## A\n\n## A 2\n\n## A\n\n## A\n\n## A 2"))) == 5


def test_the_title_stays_the_only_heading_of_level_one() -> None:
    tree = tree_of("# One\n\n## Two\n\n###### Six\n\n<h1>Raw</h1>")
    assert [child.tag for child in tree] == ["h2", "h3", "h4", "h2"]


def test_a_text_without_headings_of_level_one_keeps_its_levels() -> None:
    assert [child.tag for child in tree_of("## Two\n\n### Three")] == ["h2", "h3"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("34", "23"),
        ("2424", "2323"),
        ("2432", "2332"),
        ("321", "222"),
        ("212", "223"),
        ("123456", "234566"),
        ("16", "23"),
    ],
)
def test_no_level_is_skipped_whatever_was_written(written: str, shown: str) -> None:
    tree = tree_of("\n\n".join(f"{'#' * int(level)} Heading" for level in written))
    assert [child.tag for child in tree] == [f"h{level}" for level in shown]


def test_contents_list_the_upper_two_levels_as_plain_text() -> None:
    contents = render("## `Vec<T>` & *co*[^1]\n\n### [Sub](x)\n\n#### Deep\n\n##\n\n[^1]: note").contents
    assert contents == (Heading(2, "vec-t-co", "Vec<T> & co"), Heading(3, "sub", "Sub"))


def test_every_contents_entry_leads_to_a_heading() -> None:
    rendered = render(HEADINGS)
    tree = tree_of(HEADINGS)
    assert [h.id for h in rendered.contents] == [e.get("id") for e in tree if e.tag in ("h2", "h3")]


def test_a_heading_carries_a_mark_that_leads_to_itself_and_is_no_text() -> None:
    heading = tree_of("## A *b*").find("./h2")
    assert heading is not None
    mark = heading[-1]
    assert (mark.get("class"), mark.get("href"), text_of(mark)) == ("anchor", "#a-b", "")
    assert mark.get("aria-label")
    assert render("## A *b*").plain == "A b"


def test_braces_and_closing_signs_of_a_heading() -> None:
    source = "## The empty set {}\n\n## Using {name}\n\n## C#\n\n## Closed ##\n\n## {#a .b}"
    headings = [text_of(child) for child in tree_of(source) if child.tag == "h2"]
    assert headings == ["The empty set {}", "Using {name}", "C#", "Closed", "{#a .b}"]
    assert ids(source)[:2] == ["the-empty-set", "using-name"]


def test_an_id_in_braces_is_the_id_of_its_heading() -> None:
    rendered = render("## Set up {#Install-It}\n\n## Install it\n\n[a](#Install-It)")
    assert [(heading.id, heading.text) for heading in rendered.contents] == [
        ("install-it", "Set up"),
        ("install-it-2", "Install it"),
    ]
    assert '<a href="#install-it">a</a>' in rendered.html


def test_underlined_headings() -> None:
    tree = tree_of("One\nline\n===\n\nTwo\n---\n\n---")
    assert [(child.tag, text_of(child).strip()) for child in tree] == [("h2", "One\nline"), ("h3", "Two"), ("hr", "")]


def test_ids_of_the_author_are_set_apart_and_links_follow_them() -> None:
    tree = tree_of('<p id="main">x</p>\n\n[to x](#main) [to h](#own)\n\n<h2 id="own">Head</h2>\n\n<b id="main">y</b>')
    found = [element.get("id") for element in tree.iter() if element.get("id")]
    assert found == ["in-main", "own", "in-main-2"]
    assert [link.get("href") for link in tree.iter("a") if link.text] == ["#in-main", "#own"]


def test_ids_of_the_page_around_the_text_are_taken() -> None:
    templates = Path(__file__).resolve().parents[2] / "templates"
    around = [templates / "base.html", *sorted((templates / "article").glob("*.html"))]
    used = {name for path in around for name in re.findall(r'\bid="([\w-]+)"', path.read_text("utf-8"))}
    assert used <= PAGE_IDS, "add the new ids of the article's page to PAGE_IDS in blog/text/anchors.py"
    assert ids("## Main\n\n## Corrections") == ["main-2", "corrections-2"]


def test_no_heading_id_can_be_a_name_with_an_underscore_in_front() -> None:
    assert ids("## _name_\n\n## `__init__`") == ["name", "init"]


@pytest.mark.parametrize("source", ["#", "## ", "# #", "text\n\n###"])
def test_signs_without_words_are_no_heading(source: str) -> None:
    html = render(f"{source}\n\nmore").html
    assert "<h" not in html
    assert "#" in html
