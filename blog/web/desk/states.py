"""What becomes of a piece: withdrawn, deleted, corrected; and what it was before."""

from flask import Response, abort, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from blog.models import Piece
from blog.reading import desk as reading
from blog.web.again import Typed, shows_again
from blog.web.desk.editor import PIECE, meant
from blog.web.desk.entrance import NUMBER, desk
from blog.web.desk.portions import before
from blog.web.desk.typed import number
from blog.web.moment import now
from blog.writing import pieces
from blog.writing.refusals import Conflict, Refused

NO_MORE = "This piece was deleted in another window."
CHANGED = "This piece was changed in another window since you opened this page. Look again before you delete it."


@desk.post(f"{PIECE}/withdrawal")
def withdraw(piece_id: int) -> BaseResponse:
    """Take a piece back; one that nobody could read yet becomes a draft again."""
    piece = (meant(piece_id) and pieces.withdraw(piece_id, now())) or abort(404, NO_MORE)
    flash("Withdrawn. Its address says so." if piece.is_withdrawn else "It is a draft again.")
    return redirect(url_for("desk.edit", piece_id=piece_id), 303)


@desk.get(f"{PIECE}/deletion")
def ask_deletion(piece_id: int) -> Response:
    """Ask whether a piece is to be deleted."""
    return deletion(piece_id)


@desk.post(f"{PIECE}/deletion")
def delete(piece_id: int) -> BaseResponse:
    """Delete a piece in the version that the author was asked about."""
    try:
        piece = meant(piece_id) and pieces.delete(piece_id, now(), number(request.form.get("version", "")))
    except Conflict:
        return deletion(piece_id, CHANGED, 409)
    if piece:
        flash(f"“{piece.label}” is deleted.")
    return redirect(url_for("desk.shelf"), 303)


def deletion(piece_id: int, notice: str = "", status: int = 200) -> Response:
    """The question, about a piece as it is stored now."""
    return make_response(render_template("desk/deletion.html", piece=find(piece_id), notice=notice), status)


@desk.get(f"{PIECE}/corrections")
def corrections(piece_id: int) -> Response:
    """The corrections of a piece, and the form for one more."""
    return corrections_page({}, piece_id=piece_id)


@desk.post(f"{PIECE}/corrections")
def correct(piece_id: int) -> BaseResponse:
    """Add a correction."""
    try:
        sentence = request.form.get("sentence", "")
        (meant(piece_id) and pieces.correct(piece_id, sentence, now())) or abort(404, NO_MORE)
    except Refused as refusal:
        return corrections_page(request.form, refusal.fields["sentence"], 422, piece_id)
    flash("The correction is added.")
    return redirect(url_for("desk.corrections", piece_id=piece_id), 303)


@shows_again("desk.correct")
def corrections_page(typed: Typed, sentence: str = "", status: int = 200, piece_id: int = 0) -> Response:
    """The page with what was typed and what is wrong with it."""
    faults = {"sentence": sentence} if sentence else {}
    typed = {name: typed.get(name, "") for name in ("sentence", "uid")}
    page = render_template("desk/corrections.html", piece=find(piece_id), typed=typed, faults=faults)
    return make_response(page, status)


@desk.get(f"{PIECE}/revisions")
def revisions(piece_id: int) -> str:
    """The states in which the text of a piece was saved, a portion at a time."""
    return render_template("desk/revisions.html", piece=find(piece_id), found=reading.revisions(piece_id, before()))


@desk.get(f"{PIECE}/revisions/<{NUMBER}:revision_id>")
def revision(piece_id: int, revision_id: int) -> str:
    """One of those states."""
    found = reading.revision(piece_id, revision_id) or abort(404)
    return render_template("desk/revision.html", piece=find(piece_id), revision=found)


def find(piece_id: int) -> Piece:
    """The piece with this id; the answer is 404 where there is none."""
    return reading.piece(piece_id) or abort(404)
