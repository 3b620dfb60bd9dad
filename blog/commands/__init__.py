"""The commands of `flask blog`, by what they are about."""

import click

from blog.commands import accounts, keeping, pictures, portability, purging, serving, writing

ALL: list[click.Command] = [
    *serving.COMMANDS,
    *accounts.COMMANDS,
    *writing.COMMANDS,
    *portability.COMMANDS,
    *pictures.COMMANDS,
    *keeping.COMMANDS,
    *purging.COMMANDS,
]
