"""Long lists of the desk, portion by portion."""

from flask import abort, request

from blog.web.desk.typed import number


def before() -> int | None:
    """The id that the address names, before which a portion begins; the answer is 404 for what is no id."""
    text = request.args.get("before")
    return None if text is None else number(text) or abort(404, "There is no such part of the list.")
