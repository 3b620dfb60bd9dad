"""The commands of `flask blog`, by what they are about."""

import click

from blog.commands import accounts, portability, serving

ALL: list[click.Command] = [*serving.COMMANDS, *accounts.COMMANDS, *portability.COMMANDS]
