"""The dispatch: the long form in chronological order."""

from itertools import groupby

from flask import Blueprint, abort, render_template

from blog.models import Kind
from blog.reading import lists
from blog.reading.cards import Card
from blog.web.moment import local, now
from blog.web.public.notebook import NO_PART, cursor

dispatch_page = Blueprint("dispatch", __name__)


@dispatch_page.get("/dispatch/")
def dispatch() -> str:
    """The essays from the oldest to the newest, year by year; the latest hundred, or those before a cursor."""
    before = cursor()
    part = lists.dispatch(now(), before)
    if before and not part.pieces:
        abort(404, NO_PART)
    years = [(year, list(essays)) for year, essays in groupby(part.pieces, key=year_of)]
    return render_template("dispatch/dispatch.html", years=years, part=part, before=before, kind=Kind.ESSAY)


def year_of(piece: Card) -> int:
    """The year in which a piece was published, in the site's zone."""
    return local(piece.published_at).year
