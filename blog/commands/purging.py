"""The cache in front of the site and the shell: what a command changed, and what somebody wants to be forgotten."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click
from flask import current_app

from blog.reading.archive import uid_of
from blog.state import clock
from blog.state.purging import EVERYTHING, NotPurged, forget, purge_due
from blog.state.settings import Settings


def then_purge(callback: Callable[..., Any]) -> Callable[..., Any]:
    """The same command, after which the cache in front is told where it changed something public."""

    @wraps(callback)
    def run(*arguments: Any, **more: Any) -> Any:
        click.get_current_context().call_on_close(purge_what_changed)
        return callback(*arguments, **more)

    return run


def purge_what_changed() -> None:
    """Tell the cache in front of an edition that it does not know; a command that only looks does not."""
    settings: Settings = current_app.extensions["settings"]
    if not settings.only_looks:
        purge_due(clock.now())


@click.command()
@click.argument("slug", required=False)
def purge(slug: str | None) -> None:
    """Have the cache in front of the site (BLOG_PURGE_URL) forget every page, or those of the piece called SLUG.

    What changes the site does this by itself; this is for what was changed elsewhere, as in the settings of the cache.
    """
    settings: Settings = current_app.extensions["settings"]
    if not settings.purge_url:
        raise click.ClickException("No cache in front of the site is known: set BLOG_PURGE_URL.")
    uid = uid_of(slug) if slug else None
    if slug and uid is None:
        raise click.ClickException(f"There is no piece called {slug}.")
    try:
        forget(settings, f"piece-{uid}" if uid else EVERYTHING)
    except NotPurged as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"The cache has forgotten {f'the pages of {slug}' if slug else 'every page'}.")


COMMANDS: list[click.Command] = [purge]
