"""What would once have held a worker for seconds is answered at once: rendered, or refused with a sentence."""

import time

import pytest

from blog.text import MAX_SOURCE, TextRefused, render

SECONDS = 3.0
"""Of processor time; less than one on the machine this was measured on."""

COSTLY = {
    "open brackets": "[" * 6000,
    "very many open brackets": "[" * 50_000,
    "open images": "![" * 25_000,
    "open links": "[a](" * 6_000,
    "links": "[a](b) " * 3_000,
    "reference uses": "[a1]: /x\n\n" + "[a1] " * 4_000,
    "reference definitions": "".join(f"[a{n}]: /x\n" for n in range(10_000)),
    "stars": "*" * 50_000 + "a",
    "open emphasis": "*a " * 4_000,
    "close emphasis": "a* " * 4_000,
    "nested emphasis": "*a **b " * 2_000,
    "mixed marks": "*a _b ~~c `d " * 1_000,
    "underscores": "_a_ " * 4_000,
    "backticks": "`" * 50_000,
    "backticks of growing length": " ".join("`" * n for n in range(1, 150)),
    "angle brackets": "<" * 10_000,
    "a million angle brackets": "<" * 900_000,
    "unfinished tags": "<a " * 6_000,
    "unfinished attributes": "<a b='" * 5_000,
    "many attributes": "<a " + "title='x' " * 20_000 + ">x</a>",
    "open comments": "<!-- " * 6_000,
    "open comments in lines": "<!-- x\n" * 20_000,
    "open scripts": "<script " * 5_000,
    "open scripts in lines": "<script>\n" * 10_000,
    "open styles in blocks": "<div><style>\n\n" * 5_000,
    "open paragraphs": "<p>" * 20_000,
    "open elements": "<b title=x>" * 100,
    "ampersands": "&" * 50_000,
    "entities": "&amp;&nbsp;&lt;" * 20_000,
    "escapes": "\\*" * 6_000,
    "addresses": "http://a.b/c " * 3_000,
    "brackets after an address": "http://a/" + ")" * 50_000,
    "a long address": "http://a/" + "x" * 400_000,
    "a long word": "x" * 900_000,
    "a long line": "word " * 180_000,
    "many lines": "line\n" * 100_000,
    "many paragraphs": "line\n\n" * 100_000,
    "many items": "- line\n" * 100_000,
    "many fences": "```\nx\n```\n" * 7_000,
    "many headings": "# a\n\n" * 5_000,
    "many notes": "".join(f"[^{n}] " for n in range(1500)) + "".join(f"\n\n[^{n}]: x" for n in range(1500)),
    "one note often": "[^1] " * 4_000 + "\n\n[^1]: x",
    "elements that no block closes": "<div><b title={n}></div>" * 5_000,
    "elements of another name closed": "<summary>* <col></b>" * 5_000,
    "ruby without end": "</details><rt>" * 5_000,
    "empty items": "-\n" * 100_000,
    "a huge table": "|a|b|c|\n|-|-|-|\n" + "|x|y|z|\n" * 30_000,
    "a wide table": "|a" * 5000 + "|\n" + "|-" * 5000 + "|\n" + "|x" * 5000 + "|\n",
    "long code": "```python\n" + "x = foo(1, 'a') # c\n" * 40_000 + "```\n",
    "code below the limit": "```python\n" + "x = foo(1, 'a') # c\n" * 4_000 + "```\n",
    "closing signs of a heading": "# " + "# " * 30_000,
    "blanks in a heading": "# " + " " * 50_000 + "x",
    "blanks": " " * 900_000 + "x",
    "blanks between words": "x" + " " * 900_000 + "x",
    "blanks in a tag": "<a" + " " * 100_000 + "!>",
    "blanks in a marked line": "!!! a" + " " * 100_000 + "!",
    "blanks before a target": "[a]:" + " " * 100_000 + "b c",
    "a long candidate": "<img srcset='" + "a" * 300_000 + " b'>",
    "backslashes": "\\" * 10_000,
    "abbreviations": "".join(f"*[A{n}]: x\n" for n in range(500)) + "A1 A2 A3 " * 3_000,
    "candidates": "<img srcset='" + "a 1x, " * 30_000 + "'>",
    "definitions": "a\n: b\n\n" * 3_000,
    "very many ampersands": "&" * 200_000,
    "ampersands in paragraphs": ("&" * 9_000 + "\n\n") * 90,
    "escaped signs in code": "```\n" + "<" * 200_000 + "\n```",
    "hard breaks": "a  \n" * 40_000,
    "notes within notes": "[^0]\n\n" + "".join(f"[^{n}]: [^{n + 1}]\n" for n in range(3_000)),
    "code in rust": "```rust\n" + 'r#"' * 33_000,
    "code in rust, in lines": "```rust\n" + ('r#"' * 100 + "\n") * 330,
    "code in css": "```css\n" + '"\\' * 15_000,
    "code in javascript, in lines": "```js\n" + ('"\\' * 100 + "\n") * 150,
    "code in console": "```console\n" + "a:" * 10_000,
    "code in autoit": "```autoit\n" + " " * 6_000,
    "code in autoit, in lines": "```autoit\n" + (" " * 900 + "x\n") * 8,
    "blocks in autoit": ("```autoit\n" + " " * 950 + "\n```\n") * 60,
    "code in mcschema": "```mcschema\n" + "".join(f"<!--x{n}" for n in range(300)),
    "code in tex": "```tex\n" + "\\begin{verbatim}" * 6_000,
    "code in csharp": "```csharp\n" + "".join(f"a{n}\n" for n in range(700)),
    "code in php": "```php\n" + "<?php /* " * 11_000,
    "comments in html that nothing closes": ("```html\n" + "<!-- a{}\n" * 2_000 + "```\n") * 5,
    "blocks in a table": "<table>" + "<hr>" * 30_000,
    "admonitions": "!!! note\n    " * 2_000,
}


@pytest.mark.parametrize("source", COSTLY.values(), ids=COSTLY.keys())
def test_costly_text_is_answered_in_time(source: str) -> None:
    start = time.process_time()
    try:
        render(source)
    except TextRefused as refusal:
        assert str(refusal).endswith(".")
    assert time.process_time() - start < SECONDS


DEEP = {
    "quotes": ">" * 500 + " x",
    "quotes by the thousand": ">" * 50_000,
    "lists": "".join("  " * depth + "- x\n" for depth in range(500)),
    "lists in one line": "- " * 500 + "x",
    "elements": "<div>" * 500,
    "elements in lines": "<div>\n\n" * 500,
    "quoted lists": "> - " * 300 + "x",
}


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP.keys())
def test_text_that_lies_too_deep_is_refused(source: str) -> None:
    with pytest.raises(TextRefused, match="deep"):
        render(source)


def test_depth_that_people_write_is_rendered() -> None:
    assert "x" in render("> - " * 8 + "x").plain
    assert render("<div>" * 60 + "x").plain == "x"


def test_a_text_over_the_limit_is_refused_and_one_at_the_limit_is_not() -> None:
    with pytest.raises(TextRefused, match="1,000,001 characters"):
        render("x" * (MAX_SOURCE + 1))
    assert len(render("x" * MAX_SOURCE).plain) == MAX_SOURCE


ARTICLE = (
    "## A heading\n\nSome *words* about `code` and [a link](https://x.example/a_b), with **strong** opinions, "
    "Vec<T> and --options; then https://bare.example/address.\n\n- one\n  - two `three`\n- four\n\n"
    "```python\ndef f(x):\n    return x + 1  # comment\n```\n\n> [!NOTE]\n> Mind the *gap*.\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n"
)


def test_an_article_of_2500_words_takes_a_quarter_of_a_second() -> None:
    source = ARTICLE * 70
    assert render(source).words > 2_500
    fastest = min(timed(source) for _ in range(3))
    assert fastest < 0.25 * SECONDS, "it took a tenth of this where it was measured"


def test_a_text_of_100_kilobytes_is_rendered() -> None:
    source = ARTICLE * (100_000 // len(ARTICLE) + 1)
    assert len(render(source).contents) == source.count("## ")


def timed(source: str) -> float:
    """Measure one rendering."""
    start = time.process_time()
    render(source)
    return time.process_time() - start
