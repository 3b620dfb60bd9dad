"""The homepage."""

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from blog.models import Kind, Piece
from blog.reading import lists, standing
from blog.reading.lists import LATEST_ESSAYS
from blog.state.caches import rendered
from blog.text import for_list
from blog.web.addresses import piece_url
from blog.web.moment import now

home_page = Blueprint("home", __name__)
# WordPress without pretty addresses: /?feed=rss2
OLD_FEEDS = {"rss": "rss.xml", "rss2": "rss.xml", "feed": "rss.xml", "atom": "atom.xml"}


@home_page.get("/")
def home() -> str | BaseResponse:
    """Who and where, projects, the latest thought and essays, how to follow."""
    if request.args.get("feed") in OLD_FEEDS:
        return redirect(url_for("feeds.site", name=OLD_FEEDS[request.args["feed"]]), 301)
    projects = standing.projects()
    thought = lists.newest(now(), Kind.THOUGHT)
    return render_template(
        "home/home.html",
        featured=next((project for project in projects if project.featured), None),
        building=[project for project in projects if not project.featured],
        thought=thought,
        thought_text=whole(thought) if thought else "",
        essays=lists.latest(now(), Kind.ESSAY, LATEST_ESSAYS),
    )


def whole(piece: Piece) -> Markup:
    """The text of a piece as it stands on another page: its links and ids still its own."""
    key = piece.uid[:8]
    return Markup(for_list(rendered(piece.source, key=key).html, permalink=piece_url(piece), key=key))  # noqa: S704 - safe from the renderer
