"""The command that brings pictures from one place to another."""

from typing import Any

import click
from flask import current_app

from blog.commands.portability import shown
from blog.portability.media_copy import copy_media
from blog.state.media import place_at
from blog.state.media_folder import Place
from blog.state.settings import SettingError, media_url

FOLDER = "folder"


class Address(click.ParamType[Place]):
    """A place for pictures: the word `folder`, or the address of a bucket as in BLOG_MEDIA_URL."""

    name = "place"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Place:
        """The place that was typed. What is wrong with it is said without repeating it, as it may hold a secret."""
        try:
            address = "" if value == FOLDER else media_url(value)
        except SettingError as error:
            self.fail(str(error).replace("BLOG_MEDIA_URL", "The address"), param, ctx)
        return place_at(address, current_app.extensions["settings"].instance)


@click.group()
def pictures() -> None:
    """Keep pictures elsewhere."""


@pictures.command("copy")
@click.argument("source", type=Address())
@click.argument("target", type=Address())
def copy(source: Place, target: Place) -> None:
    """Copy every picture from SOURCE to TARGET, and see that each is the same there.

    A place is `folder`, which is the media folder of the instance folder, or a bucket as BLOG_MEDIA_URL names it.
    The site may run meanwhile: set BLOG_MEDIA_URL afterwards, start it again, and run the command once more for
    what came in between. SOURCE stays as it is.
    """
    with shown() as progress:
        copied = copy_media(source, target, progress)
    click.echo(f"{copied.all} pictures of {source} are in {target}, {copied.new} of them new.")


COMMANDS: list[click.Command] = [pictures]
