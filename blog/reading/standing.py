"""What stands outside the notebook: pages and projects."""

from sqlalchemy import select

from blog.models import Page, Project
from blog.state.database import reader


def page(slug: str) -> Page | None:
    """The published standing page with this slug."""
    return reader().scalar(select(Page).where(Page.slug == slug, Page.published))


def pages() -> list[Page]:
    """The published standing pages in their order."""
    return list(reader().scalars(select(Page).where(Page.published).order_by(Page.position, Page.slug)))


def project(slug: str) -> Project | None:
    """The published project with this slug."""
    return reader().scalar(select(Project).where(Project.slug == slug, Project.published))


def projects() -> list[Project]:
    """The published projects: the featured one first, then the rest in their order."""
    query = select(Project).where(Project.published)
    return list(reader().scalars(query.order_by(Project.featured.desc(), Project.position, Project.slug)))
