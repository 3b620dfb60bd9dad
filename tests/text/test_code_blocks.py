import re

import pytest

from blog.text import render
from tests.text.tree import tags, text_of, texts, tree_of


@pytest.mark.parametrize(
    "source",
    [
        "1. Install\n\n   ```sh\n   make all\n     run\n   ```\n\n2. Run",
        "1. Install\n   ```sh\n   make all\n     run\n   ```\n2. Run",
        "1. Install\n\n  ```sh\n  make all\n    run\n  ```\n\n2. Run",
        "1. Install\n\n    ~~~sh\n    make all\n      run\n    ~~~\n\n2. Run",
    ],
)
def test_a_fence_under_a_step_belongs_to_it(source: str) -> None:
    tree = tree_of(source)
    assert [child.tag for child in tree] == ["ol"]
    assert len(tree.findall("./ol/li")) == 2
    assert texts(tree, "./ol/li[1]/pre") == ["make all\n  run\n"]


def test_a_fence_in_a_bullet_or_a_quote_belongs_to_it() -> None:
    tree = tree_of("- a\n\n  ```\n  x\n  ```\n\n> quote\n> ```\n> y\n> ```")
    assert texts(tree, "./ul/li/pre") == ["x\n"]
    assert texts(tree, "./blockquote/pre") == ["y\n"]


def test_tabs_in_code_stay_tabs() -> None:
    assert text_of(tree_of("```make\nall:\n\tcc x.c\n```")) == "all:\n\tcc x.c\n"


def test_what_looks_like_markup_in_code_is_shown_as_typed() -> None:
    code = "<b>&amp; *x* `y` [a](b)\n\n- no list\n# no heading\n<!-- no comment -->\n{{ 7*7 }}\n"
    assert text_of(tree_of(f"```\n{code}```")) == code


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert text_of(tree_of("````md\n```js\nx\n```\n````")) == "```js\nx\n```\n"


def test_a_fence_that_nothing_closes_goes_on_to_the_end() -> None:
    assert texts(tree_of("text\n```\nx\n\ny"), "./pre") == ["x\n\ny\n"]


def test_three_backticks_in_a_line_are_a_span() -> None:
    tree = tree_of("``` a `b` ``` text")
    assert (tree.find(".//pre"), texts(tree, ".//code")) == (None, ["a `b`"])


@pytest.mark.parametrize("language", ["c++", "objective-c", "python", "PYTHON", "{python}", "{.python}", "c#"])
def test_known_languages_are_coloured_by_class(language: str) -> None:
    html = render(f'```{language}\n"text" // # 1\n```').html
    assert "<span class=" in html
    assert "style=" not in html


def test_a_kind_of_token_has_the_class_of_its_colour_with_all_its_subtypes() -> None:
    html = render('```python\n# why\n@once\ndef f(x=0x1): return len("a") + y\n```').html
    assert re.findall(r'<span class="(\w+)">(.*?)</span>', html) == [
        ("c", "# why"),
        ("k", "@once"),
        ("k", "def"),
        ("n", "f"),
        ("m", "0x1"),
        ("k", "return"),
        ("m", "len"),
        ("s", '"a"'),
    ]


@pytest.mark.parametrize("info", ["", "nonsense", "text", "mermaid-x"])
def test_unknown_languages_stay_plain(info: str) -> None:
    assert "<span" not in render(f"```{info}\nint x = 1;\n```").html


@pytest.mark.parametrize(
    "info",
    [
        'html"><b x=',
        "<img/src=q onerror=z>",
        "js' data-z='1",
        'js title="<b onclick=x>"',
        "js title='\"><script>'",
        "{onclick=x}",
        'py class="anchor" id="main"',
        "&quot;><b>",
        "js {" + "1" * 5000 + "}",
        "js {٣-²,1-99999999999}",
    ],
)
def test_no_info_string_becomes_markup(info: str) -> None:
    tree = tree_of(f"```{info}\na<b\n```")
    assert set(tags(tree)) <= {"DOCUMENT_FRAGMENT", "pre", "code", "span", "figure", "figcaption"}
    for element in tree.iter():
        assert set(element.keys()) <= {"class", "tabindex"}
    assert "a<b" in text_of(tree)


def test_the_language_is_named_in_a_class() -> None:
    code = tree_of("```c++ title=x\nint a;\n```").find(".//code")
    assert code is not None
    assert code.get("class") == "language-c++"


def test_a_title_becomes_a_caption_and_lines_are_marked() -> None:
    tree = tree_of('```js title="app.js" {1,3-4}\none\ntwo\nthree\nfour\nfive\n```')
    assert texts(tree, "./figure/figcaption") == ["app.js"]
    assert texts(tree, ".//span[@class='hll']") == ["one", "three", "four"]


def test_a_string_over_several_lines_is_marked_line_by_line() -> None:
    tree = tree_of('```python {2}\nx = """a\nb\nc"""\n```')
    assert texts(tree, ".//span[@class='hll']") == ["b"]
    assert text_of(tree) == 'x = """a\nb\nc"""\n'


def test_long_code_is_shown_plain_and_whole() -> None:
    code = "x = 'a'\n" * 20_000
    html = render(f"```python\n{code}```").html
    assert "<span" not in html
    assert html.count("x = 'a'") == 20_000


def listing(lines: int) -> str:
    """Write code that does not repeat itself."""
    return "".join(f"name_{n * n} = find({n}, 'text {n**3}')  # {n:x}\n" for n in range(lines))


def test_a_long_listing_of_a_steady_language_is_coloured_and_of_another_a_short_one() -> None:
    assert "<span" in render(f"```python\n{listing(400)}```").html
    assert "<span" in render(f"```autoit\n{listing(70)}```").html
    assert "<span" not in render(f"```autoit\n{listing(150)}```").html


def test_code_is_coloured_as_long_as_the_allowance_of_the_text_lasts() -> None:
    tree = tree_of(f"```python\n{listing(350)}```\n" * 4 + "```python\nx = 1\n```")
    coloured = [block.find(".//span") is not None for block in tree.iter("code")]
    assert coloured == [True, True, False, False, True]


@pytest.mark.parametrize("code", ["x = 1 #" + listing(30).replace("\n", " "), "a:b\n" * 400, "a" + " " * 1500 + "b"])
def test_endless_lines_and_code_that_repeats_itself_stay_plain_and_whole(code: str) -> None:
    tree = tree_of(f"```python\n{code}\n```")
    assert (tree.find(".//span"), text_of(tree).strip()) == (None, code.strip())


def test_indented_code_is_code() -> None:
    assert texts(tree_of("text\n\n    a\n\n      b\n\ntext"), "./pre") == ["a\n\n  b\n"]


def test_code_can_be_scrolled_by_keyboard() -> None:
    blocks = tree_of("```\na\n```\n\n    b\n\n<pre>c</pre>").findall(".//pre")
    assert [block.get("tabindex") for block in blocks] == ["0", "0", "0"]


def test_code_spans_show_what_was_typed() -> None:
    source = 'a `<div class="x"> && &amp;` b `` ` `` c `\\` d `__init__` `$HOME` `--force "x"`'
    expected = ['<div class="x"> && &amp;', "`", "\\", "__init__", "$HOME", '--force "x"']
    assert texts(tree_of(source), ".//code") == expected


def test_backticks_that_nothing_closes_stay() -> None:
    assert text_of(tree_of("a ` b `` c")).strip() == "a ` b `` c"


def test_an_escaped_backtick_opens_nothing() -> None:
    assert text_of(tree_of("\\`a\\` b")).strip() == "`a` b"
    assert texts(tree_of("\\\\`b`"), ".//code") == ["b"]
