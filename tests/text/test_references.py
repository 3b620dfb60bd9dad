"""Character references, targets of links by name, and what of a picture is spoken."""

import pytest

from blog.text import render
from tests.text.tree import text_of, tree_of

LONG = "&#" + "9" * 5_000 + ";"


@pytest.mark.parametrize(
    "source",
    [LONG, f"<a title='{LONG}'>x</a>", f"# {LONG}", f"![{LONG}](x)", f"https://x.example/{LONG}", f"[a](/{LONG})",
     f"```x {LONG}\n```", f"*[A]: {LONG}\n\nA", f"<a href='{LONG}'>x</a>", f"<iframe src='/{LONG}'></iframe>"],
)  # fmt: skip
def test_a_reference_with_too_many_digits_is_text(source: str) -> None:
    assert "9" * 5_000 in render(source).html or source.startswith("```")


def test_references_to_what_may_not_stand_in_a_page_vanish() -> None:
    rendered = render("a&#2;b &#x1F;c &#xFFFE;d &#11;e &#13;f &#x9f;g &#129;h &#xFDD0;i <b title='&#2;x'>j</b> `&#2;`")
    assert rendered.plain == "ab c d e f \u0178g h i j &#2;"
    assert rendered.html.count("&#") == 0


def test_references_to_signs_stay_and_old_ones_become_what_browsers_show() -> None:
    assert render("&#65;&#x42;&#x0043; &#150; &#0; &#xD800; &#x110000;").plain == "ABC \u2013 \ufffd \ufffd \ufffd"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("\\&copy; \\&lt;b> \\&#65;", "&copy; &lt;b> &#65;"),
        ("\\\\&copy; \\& &copy;", "\\\u00a9 & \u00a9"),
    ],
)
def test_a_backslash_makes_a_reference_text(source: str, text: str) -> None:
    assert text_of(tree_of(source)[0]) == text


@pytest.mark.parametrize(
    ("source", "target", "title"),
    [
        ("[a]:\n/x.html\n\n[a]", "/x.html", None),
        ("[a]: /x\n  'T t'\n[b]: /y\n\n[a] [b]", "/x", "T t"),
        ('[a]: /x\\*y "t\\"q\\*"\n\n[a]', "/x*y", 't"q*'),
        ("[a]: <x y> (t)\n\n[a]", "x%20y", "t"),
        ("see [[a]]\n\n[a]: /x", "/x", None),
        ("[no][a][no]\n\n[a]: /x", "/x", None),
    ],
)  # fmt: skip
def test_targets_of_links_are_found(source: str, target: str, title: str | None) -> None:
    link = tree_of(source).find(".//a")
    assert link is not None
    assert (link.get("href"), link.get("title")) == (target, title)


def test_what_only_begins_like_a_target_is_text() -> None:
    for source in ("[Ann]:\nHello", "[Ann]: hello there", "[Ann]:\n\n/x"):
        assert text_of(tree_of(source)).split()[:2] == source.split()[:2], source


@pytest.mark.parametrize(
    ("source", "spoken"),
    [
        ("![a *b* **c** `d` [e](f) \\*](x)", "a b c d e *"),
        ("![snake_case_name & <b>](x)", "snake_case_name & <b>"),
        ("![a *b*]\n\n[a *b*]: x", "a b"),
        ("![a _b_][c]\n\n[c]: x", "a b"),
        ('<img src="x" alt="a  \nb">', "a  \nb"),
    ],
)
def test_the_marks_in_the_words_of_a_picture_are_not_spoken(source: str, spoken: str) -> None:
    image = tree_of(source).find(".//img")
    assert image is not None and image.get("alt") == spoken


def test_mail_links_have_their_scheme_once() -> None:
    tree = tree_of("<MAILTO:a@b.example> <mailto:c@d.example> <e@f.example>")
    assert [link.get("href") for link in tree.iter("a")] == [
        "mailto:a@b.example", "mailto:c@d.example", "mailto:e@f.example",
    ]  # fmt: skip


def test_signs_that_close_a_quotation_are_no_part_of_an_address() -> None:
    source = "\u201chttps://x.example/a\u201d \u300chttps://x.example/b\u300d https://x.example/c\u3002 https://x.example/d\u2026"
    assert [link.get("href") for link in tree_of(source).iter("a")] == [f"https://x.example/{end}" for end in "abcd"]


@pytest.mark.parametrize("label", ["`foo<T>`", "a `b` c", "a\\]b", "c\\\\", "ẞ"])
def test_a_label_may_hold_code_and_escaped_signs(label: str) -> None:
    assert [link.get("href") for link in tree_of(f"[{label}] [x][{label}]\n\n[{label}]: /u").iter("a")] == ["/u", "/u"]


@pytest.mark.parametrize(
    ("definition", "title"),
    [
        ("[a\n  b]: /u", None),
        ("[\na b\n]: /u", None),
        ("[a b]: /u '\none\ntwo\n'", "one two"),
        ("[a b]: /u (one\ntwo)", "one two"),
        ("[a b]:\n/u\n'one'", "one"),
    ],
)
def test_a_definition_may_go_on_over_lines(definition: str, title: str | None) -> None:
    tree = tree_of(f"{definition}\n\n[x][A b]")
    link = tree.find("./p/a")
    assert link is not None
    assert (link.get("href"), title and " ".join(link.get("title", "").split())) == ("/u", title)
    assert text_of(tree) == "x"


@pytest.mark.parametrize("text", ["[a\n\nb]: /u", "[a b]: /u 'one\n\ntwo'", "[ ]: /u"])
def test_no_blank_line_lies_in_a_definition(text: str) -> None:
    assert "".join(text_of(tree_of(text)).split()) == "".join(text.split())


def test_a_target_that_nothing_closes_swallows_nothing() -> None:
    assert render('[x]("()`code` more').html == '<p>[x]("()<code>code</code> more</p>'
