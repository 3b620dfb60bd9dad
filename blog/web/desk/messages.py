"""What readers wrote on the contact page."""

from flask import flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from blog.reading import desk as reading
from blog.web.desk.entrance import NUMBER, desk
from blog.web.desk.portions import before
from blog.web.moment import now
from blog.writing.messages import delete_message, mark_read

MESSAGE = f"/messages/<{NUMBER}:message_id>"
NO_MORE = "This message was deleted in another window before."


@desk.get("/messages")
def messages() -> str:
    """The messages, newest first, a portion at a time."""
    return render_template("desk/messages.html", found=reading.messages(before()), before=before())


@desk.post(f"{MESSAGE}/reading")
def read_message(message_id: int) -> BaseResponse:
    """Note that a message has been read."""
    mark_read(message_id, now(), request.form.get("seen", ""))
    return redirect(url_for("desk.messages"), 303)


@desk.post(f"{MESSAGE}/deletion")
def remove_message(message_id: int) -> BaseResponse:
    """Delete a message for good."""
    is_deleted = delete_message(message_id, request.form.get("seen", ""))
    flash("The message is deleted." if is_deleted else NO_MORE)
    return redirect(url_for("desk.messages"), 303)
