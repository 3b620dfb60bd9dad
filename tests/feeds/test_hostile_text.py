"""Whatever characters come in, every document parses and says the same words."""

import json
from dataclasses import fields, replace
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blog.feeds import Entry, Feed, atom, json_feed, rss

ATOM = {"": "http://www.w3.org/2005/Atom"}
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
FORBIDDEN = {*range(0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF} - {0x9, 0xA, 0xD}

# Any code point, lone surrogates too, with what XML and JSON trip over drawn often.
awkward = st.sampled_from(
    [*"\x00\x08\x0b\x1f\r\n\t<>&\"' \ud800\udfff\ufffe\uffff\u2028\x85", "]]>", "<![CDATA[", "&#2;"]
)
any_text = st.lists(awkward | st.characters(codec=None, categories=None)).map("".join)


def kept(text: str) -> str:
    return "".join(c for c in text if ord(c) not in FORBIDDEN)


def with_text(record: Any, text: str) -> Any:
    return replace(record, **{f.name: text for f in fields(record) if f.type in (str, "str")})


@given(text=any_text)
def test_any_text_in_any_field_keeps_all_three_well_formed(feed: Feed, entry: Entry, text: str) -> None:
    hostile = replace(with_text(entry, text), topics=(text, text))
    strange = replace(with_text(feed, text), entries=(hostile, entry))
    assert len(ElementTree.fromstring(rss(strange)).findall("channel/item")) == 2
    assert len(ElementTree.fromstring(atom(strange)).findall("entry", ATOM)) == 2
    assert len(json.loads(json_feed(strange).decode("utf-8", "strict"))["items"]) == 2


@given(text=any_text)
def test_content_is_intact_in_all_three_after_one_unescape(feed: Feed, entry: Entry, text: str) -> None:
    one = replace(feed, entries=(replace(entry, html=text),))
    assert ElementTree.fromstring(rss(one)).findtext(f"channel/item/{CONTENT}", "") == kept(text)
    assert ElementTree.fromstring(atom(one)).findtext("entry/content", "", ATOM) == kept(text)
    assert json.loads(json_feed(one))["items"][0]["content_html"] == kept(text)


@given(text=any_text)
def test_titles_and_topics_are_intact_but_for_outer_white_space(feed: Feed, entry: Entry, text: str) -> None:
    one = replace(feed, entries=(replace(entry, title=text, topics=(text,)),))
    words = kept(text).strip()
    item = ElementTree.fromstring(rss(one)).find("channel/item")
    assert item is not None
    assert item.findtext("title", "") == item.findtext("category", "") == words
    node = ElementTree.fromstring(atom(one)).find("entry", ATOM)
    assert node is not None
    assert node.findtext("title", "", ATOM) == words
    assert [c.get("term") for c in node.findall("category", ATOM)] == ([words] if words else [])
    item_json = json.loads(json_feed(one))["items"][0]
    assert (item_json.get("title", ""), item_json.get("tags", [])) == (words, [words] if words else [])


def test_one_control_character_costs_neither_the_feed_nor_a_word(feed: Feed, entry: Entry) -> None:
    bad = replace(entry, title="Pasted\x0b text", html="<p>a\x08b\x1fc\ufffed &#2;</p>")
    ten = replace(feed, entries=(bad, *[entry] * 9))
    items = ElementTree.fromstring(rss(ten)).findall("channel/item")
    nodes = ElementTree.fromstring(atom(ten)).findall("entry", ATOM)
    assert len(items) == len(nodes) == len(json.loads(json_feed(ten))["items"]) == 10
    assert items[0].findtext("title") == nodes[0].findtext("title", None, ATOM) == "Pasted text"
    assert items[0].findtext(CONTENT) == "<p>abcd &#2;</p>"


def test_section_openers_and_terminators_are_only_text(feed: Feed, entry: Entry) -> None:
    html = "<p>&lt;![CDATA[ … ]]&gt; and ]]></p><pre><code>&lt;![CDATA[x]]&gt;\n</code></pre>"
    tricky = replace(entry, title="a[b[0]]>1", html=html, author="Ada ]]> Ink", topics=("]]>", "<![CDATA["))
    one = replace(feed, entries=(tricky,))
    item = ElementTree.fromstring(rss(one)).findall("channel/item")[0]
    assert (item.findtext("title"), item.findtext(CONTENT)) == ("a[b[0]]>1", html)
    node = ElementTree.fromstring(atom(one)).findall("entry", ATOM)[0]
    assert node.findtext("content", None, ATOM) == html
    assert [c.get("term") for c in node.findall("category", ATOM)] == ["]]>", "<![CDATA["]
    assert node.findtext("author/name", None, ATOM) == "Ada ]]> Ink"


@pytest.mark.parametrize(("write", "start"), [(rss, "<rss "), (atom, "<feed ")], ids=["rss", "atom"])
def test_the_first_bytes_are_the_declaration_of_utf_8(feed: Feed, write: Any, start: str) -> None:
    document: bytes = write(feed)
    assert document.startswith(f'<?xml version="1.0" encoding="utf-8"?>\n{start}'.encode())


@pytest.mark.parametrize("write", [rss, atom, json_feed])
def test_every_script_is_written_as_itself_in_utf_8(feed: Feed, write: Any) -> None:
    text = write(feed).decode("utf-8", "strict")
    assert all(word in text for word in ("Größe", "مرحبا", "🖋"))
