"""Commands for the author's account."""

import sys

import click
from flask import current_app

from blog.state import clock
from blog.state.schema import bring_up_to_date
from blog.writing.accounts import create_account, set_password

from_stdin = click.option("--password-stdin", is_flag=True, help="Read the password from standard input.")


@click.group()
def author() -> None:
    """Make the author's account, or give it another password."""


@author.command("create")
@click.argument("name")
@from_stdin
def create(name: str, password_stdin: bool) -> None:
    """Make an account called NAME."""
    settings = current_app.extensions["settings"]
    bring_up_to_date(settings)
    account = create_account(name, read_password(password_stdin), clock.now())
    click.echo(f"The account “{account.name}” is made. Log in at {settings.site_url}/login")


@author.command("password")
@click.argument("name")
@from_stdin
def password(name: str, password_stdin: bool) -> None:
    """Give the account called NAME another password. Every login of it ends."""
    bring_up_to_date(current_app.extensions["settings"])
    account = set_password(name, read_password(password_stdin))
    click.echo(f"The password of “{account.name}” is changed.")


def read_password(from_stdin: bool) -> str:
    """The password: the first line of standard input, or typed twice at a prompt that shows nothing."""
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    typed: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
    return typed


COMMANDS: list[click.Command] = [author]
