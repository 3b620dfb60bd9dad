"""Commands that move writing in and out."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click
from flask import current_app

from blog.models import Kind, Status
from blog.portability.exporting import ExportRefused, export
from blog.portability.folder_import import import_folder
from blog.portability.folder_write import ImportStopped
from blog.portability.note import Options
from blog.portability.old_site import OldSite, old_site
from blog.portability.report import Progress, Report
from blog.portability.samples import load_sample
from blog.state import clock
from blog.state.schema import bring_up_to_date

EVERY = 100
folder = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


class Zone(click.ParamType[ZoneInfo]):
    """A zone of the IANA time zone database."""

    name = "zone"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> ZoneInfo:
        try:
            return value if isinstance(value, ZoneInfo) else ZoneInfo(str(value))
        except (ValueError, OSError, KeyError):
            self.fail(f"{value!r} is no time zone: write one like Europe/London.", param, ctx)


class Address(click.ParamType[OldSite]):
    """The address of a former site."""

    name = "address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> OldSite:
        try:
            return value if isinstance(value, OldSite) else old_site(str(value))
        except ValueError:
            self.fail(f"{value!r} is no address of a site: write one like https://old.example.", param, ctx)


@contextmanager
def shown() -> Iterator[Progress]:
    """Progress on standard error: a bar on a terminal, elsewhere a line for every hundred."""
    with ExitStack() as stack:
        bars: list[Any] = []

        def bar(_done: int, total: int, _name: str) -> None:
            if not bars:
                bars.append(stack.enter_context(click.progressbar(length=total, file=sys.stderr)))
            bars[0].update(1)

        def lines(done: int, total: int, name: str) -> None:
            if done % EVERY == 0 or done == total:
                click.echo(f"{done} of {total}: {name}", err=True)

        yield bar if sys.stderr.isatty() else lines


@click.group("import")
def import_() -> None:
    """Bring writing in from elsewhere."""


@import_.command("markdown")
@folder
@click.option("--kind", type=click.Choice([kind.value for kind in Kind]), default="essay", show_default=True,
              help="What a note is that does not say it.")  # fmt: skip
@click.option("--status", type=click.Choice(["draft", "published"]), default="published",
              show_default=True, help="What becomes of a note that does not say it.")  # fmt: skip
@click.option("--zone", type=Zone(), help="The zone of dates without one; the site's own by default.")
@click.option(
    "--old-site", "former", type=Address(), metavar="URL", help="Links to this site become links between the pieces."
)
@click.option("--site", "with_site", is_flag=True, help="Take an export's site settings too.")
@click.option("--dry-run", is_flag=True, help="Print the report and change nothing.")
@click.pass_context
def import_markdown(
    ctx: click.Context,
    folder: Path,
    kind: str,
    status: str,
    zone: ZoneInfo | None,
    former: OldSite | None,
    with_site: bool,
    dry_run: bool,
) -> None:
    """Import the notes below DIR: .md, .markdown and .mdx files.

    Front matter of Hugo, Jekyll, Astro, Bear and of our own exports is understood, and none is needed. Titles come
    from it, from the first heading or the file's name; dates from it, from dates.csv (path, created, updated), from
    the file's name, from git, or from the file itself; topics from it or from the first folder. A note is known
    again by its uid or its path: unchanged ones are skipped, and what was edited here is left alone.

    Everything is imported at once or, when something breaks, nothing. Exit codes: 0 when all went well, 1 when
    nothing was imported, 2 when files were refused and the rest was imported.
    """
    bring_up_to_date(current_app.extensions["settings"])
    options = Options(Kind(kind), Status(status), zone, former, with_site, dry_run)
    with shown() as progress:
        try:
            report = import_folder(folder, options, clock.now(), progress)
        except ImportStopped as error:
            raise click.ClickException(str(error)) from error
    tell(report)
    if report.is_empty and not report.refused:
        click.echo(f"There is nothing to import in {folder}.", err=True)
    if dry_run:
        click.echo("This was a rehearsal: nothing was changed.")
    ctx.exit(report.exit_code)


def tell(report: Report) -> None:
    """Print a report."""
    for line in report.lines():
        click.echo(line)


@click.command("export")
@folder
def export_site(folder: Path) -> None:
    """Write the whole site into DIR as Markdown files with front matter, and its pictures.

    DIR is new, empty, or an earlier export, which is replaced; folders beside the export's own are not touched.
    The same site gives the same bytes, and `flask blog import markdown DIR --site` gives the same site. Revisions,
    messages and accounts are not in it: a backup has them.
    """
    bring_up_to_date(current_app.extensions["settings"])
    with shown() as progress:
        try:
            result = export(folder, progress)
        except ExportRefused as error:
            raise click.ClickException(str(error)) from error
    click.echo(f"Exported to {folder}: {result.summary()}")
    for name in result.missing:
        click.echo(f"The file of the picture {name} is missing.", err=True)


@click.command()
def sample() -> None:
    """Load the sample notebook, with its site settings, into this site."""
    bring_up_to_date(current_app.extensions["settings"])
    with shown() as progress:
        try:
            report = load_sample(clock.now(), progress)
        except ImportStopped as error:
            raise click.ClickException(str(error)) from error
    tell(report)


COMMANDS: list[click.Command] = [import_, export_site, sample]
