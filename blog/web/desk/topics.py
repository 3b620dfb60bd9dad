"""The topics: how many pieces are about each; renamed, merged, and deleted where nothing is about them."""

from flask import Response, abort, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from blog.models import Topic
from blog.reading import desk as reading
from blog.web.again import Typed, shows_again
from blog.web.desk.entrance import NUMBER, desk
from blog.web.moment import now
from blog.writing import topics as writing
from blog.writing.refusals import Conflict, Refused

TOPIC = f"/topics/<{NUMBER}:topic_id>"
ELSEWHERE = "This topic was renamed in another window since you opened it. Nothing was changed here."
NO_MORE = "This topic is no more: it was merged or deleted in another window."


@desk.get("/topics")
def topics() -> str:
    """Every topic with the number of pieces about it."""
    return render_template("desk/topics.html", topics=reading.topics())


@desk.get(TOPIC)
def topic(topic_id: int) -> Response:
    """One topic, with what can be done with it."""
    return topic_page({}, topic_id=topic_id)


@desk.post(TOPIC)
def rename_topic(topic_id: int) -> BaseResponse:
    """Rename a topic or, where the button says so, merge it into the one that has the name already."""
    seen, name, into = (request.form.get(field, "") for field in ("seen", "name", "into"))
    change = writing.merge if into else writing.rename
    try:
        found = change(topic_id, into or name, now(), seen)
    except Refused as refusal:
        other = refusal.other if isinstance(refusal, writing.NameTaken) else None
        return topic_page(request.form, "", 422, topic_id, refusal.fields, other)
    except Conflict:
        return topic_page(request.form, ELSEWHERE, 409, topic_id)
    return done(found, f"Merged into “{found.name}”." if found and into else "Saved.")


@desk.post(f"{TOPIC}/deletion")
def delete_topic(topic_id: int) -> BaseResponse:
    """Delete a topic that no piece is about."""
    try:
        found = writing.remove(topic_id, now(), request.form.get("seen", ""))
    except Refused as refusal:
        return topic_page({}, refusal.fields["name"], 409, topic_id)
    except Conflict:
        return topic_page({}, ELSEWHERE, 409, topic_id)
    return done(found, f"“{found.name}” is deleted." if found else "")


def done(found: Topic | None, words: str) -> BaseResponse:
    """Back to the topics, with a word on what was done."""
    flash(words if found else NO_MORE)
    return redirect(url_for("desk.topics"), 303)


@shows_again("desk.rename_topic")
def topic_page(
    typed: Typed,
    sentence: str = "",
    status: int = 200,
    topic_id: int = 0,
    faults: dict[str, str] | None = None,
    other: Topic | None = None,
) -> Response:
    """The page of a topic with the name that was typed and what is wrong with it. `other` is the one that has it."""
    topic, number = reading.topic(topic_id) or abort(404, NO_MORE)
    page = render_template(
        "desk/topic.html",
        topic=topic,
        number=number,
        values={"name": typed.get("name", topic.name)},
        faults=faults or {},
        notice=sentence,
        other=other,
    )
    return make_response(page, status)
