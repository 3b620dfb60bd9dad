"""The homepage."""

from flask import Blueprint, render_template

from blog.models import Kind
from blog.reading import lists, standing
from blog.reading.lists import LATEST_ESSAYS
from blog.web.moment import now

home_page = Blueprint("home", __name__)


@home_page.get("/")
def home() -> str:
    """Who and where, projects, the latest thought and essays, how to follow."""
    projects = standing.projects()
    return render_template(
        "home/home.html",
        featured=next((project for project in projects if project.featured), None),
        building=[project for project in projects if not project.featured],
        thought=next(iter(lists.latest(now(), Kind.THOUGHT, 1)), None),
        essays=lists.latest(now(), Kind.ESSAY, LATEST_ESSAYS),
    )
