"""The preview: what the very renderer makes of the text, and nothing is kept of it."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from blog.models import Piece
from blog.state.database import db
from tests.conftest import Write
from tests.web.forms import alerts, faults, form_in, parsed, send, values_in

NEW = "/desk/pieces/new"
PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}
MIXED = """\
| a | b |
|---|:-:|
| 1 | 2 |

- [x] done[^1]
- [ ] not yet

<iframe src="https://evil.example"></iframe> <blink>unknown</blink> <b style="color:red">styled</b>

![picture](picture.png)

```python title="x.py"
print("hi")
```

## A heading

[^1]: A note.
"""


@pytest.fixture
def piece(write: Write) -> Piece:
    return write("Tides", "Old words.")


def text_in(page: str) -> str:
    """The rendered text of a page or fragment."""
    return page.partition('<div class="text">')[2].partition("</article>")[0].rpartition("</div>")[0].strip()


def typed(author: FlaskClient, address: str, **changes: str) -> dict[str, str]:
    return values_in(author.get(address), address) | changes


def test_a_preview_is_the_published_page(author: FlaskClient, client: FlaskClient, piece: Piece) -> None:
    place = f"/desk/pieces/{piece.id}"
    preview = author.post("/desk/preview", data=typed(author, place, source=MIXED), headers=PARTIAL)
    send(author, place, place, source=MIXED)
    published = client.get("/notebook/tides/").text.partition('<section class="corrections"')[0]
    assert text_in(preview.text) == text_in(published) != ""
    assert "<iframe" not in preview.text and "style=" not in preview.text


def test_a_preview_keeps_nothing(app: Flask, author: FlaskClient, piece: Piece) -> None:
    form = typed(author, f"/desk/pieces/{piece.id}")
    before = kept(app)
    for number in range(20):
        answer = author.post("/desk/preview", data={**form, "source": f"Words {number}."}, headers=PARTIAL)
        assert f"<p>Words {number}.</p>" in answer.text
    assert kept(app) == before


def kept(app: Flask) -> tuple[str, int]:
    """All that is stored, and how much is cached."""
    with app.app_context():
        tables = ("piece", "revision", "topic", "edition")
        stored = str([db.session.execute(db.text(f"SELECT * FROM {table}")).all() for table in tables])
    folder: Path = app.extensions["settings"].instance / "cache"
    return stored, sum(1 for path in folder.rglob("*") if path.is_file())


def test_htmx_gets_the_text_and_no_page(author: FlaskClient) -> None:
    form = typed(author, NEW, title="T & T", source="*Hi*.", summary="S", language="de")
    answer = author.post("/desk/preview", data=form, headers=PARTIAL)
    assert answer.status_code == 200
    assert "<html" not in answer.text and "<form" not in answer.text
    assert all(part in answer.text for part in ("T &amp; T", "<em>Hi</em>", 'lang="de"'))
    assert answer.headers["Cache-Control"] == "no-store"
    assert "HX-Request-Type" in answer.headers["Vary"]


def test_without_javascript_it_is_the_editor_with_the_text_and_its_look(author: FlaskClient) -> None:
    form = typed(author, NEW, title="T", source="\n*Hi*.", topics="One", listed="")
    answer = author.post("/desk/preview", data=form)
    assert answer.status_code == 200
    assert "<em>Hi</em>" in text_in(answer.text)
    values = values_in(answer, NEW)
    assert (values["source"], values["title"], values["topics"], values["form"]) == (
        "\n*Hi*.",
        "T",
        "One",
        form["form"],
    )
    assert "data-unsaved" in form_in(answer, NEW).attrib
    assert author.post(NEW, data=values).status_code == 303


def test_an_existing_piece_is_shown_as_it_is_stored(author: FlaskClient, piece: Piece) -> None:
    answer = author.get(f"/desk/pieces/{piece.id}")
    assert text_in(answer.text) == "<p>Old words.</p>"
    assert "data-unsaved" not in form_in(answer, f"/desk/pieces/{piece.id}").attrib


def test_a_text_that_cannot_be_rendered_says_why_and_is_not_lost(author: FlaskClient) -> None:
    form = typed(author, NEW, title="T", source="x" * 1_000_001)
    answer = author.post("/desk/preview", data=form, headers=PARTIAL)
    assert answer.status_code == 422
    assert "1,000,001 characters" in alerts(answer) and "<html" not in answer.text
    page = author.post("/desk/preview", data=form)
    assert page.status_code == 422
    assert "1,000,001 characters" in faults(page)["source"]
    assert values_in(page, NEW)["source"] == form["source"]


def test_a_stale_form_is_told_so_in_place(author: FlaskClient) -> None:
    form = typed(author, NEW, title="T", source="Words.", csrf_token="x")
    answer = author.post("/desk/preview", data=form, headers=PARTIAL)
    assert answer.status_code == 400
    assert "another login" in alerts(answer) and "<html" not in answer.text
    page = author.post("/desk/preview", data=form)
    assert (page.status_code, values_in(page, NEW)["source"]) == (400, "Words.")


def test_the_preview_follows_typing_and_leaves_the_fields_alone(author: FlaskClient) -> None:
    form = form_in(author.get(NEW), NEW)
    button = next(each for each in form.iter("button") if "hx-post" in each.attrib)
    assert button.get("hx-trigger") == "click, input from:#editor delay:400ms"
    assert button.get("hx-sync") == "#editor:replace"
    assert button.get("formaction") == button.get("hx-post") == "/desk/preview"
    target = next(each for each in parsed(author.get(NEW)).iter() if each.get("id") == "preview")
    assert button.get("hx-target") == "#preview"
    assert not list(target.iter("textarea"))


def test_return_in_a_field_saves_and_does_not_preview(author: FlaskClient) -> None:
    first = next(form_in(author.get(NEW), NEW).iter("button"))
    assert "formaction" not in first.attrib


def test_the_preview_runs_as_its_language_does_and_says_none_that_is_none(author: FlaskClient) -> None:
    for language, said in (("ar", ' lang="ar" dir="rtl"'), ("??", "")):
        form = typed(author, NEW, source="Words.", title="T", language=language)
        answer = author.post("/desk/preview", data=form, headers=PARTIAL)
        assert f'<article class="piece essay"{said}>' in answer.text
