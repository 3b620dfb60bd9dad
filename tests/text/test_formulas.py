"""Formulas in MathML: no markup of them is let through, and what they say stays."""

import time

import pytest

from blog.text import render

TEX = "<annotation encoding='application/x-tex'>E = mc^2 *a*</annotation>"


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("A <math><mi>x</mi><mo>&lt;</mo><mn>2</mn></math> b", "<p>A x &lt; 2 b</p>"),
        (f"A <math><semantics><mrow><mi>E</mi></mrow>{TEX}</semantics></math>", "<p>A <code>E = mc^2 *a*</code></p>"),
        ('A <math alttext="a &lt; b"><mi>a</mi></math> b', "<p>A <code>a &lt; b</code> b</p>"),
        ("A <math display='block' alttext='*q*'></math>", "<p>A <code>*q*</code></p>"),
        ("A <math><mi>*q*</mi></math> *b*", "<p>A *q* <em>b</em></p>"),
        ("A <math href='javascript:x'>y</math>", "<p>A y</p>"),
        ("A <math></math>", "<p>A</p>"),
        ("A <math><mi>x</mi>", "<p>A &lt;math&gt;&lt;mi&gt;x&lt;/mi&gt;</p>"),
        ("A <math><style>p{}</style><mi>q</mi></math>", "<p>A</p>"),
        ("A <math><mtext><img src=x onerror=alert(1)></mtext></math>", "<p>A</p>"),
    ],
)
def test_a_formula_stays_as_what_it_says(source: str, html: str) -> None:
    assert render(source).html.replace(" </p>", "</p>") == html


def test_a_formula_is_in_the_excerpt() -> None:
    assert render("So <math><mn>1</mn><mo>+</mo><mn>1</mn></math> is two.").excerpt == "So 1 + 1 is two."


@pytest.mark.parametrize(
    "inside",
    ["<math " * 2000, "<annotation " * 2000, "alttext='" * 9000, "application/x-tex " * 9000, "alttext " * 9000],
)
def test_no_formula_takes_long(inside: str) -> None:
    for opening in ("<math ", "<math><annotation "):
        began = time.process_time()
        render(f"{opening}{inside}</math>")
        assert time.process_time() - began < 5
