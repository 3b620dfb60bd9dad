"""What the doctor says about the search index on SQLite, and what mends it."""

import pytest
from sqlalchemy import text

from blog.reading.search import search
from blog.state.database import transaction
from tests.commands.conftest import Run
from tests.conftest import Clock, Write

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize(
    "harm", ["DELETE FROM piece_search_titles", "UPDATE piece_search_titles SET title = 'Pin' WHERE title = 'Needle'"]
)
def test_titles_that_are_not_known_are_found_and_mended(run: Run, write: Write, time: Clock, harm: str) -> None:
    write("Needle")
    with transaction() as session:
        session.execute(text(harm))
    assert run("doctor").stdout == "The search index has other titles than 1 pieces: run 'flask blog reindex'.\n"
    assert run("reindex").exit_code == 0
    assert run("doctor").exit_code == 0
    assert [each.piece.title for each in search("needl", time.now)] == ["Needle"]


@pytest.mark.parametrize("table", ["piece_search_words", "piece_search_titles"])
def test_a_part_that_is_gone_is_found(run: Run, table: str) -> None:
    with transaction() as session:
        session.execute(text(f"DROP TABLE {table}"))
    assert f"The table {table} is missing: restore a backup.\n" in run("doctor").stdout
