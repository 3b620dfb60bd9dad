"""Commands that keep a site well: look it over, read it anew, back it up, restore it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from flask import current_app

from blog.commands.portability import shown
from blog.portability.backup import BackupRefused, back_up
from blog.portability.backup import restore as restore_site
from blog.portability.moving import MoveRefused
from blog.portability.moving import move as move_content
from blog.reading import health
from blog.state import clock
from blog.state.schema import bring_up_to_date
from blog.state.settings import SettingError
from blog.writing.reindexing import reindex as read_anew

archive = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.command()
@click.pass_context
def doctor(ctx: click.Context) -> None:
    """Look the site over: database, search index, pictures, cache, secret. Changes nothing.

    Exit codes: 0 when all is well, 1 when something was found, or there is no site.
    """
    settings = current_app.extensions["settings"]
    found = list(health.findings(settings))
    click.echo("\n".join(found) or "All is well.")
    left = health.left_pictures(settings)
    if left:
        click.echo(f"{len(left)} files among the pictures belong to nothing, as after an import that was stopped: ")
        click.echo(f"{', '.join(left)}. They are harmless, and the same import takes them up again.")
    for note in health.lone_pictures(settings):
        click.echo(note)
    ctx.exit(1 if found else 0)


@click.command()
def reindex() -> None:
    """Read every piece's text anew for lists and search: after an update that changed how texts are shown."""
    bring_up_to_date(current_app.extensions["settings"])
    with shown() as progress:
        refusals = read_anew(clock.now(), progress)
    for refusal in refusals:
        click.echo(refusal, err=True)
    click.echo("Every piece was read anew." if not refusals else f"{len(refusals)} pieces stay as they were.")


@click.command()
@archive
def backup(file: Path) -> None:
    """Write the whole site to FILE: database, pictures and secret, in one archive that only you may read.

    The site may run meanwhile. FILE is looked over before it takes the place of an older one. Keep it where nobody
    else reads it: whoever has the secret and the database can do what you can.
    """
    with shown() as progress, sentences():
        proved = back_up(file, current_app.extensions["settings"], progress)
    secret = "the secret" if proved.secret else "no secret (it is set by BLOG_SECRET_KEY: keep it yourself)"
    click.echo(f"{file} holds the database, {len(proved.pictures)} pictures and {secret}.")


@click.command()
@archive
def restore(file: Path) -> None:
    """Bring the site back to what it was when FILE was written by `flask blog backup`.

    FILE is looked over first, and a copy of the present database is kept. The site may run meanwhile; start it
    again afterwards, so that it takes up the restored secret.
    """
    with sentences():
        before = restore_site(file, current_app.extensions["settings"], clock.now())
    click.echo(f"The site is restored from {file}." + (f" What it was before is in {before}." if before else ""))


@click.command()
@click.argument("address", metavar="ADDRESS")
def move(address: str) -> None:
    """Copy the whole database into the empty one at ADDRESS, written as for BLOG_DATABASE_URL.

    For the way from SQLite to PostgreSQL, and back. Nobody can write meanwhile, and the present database stays as it
    is. All of it arrives or nothing: every table is compared, row for row. A password is best kept out of the
    command: PostgreSQL takes it from PGPASSWORD or ~/.pgpass.
    """
    bring_up_to_date(current_app.extensions["settings"])
    with shown() as progress, sentences():
        arrived = move_content(address, current_app.extensions["settings"], progress)
    for content in arrived:
        click.echo(f"{content.table}: {content.rows} rows, SHA-256 {content.digest}")
    click.echo("All of it is there; pictures and the secret stay where they are. Now set BLOG_DATABASE_URL to the new")
    click.echo("database and start the site again: what is written to the old one from here on is not in the new one.")


@contextmanager
def sentences() -> Iterator[None]:
    """A refusal is one sentence on standard error and exit code 1."""
    try:
        yield
    except (BackupRefused, MoveRefused, SettingError) as error:
        raise click.ClickException(str(error)) from error


COMMANDS: list[click.Command] = [doctor, reindex, backup, restore, move]
