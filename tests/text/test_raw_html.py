import pytest

from blog.text import render
from tests.text.tree import parse, tags, text_of, texts, tree_of


@pytest.mark.parametrize(
    ("source", "tail"),
    [
        ("one <!-- two\n\nthree", "three"),
        ("<!-- <!--\n\nend", "end"),
        ("<!-- two\n\nthree", "three"),
        ("`</` and `</`\n\nend", "end"),
        ("text `<style>` more\n\nend", "end"),
        ("<!-- note -- >\n\nend", "end"),
        ("<style>\n\nend", "end"),
        ("<script\n\nend", "end"),
        ("a <script> b\n\nend", "end"),
        ("<div class='\n\nend", "end"),
        ("<pre>\n\nend", "end"),
        ("</\n\nend", "end"),
        ("<![CDATA[\n\nend", "end"),
        ("<?php\n\nend", "end"),
        ("<textarea>\n\nend", "end"),
        ("<plaintext>\n\nend", "end"),
        ("<title>\n\nend", "end"),
        ("<!doctype\n\nend", "end"),
    ],
)
def test_half_typed_markup_hides_nothing_after_it(source: str, tail: str) -> None:
    html = render(source).html
    page = parse(f"<main><article>{html}</article><footer>foot</footer></main>")
    assert tail in text_of(page.find("./main/article"))
    assert texts(page, "./main/footer") == ["foot"]


@pytest.mark.parametrize(
    "source",
    [
        "<div><b>start",
        "</div></div></main></article> x",
        "<table><tr><td>cell",
        "<ul><li>a",
        "<textarea>",
        "<plaintext>",
        "<a href='https://x.example'>open",
        "<i><b>x</i></b>",
        "<select><option>x",
        "<button><form><input>",
        "</p></section></body></html>",
        "<details><summary>x",
        "<p><table><tr><p>x",
        "<ruby><rt>x",
        "<a><table><a>",
        "**<b>**",
        "- <div>\n- </div>",
        "> <ul>\n> <li>x",
    ],
)
def test_each_text_is_balanced_by_itself(source: str) -> None:
    html = render(source).html
    page = parse(f"<main><article>{html}</article><article>next</article><footer><p>foot</p></footer></main>")
    main = page.find("./main")
    assert main is not None
    assert [child.tag for child in main] == ["article", "article", "footer"]
    assert texts(page, "./main/article[2]") == ["next"]
    assert page.find("./main/article[2]//b") is None


def test_style_script_and_noscript_vanish_with_their_content() -> None:
    source = (
        "<style>\np { color: red }\n\nb > i { x: y }\n</style>\n<script>alert(1)\n\nalert(2)</script>\n"
        "<noscript><img src='x'></noscript>\n\n<div><script>\n\nalert(3)\n\n</script></div>\n\n"
        "Hello <script>alert(4)</script>readers"
    )
    rendered = render(source)
    assert rendered.plain == "Hello readers"
    assert rendered.excerpt == "Hello readers"
    assert "alert" not in rendered.html
    assert "color" not in rendered.html


def test_backslashes_and_marks_in_attributes_stay() -> None:
    image = tree_of("a <img alt='a\\_b \\* *c* _d_' src='x_y_z.png'>").find(".//img")
    assert image is not None
    assert (image.get("alt"), image.get("src")) == ("a\\_b \\* *c* _d_", "x_y_z.png")


def test_names_of_links_are_ids_set_apart() -> None:
    tree = tree_of('<a name="top"></a> [up](#top)')
    assert [(link.get("id"), link.get("href")) for link in tree.iter("a")] == [("in-top", None), (None, "#in-top")]


def test_comments_vanish() -> None:
    assert render("<!-- a\n\nb [x][y] -->\n\ntext <!-- c --> more\n<!-- d -->").excerpt == "text more"


def test_an_embedded_frame_becomes_a_link_to_its_page() -> None:
    tree = tree_of('<iframe width="5" src="https://v.example/e?a=1&amp;b=2"\n allowfullscreen></iframe>')
    assert [link.get("href") for link in tree.iter("a")] == ["https://v.example/e?a=1&b=2"]
    assert "iframe" not in set(tags(tree))


def test_html_that_authors_use_is_kept() -> None:
    source = (
        '<figure><img src="a.png" alt="A" width="10" height="20" srcset="a.png 1x, b.png 2x">'
        "<figcaption>C <kbd>Ctrl</kbd></figcaption></figure>\n\n"
        '<video controls poster="p.jpg"><source src="v.mp4" type="video/mp4">'
        '<track src="t.vtt" kind="captions"></video>'
        "\n\nH<sub>2</sub>O <mark>m</mark> <ins>i</ins> <abbr title='t'>a</abbr> <time datetime='2024'>y</time>\n\n"
        "<ruby>漢<rt>kan</rt></ruby>"
    )
    tree = tree_of(source)
    assert {
        "figure",
        "figcaption",
        "kbd",
        "video",
        "source",
        "track",
        "sub",
        "mark",
        "ins",
        "abbr",
        "time",
        "rt",
    } <= set(tags(tree))
    image = tree.find(".//img")
    assert image is not None
    assert (image.get("width"), image.get("height"), image.get("srcset")) == ("10", "20", "a.png 1x, b.png 2x")
    assert "&lt;" not in render(source).html


def test_markdown_in_a_block_between_blank_lines_is_markdown() -> None:
    tree = tree_of("<div>\n\n```js\nlet x\n```\n\n[a](b)\n\n</div>\n\nafter")
    assert texts(tree, "./div/pre") == ["let x\n"]
    assert texts(tree, "./div/p/a") == ["a"]
    assert texts(tree, "./p") == ["after"]


def test_no_internal_token_shows_and_a_typed_one_stays() -> None:
    source = "<div>\n\n```\nx\n```\n\n</div>\n\n\x02wzxhzdk:0\x03 \x02klzzwxh:0000\x03 wzxhzdk:0 \x0242\x03"
    rendered = render(source)
    assert rendered.plain == "x\nwzxhzdk:0 klzzwxh:0000 wzxhzdk:0 42"
    assert not any(ord(char) < 32 and char not in "\t\n" for char in rendered.html)


@pytest.mark.parametrize("tag", ["run", "raw", "WRAPPER", "d", "marker"])
def test_names_that_the_parser_uses_are_shown_when_typed(tag: str) -> None:
    assert render(f"a <{tag}> b </{tag}> c\n\n<{tag}>\n\n`<{tag}>`").plain == (
        f"a <{tag}> b </{tag}> c\n<{tag}>\n<{tag}>"
    )


def test_blank_lines_at_the_start_of_raw_code_go() -> None:
    assert text_of(tree_of("<pre>\n\n\n  x\n</pre>")) == "  x\n"


def test_lines_of_blank_raw_code_keep_their_form() -> None:
    assert text_of(tree_of("<pre><code>a\n\n  *b*\n</code></pre>")) == "a\n\n  *b*\n"


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ('<a href="/x.pdf" download>report</a>', ".//a[@href='/x.pdf']"),
        ('<video controls autoplay src="/v.mp4">report</video>', ".//video[@controls]"),
        ("<p hidden>report</p>", "./p"),
        ("<table border><tr><td nowrap>report</td></tr></table>", ".//td"),
        ("a <b data-x v-if @click>report</b>", ".//b"),
    ],
)
def test_an_attribute_that_may_not_stay_goes_without_its_element(source: str, path: str) -> None:
    tree = tree_of(source)
    assert texts(tree, path) == ["report"]
    assert "<" not in text_of(tree)
    names = {name for element in tree.iter() for name in dict(element.items())}
    assert names <= {"href", "controls", "src", "tabindex"}


def test_words_between_angle_brackets_stay_words() -> None:
    assert text_of(tree_of("a <b and c> d, <i am> e, <a or b=1>")).strip() == "a <b and c> d, <i am> e, <a or b=1>"


@pytest.mark.parametrize(
    ("attribute", "css_class"),
    [
        ('align="center"', "center"),
        ("ALIGN=Right", "right"),
        ('style="text-align:right; color: red"', "right"),
        ("style='color:red;text-align : left !important'", "left"),
        ('style="text-align: center" align=left class="x"', "center"),
        ('align="justify"', None),
        ('style="x-text-align: right"', None),
        ('title="align=left"', None),
    ],
)
def test_the_alignment_of_a_cell_becomes_a_class_and_no_style_stays(attribute: str, css_class: str | None) -> None:
    cell = tree_of(f"<table><tr><td {attribute}>x</td></tr></table>").find(".//td")
    assert cell is not None
    assert cell.get("class") == css_class
    assert {"style", "align"}.isdisjoint(cell.keys())


def test_a_picture_without_words_says_that_it_has_none() -> None:
    for source in ("<img src='a.png'>", "<img src='a.png' alt=''>", "<img src='a.png' alt>", "a <img alt src=a.png> b"):
        image = tree_of(source).find(".//img")
        assert image is not None and image.get("alt") == "", source


@pytest.mark.parametrize(
    "source",
    [
        "<table><p>kept</p></table>",
        "<table><tr><pre>kept</pre></tr></table> tail",
        "<table><b>kept</b><tr><td>x</table>",
        "<table>\n  <tr>\n\n    <td>\n      kept\n    </td>\n\n  </tr>\n</table>\n\nafter",
        "<table><ul><li>kept</ul><tr><td>x</td></tr></table>",
        "<table><a href=x>1<p>kept</a>3</table>",
    ],
)
def test_what_stands_in_a_table_outside_of_its_cells_is_not_lost(source: str) -> None:
    assert "kept" in render(source).plain


@pytest.mark.parametrize(
    "source",
    [
        "<style\n  type='text/css'>\nh1 {}\n\nh2 {}\n</style>\nHello readers",
        "<script\n  src=x\n  async>\n\nalert(1)\n\n</script>\n\nHello readers",
        "Hello <style>\nh1 {}\n\nh2 {}\n</style>\nreaders",
        "<svg\n  width=1>\n\n<text>x</text>\n\n</svg>\nHello readers",
        "- <style\n  media=all>\n  h1 {}\n\n  h2 {}\n  </style>\n\n  Hello readers",
    ],
)
def test_hidden_content_goes_over_blank_lines_and_however_its_tag_is_broken(source: str) -> None:
    assert render(source).plain.split() == ["Hello", "readers"]


def test_a_tag_over_several_lines_begins_a_block() -> None:
    tree = tree_of("<div\n  id='foo'\n  title='x'>\n\n*hi*\n\n</div>\n\nafter")
    assert texts(tree, "./div/p/em") == ["hi"]
    assert texts(tree, "./p") == ["after"]


@pytest.mark.parametrize("tag", ["a href='x'", "del", "ins", "mark", "small", "b"])
def test_an_inline_tag_on_a_line_of_its_own_reaches_over_blocks(tag: str) -> None:
    name = tag.split()[0]
    tree = tree_of(f"<{tag}>\n\n- *foo*\n\n</{name}>\n\nafter")
    assert texts(tree, f"./{name}/ul/li/em") == ["foo"]
    assert texts(tree, "./p") == ["after"]


@pytest.mark.parametrize(
    "source",
    ["text <details><summary>s</summary>in</details>", "<blockquote>\n\na\n\n<b>x</b></blockquote>", "a\n</div> b</p>"],
)
def test_no_empty_paragraph_stays(source: str) -> None:
    assert all(text_of(p).strip() for p in tree_of(source).iter("p"))


def test_a_comment_without_anything_ends_at_once() -> None:
    assert render("a <!--> b --> c <!---> d -->").plain == "a  b --> c  d -->"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a.png 1x, data:image/png;base64,AAAA 2x, b.png 3x", "a.png 1x, b.png 3x"),
        ("javascript:x 1x, b.png 2x", "b.png 2x"),
        ("data:x 1x", None),
        ("a.png, b.png 2x", "a.png, b.png 2x"),
    ],
)
def test_of_a_srcset_only_the_candidate_goes_that_may_not_stay(typed: str, kept: str | None) -> None:
    picture = tree_of(f'<img src="a.png" srcset="{typed}">').find(".//img")
    assert picture is not None
    assert picture.get("srcset") == kept
