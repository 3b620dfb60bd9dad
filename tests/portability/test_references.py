"""Finding addresses in Markdown, and code in which there are none."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blog.portability.masks import without_code
from blog.portability.references import references, rewritten


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("[a](b.md)", ["b.md"]),
        ("![a](b.png 'title')", ["!b.png"]),
        ("[![a](b.png)](c.md#d)", ["!b.png", "c.md#d"]),
        ("[a](<b c.md>)", ["b c.md"]),
        ("![a](my pic.png)", ["!my pic.png"]),
        ("[a](b_(c).md) [d]( e.md )", ["b_(c).md", "e.md"]),
        ("[a [b] c](d.md)", ["d.md"]),
        ("[a]: b.md 'title'\n[c]: <d e.md>", ["b.md", "d e.md"]),
        ("[^1]: a footnote", []),
        ("<img alt='a' src=\"b.png\"> <a href='c.md'>", ["!b.png", "c.md"]),
        ("<img srcset='a.png 1x, b.png 2x'>", ["!a.png", "!b.png"]),
        ("[[Note]] [[Note|words]] ![[pic.png]]", ["Note", "Note", "!pic.png"]),
        ('[a]({{< ref "b.md#c" >}})', ['{{< ref "b.md#c" >}}']),
        ("a&amp;b: [x](y.md?a=1&amp;b=2)", ["y.md?a=1&b=2"]),
        ("`[a](b.md)` \\[c](d.md) \\[[e]]", []),
        ("``` \n[a](b.md)\n```\n\n~~~\n[a](b.md)\n~~~", []),
        ("- item\n\n  ```\n  [a](b.md)\n  ```\n\n  [c](d.md)", ["d.md"]),
        ("> ```\n> [a](b.md)\n\n[c](d.md)", ["d.md"]),
        ("text\n\n    [a](b.md)\n\nmore", []),
        ("- item\n\n    [a](b.md)", ["b.md"]),
        ("<pre>[a](b.md)</pre> <!-- [c](d.md) --> [e](f.md)", ["f.md"]),
        ("<pre>[a](b.md)", ["b.md"]),
        ("a ` b [c](d.md)\n\ne ` f", ["d.md"]),
        ("`` a ` [b](c.md) `` [d](e.md)", ["e.md"]),
        ("[a\n\nb](c.md)", []),
        ("arr[0](x) is code", ["x"]),
    ],
)
def test_every_address_outside_of_code_is_found(source: str, found: list[str]) -> None:
    marked = [("!" if one.is_picture else "") + one.address for one in references(source)]
    assert sorted(marked) == sorted(found)


def test_an_address_is_replaced_where_it_stands() -> None:
    source = "[a](<b c.md> 'd') [[e|f]] ![[g.png|100x200]] <img src='h.png'> `b`\n\n[i]: j.md"
    changed = rewritten(source, lambda reference: "new" if reference.address != "j.md" else None)
    assert changed == "[a](<new> 'd') [f](new) ![](new) <img src='new'> `b`\n\n[i]: j.md"


@given(st.text(st.sampled_from("`~ \n[]()!<>-{}#=\"'\\a.1|*/"), max_size=200))
def test_any_text_is_left_as_it_is_where_nothing_is_replaced(source: str) -> None:
    assert rewritten(source, lambda _: None) == source
    masked = without_code(source)
    assert len(masked) == len(source)
    assert masked.count("\n") == source.count("\n")


@pytest.mark.parametrize(
    "source",
    ["`" * 50_000, "` `` " * 20_000, "[" * 100_000, "<pre>" * 50_000, "![" * 50_000, "[a](" * 30_000, "<img " * 50_000,
     "<!--" * 50_000, "    a\n\n" * 30_000, "[[" * 50_000, "> ```\n" * 20_000, "\\" * 100_000 + "[a](b)"],
    ids=lambda source: source[:6],
)  # fmt: skip
def test_hostile_texts_are_read_in_time(source: str) -> None:
    began = time.process_time()
    list(references(source))
    assert time.process_time() - began < 2
