"""The command that begins a piece."""

import click
from flask import current_app

from blog.models import Kind
from blog.state import clock
from blog.state.schema import bring_up_to_date
from blog.writing.fields import Fields
from blog.writing.pieces import create


@click.command()
@click.argument("title")
@click.option("--kind", type=click.Choice([kind.value for kind in Kind]), default="essay", show_default=True,
              help="What it will be.")  # fmt: skip
def new(title: str, kind: str) -> None:
    """Begin a draft called TITLE; prints where to write it."""
    settings = current_app.extensions["settings"]
    bring_up_to_date(settings)
    piece = create(Fields(kind=Kind(kind), title=title), clock.now())
    click.echo(f"{settings.site_url}/desk/pieces/{piece.id}")


COMMANDS: list[click.Command] = [new]
