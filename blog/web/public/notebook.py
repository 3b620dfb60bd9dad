"""The notebook: every piece, narrowed by kind and topic, part by part."""

from flask import Blueprint, Response, abort, make_response, render_template, request

from blog.models import Kind, Topic
from blog.reading import lists, paths, topics
from blog.reading.counts import counts, most_used
from blog.reading.cursor import Cursor
from blog.reading.lists import Filter
from blog.web import htmx
from blog.web.addresses import KINDS
from blog.web.moment import front, now

notebook_pages = Blueprint("notebook", __name__)
NO_PART = "There is no such part of this list."
PLURAL_KIND = f"any({', '.join(repr(name) for name in KINDS)})"


@notebook_pages.get("/notebook/")
def notebook() -> Response:
    """Everything."""
    return listed()


@notebook_pages.get(f"/notebook/<{PLURAL_KIND}:kind>/")
def of_kind(kind: str) -> Response:
    """One kind."""
    return listed(KINDS[kind])


@notebook_pages.get("/topics/<topic>/")
def about(topic: str) -> Response:
    """One topic."""
    return listed(slug=topic)


@notebook_pages.get(f"/topics/<topic>/<{PLURAL_KIND}:kind>/")
def about_of_kind(topic: str, kind: str) -> Response:
    """One kind about one topic."""
    return listed(KINDS[kind], topic)


@notebook_pages.get("/topics/")
def all_topics() -> str:
    """Every topic with its number of pieces."""
    return render_template("topics/topics.html", topics=counts(front(), now()).by_topic())


def listed(kind: Kind | None = None, slug: str = "") -> Response:
    """A list as a page, as what a filter swaps, or as what "load more" appends."""
    before = cursor()
    if before and htmx.wants_fragment():
        return more(Filter(kind, find_topic(slug, topics.public_topic(slug, now()))), before)
    found = counts(front(), now())
    chosen = Filter(kind, find_topic(slug, found.topic(slug)))
    topic_counts = found.by_topic(kind)
    shown = most_used(topic_counts, chosen.topic)
    part = lists.notebook(now(), chosen, before)
    return htmx.page_or_fragment(
        "notebook/notebook.html",
        "notebook/_browse_update.html",
        chosen=chosen,
        status=404 if before and not part.pieces else 200,
        part=part,
        before=before,
        topic_counts=shown,
        topics_in_all=len(topic_counts) if any(each.chosen and each not in shown for each in topic_counts) else 0,
        kind_counts=found.by_kind(chosen.topic),
        everything=found.number(kind),
        total=found.number(kind, chosen.topic),
        start=None if htmx.wants_fragment() else paths.start(front(), now()),
    )


def more(chosen: Filter, before: Cursor) -> Response:
    """The next part of a list, to be put in the place of "load more"."""
    part = lists.notebook(now(), chosen, before)
    return htmx.vary(make_response(render_template("notebook/_more.html", chosen=chosen, part=part)))


def cursor(may_lie_ahead: bool = False) -> Cursor | None:
    """The cursor that the address names; the answer is 404 for one that no list has given.

    A list by what is public has given none that lies ahead.
    """
    text = request.args.get("before")
    if text is None:
        return None
    found = Cursor.parse(text)
    return found if found and (may_lie_ahead or found.moment <= now()) else abort(404, NO_PART)


def find_topic(slug: str, found: Topic | None) -> Topic | None:
    """The topic that an address names, if it names one; the answer is 404 where the public knows none."""
    return found if found or not slug else abort(404, "There is nothing here about that topic.")
