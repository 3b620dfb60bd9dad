"""Commands that set the site up and serve it."""

import errno
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from flask import current_app

from blog.portability.samples import load_sample
from blog.reading import health
from blog.reading.desk import has_account
from blog.state import clock, nodes, redis_server
from blog.state.database import let_go
from blog.state.htmx_file import NotInstalled, put_htmx
from blog.state.parent import GRACE_SECONDS
from blog.state.respawning import Restarts
from blog.state.sandbox import SANDBOX
from blog.state.schema import bring_up_to_date
from blog.state.settings import Settings
from blog.state.setup_code import setup_code


def settings() -> Settings:
    """The settings of the running command."""
    found: Settings = current_app.extensions["settings"]
    return found


@click.command()
def assets() -> None:
    """Put htmx's file where the pages ask for it (done by make)."""
    try:
        click.echo(f"htmx {put_htmx(Path(current_app.static_folder or 'static'))} is in place.")
    except NotInstalled as error:
        raise click.ClickException(str(error)) from error


@click.command()
def init() -> None:
    """Make the instance folder, the secret and the database, or bring them up to date."""
    new = bring_up_to_date(settings())
    click.echo(f"{settings().instance} is {'ready' if new else 'up to date'}.")


@click.command()
@click.option("--sample", is_flag=True, help="Load the sample notebook where the database is new.")
def serve(sample: bool) -> None:
    """Serve the site with the production server, after bringing everything up to date."""
    refuse_taken_port(settings())
    need_htmx()
    new = bring_up_to_date(settings())
    if new and sample:
        report = load_sample(clock.now())
        click.echo(f"The sample notebook is loaded: {report.summary()}")
    greet(settings())
    let_go()
    SANDBOX.close()
    run(settings())


def need_htmx() -> None:
    """End with a sentence where htmx's file is not in place: pages could not be rendered."""
    if not Path(current_app.static_folder or "static", "vendor", "htmx.js").exists():
        raise click.ClickException("htmx is not in place: run 'flask blog assets' once.")


def greet(settings: Settings) -> None:
    """Say where the site is and, before there is an account, how to make the first one."""
    click.echo(f"Serving {settings.site_url} from {settings.instance} on {settings.host}:{settings.port}.")
    for warning in warnings(settings):
        click.echo(f"Warning: {warning}", err=True)
    if not has_account():
        code = setup_code(settings.secret_key)
        click.echo(f"To write, make your account at {settings.site_url}/setup with the code {code}")
    sys.stdout.flush()


def warnings(settings: Settings) -> Iterator[str]:
    """A sentence for whatever does not keep the site from running, but from running well."""
    if settings.redis_url:
        yield from redis_server.complaints(settings.redis_url)
    yield from nodes.strangers(settings.secret_key)
    yield from health.lone_pictures(settings)


def refuse_taken_port(settings: Settings) -> None:
    """End with a sentence where the address cannot be had; the server itself would share it silently."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((settings.host, settings.port))
    except OSError as error:
        reason = {
            errno.EADDRINUSE: f"Port {settings.port} on {settings.host} is taken: free it, or set PORT.",
            errno.EACCES: f"Port {settings.port} needs special rights: set PORT to a number above 1023.",
        }
        place = f"{settings.host}:{settings.port}"
        usual = f"The address {place} cannot be used ({error.strerror or error}): set HOST and PORT."
        raise click.ClickException(reason.get(error.errno or 0, usual)) from error


def run(settings: Settings) -> None:
    """Hand over to the server until it is told to stop; a request may then go on for a moment, and no longer."""
    from granian import Granian  # a server is no part of a request, nor of other commands
    from granian.constants import Interfaces
    from granian.log import LogLevels

    server = Granian(
        "app:door",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.RSGI,
        workers=settings.workers,
        websockets=False,
        respawn_failed_workers=True,
        workers_kill_timeout=GRACE_SECONDS,
        log_level=LogLevels.warning,
    )
    server.respawned_wrks = Restarts()
    server.serve()


COMMANDS: list[click.Command] = [assets, init, serve]
