"""Pages, projects and paths: the published ones, in their order."""

from datetime import datetime

import pytest

from blog.models import Page, Path, Project, Stop
from blog.reading import paths, standing
from blog.state.database import transaction
from tests.conftest import Clock, Write
from tests.statements import statements


@pytest.fixture
def stored(write: Write, time: Clock) -> datetime:
    """Pages and projects, published and not, out of order."""
    with transaction() as session:
        for slug, position, published in (("privacy", 2, True), ("hidden", 0, False), ("b", 1, True), ("a", 1, True)):
            shared = {"slug": slug, "title": slug, "position": position, "published": published}
            session.add(Page(**shared, changed_at=time.now))
            session.add(Project(**shared, featured=slug == "privacy", changed_at=time.now))
    return time.now


def test_published_pages_stand_in_their_order(stored: datetime) -> None:
    assert [page.slug for page in standing.pages()] == ["a", "b", "privacy"]
    assert standing.page("hidden") is None and standing.page("nothing") is None
    found = standing.page("a")
    assert found is not None and found.title == "a"


def test_the_featured_project_stands_first(stored: datetime) -> None:
    assert [project.slug for project in standing.projects()] == ["privacy", "a", "b"]
    assert standing.project("hidden") is None and standing.project("b") is not None


def test_a_path_is_walked_in_order_in_one_query(write: Write, time: Clock) -> None:
    made = [write(title, topics=("Linux",)) for title in ("One", "Two", "Three")]
    stops = [
        Stop(piece_id=piece.id, position=at, label=f"Stop {at}") for piece, at in zip(made, (3, 1, 2), strict=True)
    ]
    with transaction() as session:
        session.add(Path(slug="start", title="Start", stops=stops))
        session.add(Path(slug="empty", title="Empty"))
    with statements() as sent:
        walk = paths.walk("start", time.now)
        assert walk is not None and walk.title == "Start"
        assert [(stop.label, stop.piece.title) for stop in walk.stops] == [
            ("Stop 1", "Two"), ("Stop 2", "Three"), ("Stop 3", "One")
        ]  # fmt: skip
    assert len([statement for statement in sent if statement.startswith("SELECT")]) == 1
    assert paths.walk("empty", time.now) is None and paths.walk("nothing", time.now) is None
