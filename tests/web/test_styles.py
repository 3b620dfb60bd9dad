"""A page carries the layers of the stylesheet that it shows, and its policy allows them and no other styles."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from blog.web.styles import Stylesheet
from tests.conftest import Write

STATIC = Path(__file__).parents[2] / "static"
ONE, TWO = "@layer one {\n  a { color: red; }\n}\n", "@layer two {\n  b { color: blue; }\n}\n"
TEXTS = f"@layer one, two;\n\n/* First. */\n{ONE}\n{TWO}"
PIECE = "/notebook/one/"
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
PAGES = ("/", "/notebook/", "/dispatch/", "/search/?q=one", "/contact/", "/no/", "/changes/", "/topics/", PIECE)


def hashed(text: str) -> str:
    """How a policy names a text (Content Security Policy Level 3, "hash-source")."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_carries_its_styles_and_its_policy_allows_no_others(
    client: FlaskClient, write: Write, path: str
) -> None:
    write("One", source="text")
    for answer in (client.get(path), client.get(path)):
        [text] = STYLE.findall(answer.text)
        assert f"; style-src {hashed(text)}; " in answer.headers["Content-Security-Policy"]
        assert text.startswith("@layer base,")
        assert 'rel="stylesheet"' not in answer.text


def test_a_fragment_brings_no_styles_along(client: FlaskClient, write: Write) -> None:
    write("One")
    answer = client.get("/notebook/essays/", headers={"HX-Request": "true", "HX-Request-Type": "partial"})
    assert "<html" not in answer.text
    assert "<style" not in answer.text


def test_the_authors_pages_link_the_whole_stylesheet(client: FlaskClient, author: FlaskClient) -> None:
    for answer in (author.get("/desk/"), client.get("/login", follow_redirects=True)):
        assert re.findall(r'rel="stylesheet" href="/static/(\w+)\.', answer.text) == ["site", "desk"]
        assert "<style" not in answer.text
        assert "; style-src 'self'; " in answer.headers["Content-Security-Policy"]


def test_pages_that_show_other_things_carry_other_layers(client: FlaskClient, write: Write) -> None:
    write("One", source="text")
    orders = {path: STYLE.findall(client.get(path).text)[0].partition(";")[0] for path in PAGES}
    assert orders[PIECE] == "@layer base,page,text,code,print,breath"
    assert orders["/dispatch/"] == "@layer base,page,lists,print,breath"
    assert orders["/contact/"] == "@layer base,forms,page,print,breath"


def test_chosen_layers_come_in_their_order() -> None:
    sheet = Stylesheet(TEXTS)
    assert sheet.chosen(frozenset(("two", "one"))) == "@layer one,two;@layer one{a{color:red}}@layer two{b{color:blue}}"
    assert sheet.chosen(frozenset(("two",))) == "@layer two;@layer two{b{color:blue}}"
    with pytest.raises(KeyError, match="no layer three"):
        sheet.chosen(frozenset(("one", "three")))


@pytest.mark.parametrize("more", ["c { color: red; }\n", "@layer three {\n  c { d: e; }\n}\n", "@import url(x.css);\n"])
def test_a_stylesheet_is_its_layers_and_nothing_else(more: str) -> None:
    with pytest.raises(ValueError, match="layers and nothing else"):
        Stylesheet(TEXTS + more)


def test_no_style_can_end_its_element() -> None:
    for path in STATIC.glob("*.css"):
        assert "</" not in path.read_text(encoding="utf-8").replace("%3C/", "")
