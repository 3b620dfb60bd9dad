"""Projects: the case studies."""

from flask import Blueprint, abort, render_template

from blog.reading import standing
from blog.state.caches import rendered

project_pages = Blueprint("projects", __name__)


@project_pages.get("/projects/")
def projects() -> str:
    """Every project."""
    return render_template("projects/projects.html", projects=standing.projects())


@project_pages.get("/projects/<slug>/")
def project(slug: str) -> str:
    """One project."""
    found = standing.project(slug) or abort(404)
    return render_template("projects/project.html", project=found, text=rendered(found.source, key=found.uid[:8]))
