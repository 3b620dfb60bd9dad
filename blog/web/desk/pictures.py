"""The pictures: brought here, listed with the line of Markdown that shows each, and taken away."""

from os import SEEK_END

from flask import Response, abort, flash, make_response, redirect, render_template, request, url_for
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as BaseResponse

from blog.reading import pictures as reading
from blog.state.media_folder import MediaUnreachable
from blog.state.picture_formats import MOST_BYTES, too_large
from blog.web import errors, htmx, shared_cache
from blog.web.desk.entrance import MOST_AT_ONCE, NUMBER, desk
from blog.web.guard import MOST_PICTURES
from blog.web.moment import now
from blog.writing import pictures as writing
from blog.writing.refusals import Refused

LIMITS = {"number": MOST_AT_ONCE, "each": MOST_BYTES // 1_000_000, "together": MOST_PICTURES // 1024 // 1024}

NO_MORE = "This picture was deleted in another window before."


@desk.get("/pictures")
def pictures() -> Response:
    """The pictures, newest first, a part at a time."""
    return pictures_page([])


@desk.post("/pictures")
def add_pictures() -> BaseResponse:
    """Store what was chosen, one after the other. What is refused is named, and so is what is stored beside it."""
    files = [file for file in request.files.getlist("picture") if file.filename]
    if not files:
        return pictures_page(["Choose a picture first."], 422)
    outcomes = [(file.filename or "", added(file)) for file in files[:MOST_AT_ONCE]]
    faults = [fault for _, fault in outcomes if fault]
    faults += [f"{MOST_AT_ONCE} pictures are the most at once: send the others again."] * (len(files) > MOST_AT_ONCE)
    if faults:
        stored = ", ".join(name for name, fault in outcomes if not fault)
        status = 413 if any(size_of(file) > MOST_BYTES for file in files) else 422
        return not_stored(faults, f"Stored: {stored}." if stored else "", status)
    flash("The picture is here." if len(files) == 1 else f"{len(files)} pictures are here.")
    return redirect(url_for("desk.pictures"), 303)


def added(file: FileStorage) -> str:
    """Store one file; returns what is wrong with it, or "". One that is too large is not even read."""
    if (size := size_of(file)) > MOST_BYTES:
        return f"{file.filename}: {too_large(size)}."
    try:
        writing.add(file.read(), file.filename or "", now())
    except Refused as refused:
        return str(refused)
    return ""


def size_of(file: FileStorage) -> int:
    """The number of bytes of a file that was sent."""
    size = file.stream.seek(0, SEEK_END)
    file.stream.seek(0)
    return size


def not_stored(faults: list[str], stored: str, status: int) -> Response:
    """What was wrong, and what is stored nevertheless: as a page, or as a fragment where that is asked for."""
    if htmx.wants_fragment():
        return errors.answer(status, " ".join((*faults, stored)).rstrip())
    if stored:
        flash(stored)
    return htmx.vary(pictures_page(faults, status))


@desk.post(f"/pictures/<{NUMBER}:picture_id>/deletion")
def remove_picture(picture_id: int) -> BaseResponse:
    """Take a picture away for good, unless a text shows it."""
    try:
        name = writing.remove(picture_id, request.form.get("seen", ""))
    except Refused as refused:
        return pictures_page([str(refused)], 409)
    except MediaUnreachable as error:
        return pictures_page([f"The picture is forgotten, but its file was not removed. {error}"], 503)
    fault = shared_cache.forget_pictures() if name else ""
    flash(fault or ("The picture is deleted." if name else NO_MORE))
    return redirect(url_for("desk.pictures"), 303)


def pictures_page(faults: list[str], status: int = 200) -> Response:
    """The list, and what was wrong."""
    before = request.args.get("before", "")
    if before and not (before.isascii() and before.isdigit() and len(before) < 10):
        abort(404, "There is no such part of the list.")
    found = reading.shelf(int(before) if before else None)
    page = render_template("desk/pictures.html", shelf=found, before=before, faults=faults, limits=LIMITS)
    return make_response(page, status)
