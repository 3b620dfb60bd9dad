"""Standing pages, paths, and the list of public changes."""

from flask import Blueprint, abort, render_template

from blog.reading import paths, pieces, standing
from blog.state.caches import rendered
from blog.web.moment import now

standing_pages = Blueprint("pages", __name__)


@standing_pages.get("/<slug>/")
def page(slug: str) -> str:
    """A standing page, such as "about"."""
    found = standing.page(slug) or abort(404)
    others = [other for other in standing.pages() if other.slug != slug]
    text = rendered(found.source, key=found.uid[:8])
    return render_template("pages/page.html", page=found, others=others, text=text)


@standing_pages.get("/paths/<slug>/")
def path(slug: str) -> str:
    """A path with its stops."""
    return render_template("paths/path.html", walk=paths.walk(slug, now()) or abort(404))


@standing_pages.get("/changes/")
def changes() -> str:
    """What was corrected, newest first."""
    return render_template("changes/changes.html", corrections=pieces.corrections(now()))
