"""The cache in front is told of each change that the public sees: once at once, once more, and by one process."""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest
from click.testing import Result
from flask import Flask, current_app
from flask.testing import FlaskClient
from sqlalchemy import select, text, update

from blog.models import Edition, Purge
from blog.reading import health
from blog.state import clock, purging
from blog.state.database import db, transaction
from blog.state.purging import AGAIN, RETRY, Watch, purge_due
from blog.writing import pieces
from tests.conftest import Clock, Write, close
from tests.purging.conftest import SECRET
from tests.purging.front import Front
from tests.web.forms import alerts, send

Look = Callable[..., None]


@pytest.fixture
def look(app: Flask, time: Clock) -> Look:
    """Has the watch look, after some seconds."""

    def look(**later: float) -> None:
        time.forward(**later)
        purge_due(time.now)

    return look


def new(author: FlaskClient, **fields: str) -> str:
    """The address of a new draft at the desk."""
    answer = send(author, "/desk/pieces/new", "/desk/pieces/new", title="A", source="Words.", **fields)
    assert answer.status_code == 303
    return answer.headers["Location"].partition("?")[0]


def publish(author: FlaskClient, address: str) -> None:
    """Press the button that publishes a piece."""
    assert send(author, address, address, to=f"{address}/publication").status_code == 303


def run(app: Flask, *words: str) -> Result:
    db.session.remove()
    return app.test_cli_runner().invoke(args=["blog", *words])


def test_the_cache_has_been_told_when_the_author_gets_the_answer(author: FlaskClient, front: Front) -> None:
    address = new(author)
    assert front.told == []
    publish(author, address)
    assert front.told == ["site"]
    method, path, headers = front.asked[0]
    assert (method, path, headers["Content-Length"]) == ("POST", "/-/purge?x=1", "0")
    assert headers["Authorization"] == f"Bearer {SECRET}"


def test_it_is_told_once_more_for_answers_that_were_on_their_way(write: Write, front: Front, look: Look) -> None:
    write("A")
    look()
    look(seconds=AGAIN.seconds - 1)
    assert front.told == ["site"]
    look(seconds=1)
    assert front.told == ["site"] * 2
    look(hours=1)
    assert front.told == ["site"] * 2


def test_it_is_told_shortly_after_by_the_same_process_whatever_fails(
    write: Write, front: Front, look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purging, "ECHOES", (0.01, 0.01, 0.01))
    write("A")
    look()
    until = monotonic() + 10
    while len(front.told) < 4 and monotonic() < until:
        sleep(0.01)
    assert front.told == ["site"] * 4
    front.status = 500
    purging.echo(current_app.extensions["settings"])
    assert front.told == ["site"] * 4


def test_a_change_in_between_is_told_at_once(write: Write, front: Front, look: Look, time: Clock) -> None:
    piece = write("A")
    look()
    pieces.correct(piece.id, "It was wrong.", time.now)
    look(seconds=1)
    assert len(front.told) == 2
    look(seconds=AGAIN.seconds)
    look(hours=1)
    assert len(front.told) == 3


@pytest.mark.parametrize("change", ["withdraw", "delete", "correct", "schedule"])
def test_every_change_that_ends_kept_pages_is_told(
    write: Write, front: Front, look: Look, time: Clock, change: str
) -> None:
    piece = write("A")
    look()
    look(seconds=AGAIN.seconds)
    if change == "schedule":
        write("B", at=time.now.replace(year=2027))
    elif change == "correct":
        pieces.correct(piece.id, "It was wrong.", time.now)
    else:
        getattr(pieces, change)(piece.id, time.now)
    look()
    assert len(front.told) == 3


def test_drafts_are_nobody_elses_business(author: FlaskClient, front: Front, look: Look) -> None:
    address = new(author)
    assert send(author, address, address, source="Other words.").status_code in (200, 303)
    look(hours=1)
    assert front.asked == []


def test_what_could_not_be_told_is_told_later_and_shown(
    author: FlaskClient, app: Flask, front: Front, look: Look
) -> None:
    front.status = 500
    publish(author, new(author))
    sentence = f"The cache at {front.host} answers 500."
    assert sentence in alerts(author.get("/desk/"))
    assert any(sentence in found for found in health.findings(app.extensions["settings"]))
    look(seconds=AGAIN.seconds)
    assert len(front.asked) == 2
    front.status = 200
    look(seconds=RETRY.seconds)
    assert front.told == ["site"]
    assert "cache" not in alerts(author.get("/desk/"))
    assert list(health.findings(app.extensions["settings"])) == []
    look(hours=1)
    assert front.told == ["site"]


def test_nobody_waits_long_for_a_cache_that_hangs(
    author: FlaskClient, front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purging, "TIMEOUT_SECONDS", 0.2)
    address = new(author)
    front.goes_on.clear()
    begun = monotonic()
    publish(author, address)
    assert monotonic() - begun < 5
    assert "does not answer (TimeoutError)" in alerts(author.get("/desk/"))


def test_a_cache_that_is_not_there_keeps_nobody_from_publishing(author: FlaskClient, front: Front) -> None:
    address = new(author)
    front.shutdown()
    front.server_close()
    publish(author, address)
    assert "does not answer (ConnectionRefusedError)" in alerts(author.get("/desk/"))


def test_what_a_process_that_died_was_about_to_tell_another_one_tells(
    write: Write, front: Front, look: Look, time: Clock
) -> None:
    write("A")
    assert purging.claim(time.now) == purging.Due(2, again=False)
    look()
    assert front.told == []
    look(seconds=AGAIN.seconds)
    assert front.told == ["site"]


def test_of_many_processes_one_tells(app: Flask, write: Write, front: Front, time: Clock) -> None:
    write("A")

    def one() -> None:
        with app.app_context():
            purge_due(time.now)

    for _ in range(2):
        threads = [Thread(target=one) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        time.forward(seconds=AGAIN.seconds)
    assert front.told == ["site"] * 2


def test_the_watch_of_a_worker_tells_what_others_left(
    app: Flask, write: Write, front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(purging, "LOOK_SECONDS", 0.05)
    watch = Watch(app)
    watch.start()
    try:
        write("A")
        until = monotonic() + 10
        while not front.told and monotonic() < until:
            watch.is_over.wait(0.02)
    finally:
        watch.stop()
    assert front.told == ["site"]
    assert not watch.thread.is_alive()


def test_the_watch_goes_on_without_its_database(
    app: Flask, look: Look, front: Front, write: Write, caplog: pytest.LogCaptureFixture
) -> None:
    write("A")
    with transaction() as session:
        session.execute(text("ALTER TABLE purge RENAME TO elsewhere"))
    look()
    assert "cannot be seen" in caplog.text
    with transaction() as session:
        session.execute(text("ALTER TABLE elsewhere RENAME TO purge"))
    look()
    assert front.told == ["site"]


def test_no_database_is_made_by_looking(app: Flask, look: Look, front: Front) -> None:
    file = app.extensions["settings"].database_file
    close(app)
    file.unlink()
    look()
    assert not file.exists()
    assert front.asked == []


def test_a_command_that_changed_something_tells_before_it_ends(app: Flask, front: Front, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("---\ndate: 2026-01-01\n---\n# A\n\nWords.")
    assert run(app, "import", "markdown", str(tmp_path / "notes")).exit_code == 0
    assert front.told == ["site"]
    assert run(app, "new", "A draft").exit_code == 0
    assert run(app, "export", str(tmp_path / "export")).exit_code == 0
    assert front.told == ["site"]


def test_the_doctor_changes_nothing_here_either(app: Flask, front: Front, write: Write) -> None:
    write("A")
    before = db.session.execute(select(Purge.begun, Purge.done)).one()
    object.__setattr__(app.extensions["settings"], "only_looks", True)
    assert run(app, "doctor").exit_code == 0
    assert db.session.execute(select(Purge.begun, Purge.done)).one() == before
    assert front.asked == []


def test_a_command_has_the_cache_forget_everything_or_one_piece(app: Flask, front: Front, write: Write) -> None:
    uid = write("A piece").uid
    purge_due(clock.now())
    assert run(app, "purge").stdout == "The cache has forgotten every page.\n"
    assert run(app, "purge", "a-piece").stdout == "The cache has forgotten the pages of a-piece.\n"
    assert front.told == ["site", "site", f"piece-{uid}"]
    assert "There is no piece called b" in run(app, "purge", "b").stderr
    front.status = 403
    refused = run(app, "purge")
    assert (refused.exit_code, refused.stderr) == (1, f"Error: The cache at {front.host} answers 403.\n")


def test_the_secret_is_nowhere_to_be_read(
    app: Flask, author: FlaskClient, front: Front, caplog: pytest.LogCaptureFixture
) -> None:
    front.status = 401
    publish(author, new(author))
    read = [author.get("/desk/").text, caplog.text, repr(app.extensions["settings"]), run(app, "purge").output]
    assert not any(SECRET in text for text in read)


def test_a_site_that_gets_a_cache_later_tells_it_everything_once(front: Front, look: Look) -> None:
    with transaction() as session:
        session.execute(update(Edition).values(number=41))
    look()
    look(seconds=AGAIN.seconds)
    look(hours=1)
    assert front.told == ["site"] * 2
