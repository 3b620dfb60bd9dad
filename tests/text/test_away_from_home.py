"""A piece's HTML in feeds and lists: addresses and ids that hold away from its own page."""

import re

import pytest

from blog.text import for_feed, for_list, render
from tests.text.tree import parse

SITE = "https://b.example"
PERMALINK = "https://b.example/notebook/a/"
SOURCE = (
    "[root](/media/a.png) [rel](a.png) [up](../b/) [cdn](//cdn.example/c.png) [part](#setup) [query](?x=1) "
    "[mail](mailto:a@b.example) [out](http://x.example/?a=1&b=2) [gone](#nowhere) note[^1] ![i](i.png)\n\n"
    '<img src="s.png" srcset="1.png 1x, /2.png 2x"><video poster="p.jpg" src="v.mp4"></video>\n\n'
    "## Setup\n\n```\ncode ]]> <![CDATA[\n```\n\n[^1]: with [a link](n.html)\n"
)


def addresses(html: str) -> list[str]:
    """List every address in HTML, candidates of a srcset one by one."""
    found = []
    for element in parse(html).iter():
        found += [element.get(name, "") for name in ("href", "src", "poster") if element.get(name) is not None]
        found += [candidate.split()[0] for candidate in element.get("srcset", "").split(", ") if candidate]
    return found


def feed(source: str, key: str = "k") -> str:
    """Render a text as it stands in a feed."""
    return for_feed(render(source, key=key).html, permalink=PERMALINK, site_url=SITE, key=key)


def test_in_a_feed_every_address_is_absolute_or_leads_into_the_entry() -> None:
    found = addresses(feed(SOURCE))
    assert {
        "https://b.example/media/a.png",
        "https://b.example/notebook/a/a.png",
        "https://b.example/notebook/b/",
        "https://cdn.example/c.png",
        "https://b.example/notebook/a/?x=1",
        "mailto:a@b.example",
        "http://x.example/?a=1&b=2",
        "https://b.example/notebook/a/#nowhere",
        "https://b.example/notebook/a/i.png",
        "https://b.example/notebook/a/1.png",
        "https://b.example/2.png",
        "https://b.example/notebook/a/p.jpg",
        "https://b.example/notebook/a/v.mp4",
        "https://b.example/notebook/a/n.html",
        "#k-setup",
    } <= set(found)
    assert all(re.match(r"https?://|mailto:|#", address) for address in found)


def test_links_within_an_entry_have_their_target_in_it() -> None:
    html = feed(SOURCE)
    ids = {element.get("id") for element in parse(html).iter() if element.get("id")}
    inner = {address.removeprefix("#") for address in addresses(html) if address.startswith("#")}
    assert inner
    assert inner <= ids
    assert all(name and name.startswith("k-") for name in ids)


def test_ids_differ_between_entries() -> None:
    page = parse(feed(SOURCE, "a") + feed(SOURCE, "b"))
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_a_feed_carries_no_marks_of_headings_nor_hints_for_a_page() -> None:
    html = feed(SOURCE)
    for word in ("anchor", "tabindex", "loading=", "aria-label"):
        assert word not in html
    assert "Setup</h2>" in html


def test_a_permalink_without_host_is_resolved_against_the_site() -> None:
    html = for_feed('<p><a href="x">y</a></p>', permalink="/notebook/a/", site_url="https://b.example", key="k")
    assert addresses(html) == ["https://b.example/notebook/a/x"]


def test_a_protocol_relative_address_gets_the_scheme_of_the_site() -> None:
    html = for_feed('<img src="//c.example/x">', permalink="http://b.example/a/", site_url="http://b.example", key="k")
    assert addresses(html) == ["http://c.example/x"]


def test_text_and_escapes_stay_as_they_are() -> None:
    source = "AT&T &copy; `&lt;` <b>x</b> \"q\" 'r'\n\n```\na ]]> b\n```"
    assert "".join(parse(feed(source)).itertext()) == "".join(parse(render(source).html).itertext())


def test_in_a_list_page_relative_addresses_lead_to_the_piece() -> None:
    html = for_list(render(SOURCE, key="k").html, permalink="/notebook/a/", key="k")
    found = set(addresses(html))
    assert {"/media/a.png", "/notebook/a/a.png", "/notebook/b/", "//cdn.example/c.png", "/notebook/a/?x=1"} <= found
    assert {"#k-setup", "/notebook/a/#nowhere", "mailto:a@b.example"} <= found


def test_pieces_in_one_list_share_no_id() -> None:
    pieces = [for_list(render(SOURCE, key=key).html, permalink=f"/{key}/", key=key) for key in "abc"]
    page = parse("".join(f"<article>{piece}</article>" for piece in pieces))
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for article in page.findall("article"):
        own = {element.get("id") for element in article.iter()}
        inner = [link.get("href", "") for link in article.iter("a") if link.get("href", "").startswith("#")]
        assert inner
        assert all(address[1:] in own for address in inner)


def test_an_address_that_is_none_stays() -> None:
    html = for_feed('<a href="http://[x">y</a>', permalink=PERMALINK, site_url=SITE, key="k")
    assert addresses(html) == ["http://[x"]


def test_in_a_feed_the_alignment_of_cells_is_written_out() -> None:
    cells = parse(feed('| a | b |\n|--:|---|\n| 1 | 2 |\n\n<p class="right">x</p>')).findall(".//tr/*")
    assert [cell.get("style") for cell in cells] == ["text-align:right", None, "text-align:right", None]


def test_alignment_of_any_block_is_written_out() -> None:
    source = "<p style='text-align: center; position: fixed'>a</p>\n\n<div align=right>\n\nb\n\n</div>"
    html = for_feed(render(source).html, permalink="https://blog.example/a/", site_url="https://blog.example", key="k")
    assert re.findall(r'class="(\w+)" style="text-align:(\w+)"', html) == [("center", "center"), ("right", "right")]
    assert "position" not in html


def test_blanks_and_line_ends_in_addresses_are_as_browsers_read_them() -> None:
    html = render("[a](<b c.png>) ![d](e\nf.png) <img src=' g h.png '> <a href='/i\tj'>k</a>").html
    assert re.findall(r'(?:href|src)="([^"]*)"', html) == ["b%20c.png", "ef.png", "g%20h.png", "/ij"]


@pytest.mark.parametrize(
    "typed", ["http:e.example/x", "http:/e.example/x", "HTTP:\\\\e.example/x", "http:///e.example/x"]
)
def test_a_scheme_of_the_web_has_its_host_on_pages_and_in_feeds(typed: str) -> None:
    html = render(f'<a href="{typed}">a</a>').html
    assert [address.lower() for address in addresses(html)] == ["http://e.example/x"]
    assert [address.lower() for address in addresses(feed(f'<a href="{typed}">a</a>'))] == ["http://e.example/x"]


@pytest.mark.parametrize("typed", ["//e.example/x", "/\\e.example/x", "\\\\e.example/x", "///e.example/x"])
def test_slashes_of_any_kind_before_a_host_are_two(typed: str) -> None:
    assert addresses(render(f'<a href="{typed}">a</a>').html) == ["//e.example/x"]
