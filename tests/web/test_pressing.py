"""Styles and scripts are sent without what only readers of their source need, and mean the same."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from blog.web.pressing import press
from tests.conftest import Write

STATIC = Path(__file__).parents[2] / "static"


@pytest.mark.parametrize(
    ("source", "pressed"),
    [
        ("/* One. */\na { color: red; }\n", "a{color:red}"),
        ("a,\n.b :is(h2, h3) > i { margin: 0 1px; }", "a,.b :is(h2,h3) > i{margin:0 1px}"),
        ('i { width: calc(1px + 2px); content: "/* a; } b  "; }', 'i{width:calc(1px + 2px);content:"/* a; } b  "}'),
        ("@media (width > 1px) {\n  /* Don't. */\n  b { --x: 1; }\n}", "@media (width > 1px){b{--x:1}}"),
        ('a { }\n/* "One", two. */\nb { c: d }', "a{}b{c:d}"),
    ],
)
def test_a_stylesheet_loses_comments_and_blanks_outside_of_strings(source: str, pressed: str) -> None:
    assert press(source, ".css") == pressed


def test_a_script_loses_lines_of_comment_and_indentation_and_keeps_its_lines() -> None:
    source = '// One.\nconst a = 1; // two\n\n  if (a) {\n    // Three.\n    b("// four")\n  }\n'
    assert press(source, ".js") == 'const a = 1; // two\nif (a) {\nb("// four")\n}\n'


def words(text: str) -> list[str]:
    """What a stylesheet says, without comments, blanks and the last semicolon of a block."""
    return re.findall(r"[\w#%.@-]+|[^\s\w]", re.sub(r";\s*}", "}", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)))


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.css")), ids=lambda path: path.name)
def test_our_stylesheets_say_the_same_in_fewer_characters(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    pressed = press(source, ".css")
    assert words(pressed) == words(source)
    assert "/*" not in pressed
    assert len(pressed) < len(source)


def test_a_pressed_file_is_served_as_any_other(client: FlaskClient) -> None:
    answer = client.get("/static/site.css")
    assert answer.text == press((STATIC / "site.css").read_text(encoding="utf-8"), ".css")
    assert answer.headers["Content-Type"] == 'text/css; charset="utf-8"'
    head = client.head("/static/site.css")
    assert (head.data, head.headers["Content-Length"]) == (b"", str(len(answer.data)))
    again = client.get("/static/site.css", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", answer.headers["ETag"])
    assert client.post("/static/site.css").status_code == 405
    assert client.get("/static/vendor/htmx.js").data == (STATIC / "vendor" / "htmx.js").read_bytes()


def test_pages_are_sent_without_the_indentation_of_their_templates(client: FlaskClient, write: Write) -> None:
    piece = write("Code", source="```\n  two\n\n    four\n```\n")
    page = client.get(f"/notebook/{piece.slug}/").text
    assert "  two\n\n    four\n" in page
    assert not re.search(r"^[ \t]+<", page, re.MULTILINE)
