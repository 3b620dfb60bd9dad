"""`flask blog …`: everything that is done from the shell."""

from typing import Any

import click
from flask import Flask
from flask.cli import with_appcontext
from sqlalchemy.exc import OperationalError

from blog import commands
from blog.commands.purging import then_purge
from blog.state.database import Busy
from blog.state.media_folder import MediaUnreachable
from blog.state.schema import SchemaError
from blog.writing.refusals import Refused


class Blog(click.Group):
    """The group; a failure that was foreseen is one sentence and a non-zero exit."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (Busy, MediaUnreachable, Refused, SchemaError) as error:
            raise click.ClickException(str(error)) from error
        except OperationalError as error:
            reason = " ".join(str(error.orig).split()).rstrip(".")
            raise click.ClickException(f"The database cannot be used: {reason}.") from error


def only_looks(words: list[str]) -> bool:
    """Whether a command line changes nothing; the application is made before its command is known."""
    return words[-2:] == ["blog", "doctor"]


blog = Blog("blog", help="Set up, serve, write, move and keep a Bokashi site.")


def init_cli(app: Flask) -> None:
    """Give the application its commands."""
    app.cli.add_command(blog)


def in_context(command: click.Command) -> click.Command:
    """The command with the application around it."""
    if command.callback:
        command.callback = with_appcontext(then_purge(command.callback))
    return command


for command in commands.ALL:
    blog.add_command(in_context(command))
