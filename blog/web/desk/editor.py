"""The editor: a piece is begun, changed, looked at before it is saved, and published."""

from contextlib import suppress
from dataclasses import replace

from flask import Response, abort, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from blog.models import Kind, Piece
from blog.reading import desk as reading
from blog.reading.topics import all_topics
from blog.state.caches import kept
from blog.text import MAX_SOURCE, Rendered, TextRefused, clean, render
from blog.web import htmx
from blog.web.addresses import settings
from blog.web.again import Typed, shows_again
from blog.web.desk.entrance import NUMBER, desk
from blog.web.desk.linked import rows, said_typed, with_rows
from blog.web.desk.typed import Values, fields_typed, number, values_blank, values_of, values_typed
from blog.web.moment import now
from blog.writing import pieces
from blog.writing.fields import Fields
from blog.writing.links import Said
from blog.writing.refusals import Conflict, Refused

PIECE = f"/pieces/<{NUMBER}:piece_id>"
FIRST_VERSION = 1
ELSEWHERE = "This piece was changed in another window since you opened it. Your text is here, the stored one below."
DELETED = "This piece was deleted in another window. Your text is still here: saving it makes a new piece."


@desk.get("/pieces/new")
def new() -> Response:
    """An empty page, of the kind that the address asks for."""
    kind = request.args.get("kind", "")
    return editor(values_blank(kind if kind in list(Kind) else Kind.ESSAY))


@desk.post("/pieces/new")
def create() -> BaseResponse:
    """Keep a new piece as a draft."""
    return store(None)


@desk.post("/pieces/new/publication")
def create_published() -> BaseResponse:
    """Keep a new piece and publish it."""
    return store(None, publish=True)


@desk.get(PIECE)
def edit(piece_id: int) -> Response:
    """A piece as it is stored."""
    piece = reading.piece(piece_id) or abort(404)
    return editor(values_of(piece), piece)


@desk.post(PIECE)
def save(piece_id: int) -> BaseResponse:
    """Save a piece; what the public may see of it stays as it is."""
    return store(piece_id)


@desk.post(f"{PIECE}/publication")
def publish(piece_id: int) -> BaseResponse:
    """Save a piece where the form holds one, and publish it."""
    if "source" in request.form:
        return store(piece_id, publish=True)
    return done((meant(piece_id) and pieces.publish(piece_id, now())) or abort(404))


@desk.post("/preview")
def preview() -> Response:
    """The text as it would be published, by the very renderer; nothing is kept, in no cache either."""
    values = values_typed(request.form)
    piece = reading.piece(number(values["piece"]))
    try:
        text = look(values, piece)
    except TextRefused as refusal:
        if htmx.wants_fragment():
            abort(422, str(refusal))
        return htmx.vary(editor(values, piece, faults={"source": str(refusal)}, status=422))
    if htmx.wants_fragment():
        return htmx.vary(make_response(render_template("desk/_preview.html", values=values, text=text)))
    return htmx.vary(editor(values, piece))


@shows_again("desk.create", "desk.create_published", "desk.save", "desk.publish", "desk.preview")
def typed_again(typed: Typed, sentence: str, status: int, piece_id: int | None = None) -> Response:
    """The editor with what was typed and a sentence on why it comes back."""
    values = values_typed(typed)
    piece = reading.piece(piece_id or number(values["piece"]))
    return editor(values if piece or values["form"] else as_new(values), piece, notice=sentence, status=status)


def store(piece_id: int | None, publish: bool = False) -> BaseResponse:
    """Save what was typed and, if asked for, publish it; or show it again with what stands in the way."""
    values = values_typed(request.form)
    piece = meant(piece_id) if piece_id else None
    try:
        said, faults = said_typed(values)
        fields = fields_typed(values, piece, faults)
        saved = change(piece, fields, values, said) if piece_id else make(fields, values, said)
    except Refused as refusal:
        return editor(values, piece, faults=refusal.fields, status=422)
    except Conflict as conflict:
        return conflicting(values, conflict)
    if saved is None:
        return editor(as_new(values), notice=DELETED, status=409)
    return done(pieces.publish(saved.id, now()) or saved if publish else saved)


def meant(piece_id: int) -> Piece | None:
    """The piece that a form is about. None where it was deleted since: the next new one may have its id."""
    piece = reading.piece(piece_id)
    return piece if piece and request.form.get("uid") in (None, "", piece.uid) else None


def change(piece: Piece | None, fields: Fields, values: Values, said: list[Said] | None) -> Piece | None:
    """Save a piece over the version that the author saw: when it was opened, or when told of a newer one.

    None where it is gone.
    """
    seen = number(request.form.get("overwrite", "") or values["version"])
    return pieces.save(piece.id, fields, now(), seen, bool(values["matters"]), said) if piece else None


def make(fields: Fields, values: Values, said: list[Said] | None) -> Piece | None:
    """A new piece. What comes by the same form once more, after going back in the browser, is saved into it."""
    piece = pieces.create(fields, now(), values["form"], said or [])
    same_date = replace(fields, published_at=fields.published_at or piece.published_at)
    return pieces.save(piece.id, same_date, now(), FIRST_VERSION, said=said)


def look(values: Values, piece: Piece | None) -> Rendered:
    """What the text will look like: from the cache where it is stored like that, put into none. Raises TextRefused."""
    source, key = clean(values["source"]), piece.uid[:8] if piece else "new"
    return kept(source, key=key) or render(source, key=key, root=settings().root)


def done(piece: Piece) -> BaseResponse:
    """Back to the piece with a word on where it stands."""
    words = {"draft": "Saved as a draft.", "scheduled": "Saved. It is scheduled.", "published": "Saved and public."}
    flash(words.get(reading.state(piece, now()), "Saved."))
    return redirect(url_for("desk.edit", piece_id=piece.id), 303)


def conflicting(values: Values, conflict: Conflict) -> Response:
    """Both versions, and a way to put the typed one in place of the stored one that is shown."""
    stored = reading.piece(conflict.present.id)
    return editor(values, stored, notice=ELSEWHERE, status=409, stored=stored)


def as_new(values: Values) -> Values:
    """The same text as the beginning of a new piece."""
    return {**values, **{name: values_blank("")[name] for name in ("piece", "uid", "version", "form")}}


def editor(
    values: Values,
    piece: Piece | None = None,
    *,
    faults: dict[str, str] | None = None,
    notice: str = "",
    status: int = 200,
    stored: Piece | None = None,
) -> Response:
    """The editor's page with these values and what they look like. `stored` is the other version of a conflict."""
    text = None
    values = with_rows(values, reading.links(piece.id) if piece else [])
    with suppress(TextRefused):
        text = look(values, piece)
    page = render_template(
        "desk/editor.html",
        values=values,
        piece=piece,
        faults=faults or {},
        notice=notice,
        stored=stored,
        stored_links=reading.links(stored.id) if stored else [],
        rows=rows(values),
        text=text,
        topics=all_topics(),
        most=MAX_SOURCE,
    )
    return make_response(page, status)
