"""A folder of Markdown becomes pieces: read, planned and rendered first, then written in one transaction."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from zoneinfo import ZoneInfo

from flask import current_app

from blog.models import Piece, Status
from blog.portability.ahead import Job, render_all
from blog.portability.dates import Dates
from blog.portability.folder_write import WRITTEN, FolderWrite, ImportStopped
from blog.portability.note import Options
from blog.portability.picture_files import PictureFiles
from blog.portability.planning import Planned, Planner
from blog.portability.reading_notes import NoteReader
from blog.portability.report import Progress, Report, silent
from blog.portability.resolving import Resolver
from blog.portability.standing_files import StandingFiles
from blog.portability.walk import Tree, tree
from blog.reading import archive, desk, gate
from blog.state import caches
from blog.text import Rendered
from blog.writing import topics
from blog.writing.fields import checked
from blog.writing.imported import Outcome
from blog.writing.refusals import Refused

KEPT = "It was changed here and in the folder: the piece here is left alone."
KEPT_RECOGNISED = "It is here already, though not from this folder, and differs: the piece here is left alone."


def import_folder(root: Path, options: Options, now: datetime, progress: Progress = silent) -> Report:
    """Import the notes below a folder; everything or, when something breaks, nothing.

    Raises ImportStopped where the folder cannot be read or the site was changed meanwhile.
    """
    try:
        files = tree(root)
    except OSError as error:
        raise ImportStopped(f"The folder {root} cannot be read ({error.strerror or error}).") from error
    return FolderImport(files, options, now, progress).run()


@dataclass
class FolderImport:
    """One import of one folder. `texts` are the rendered texts by uid and source."""

    tree: Tree
    options: Options
    now: datetime
    progress: Progress
    report: Report = field(default_factory=Report)
    texts: dict[tuple[str, str], Rendered] = field(default_factory=dict)

    def run(self) -> Report:
        """Read everything, then write it, unless it is only a rehearsal."""
        standing = StandingFiles(self.tree, self.report, self.options.with_site, self.now)
        pictures = PictureFiles(self.tree, self.report, self.options.dry_run)
        try:
            standing.read()
            if standing.is_export:
                pictures.store_all("media/")
            planned = self.settled(self.planned(standing.notes()), pictures)
            self.lead(planned, standing)
            self.count(planned, pictures)
            if self.options.dry_run:
                standing.count()
            else:
                FolderWrite(planned, self.texts, standing, self.now).write(pictures.all_stored())
        except BaseException:
            pictures.take_back()
            raise
        return self.report

    @cached_property
    def planner(self) -> Planner:
        return Planner(self.report)

    def planned(self, paths: list[str]) -> list[Planned]:
        """What becomes of each file."""
        zone = self.options.zone or ZoneInfo(desk.site().time_zone)
        dates = Dates(self.tree, zone, self.report, self.now)
        reader = NoteReader(self.tree, self.options, dates, self.report, self.now)
        return self.planner.plan(list(reader.notes(paths)))

    def settled(self, planned: list[Planned], pictures: PictureFiles) -> list[Planned]:
        """The plans with their addresses resolved and their texts rendered, without those that are refused.

        A refused note is no target for links, so that the others are resolved again without it.
        """
        while True:
            resolver = Resolver(self.tree, pictures, self.report, planned, self.options.old_site)
            for plan in planned:
                resolver.resolve(plan)
            fitting = self.rendered([plan for plan in planned if self.is_fitting(plan)])
            if len(fitting) == len(planned):
                return planned
            planned = fitting

    def is_fitting(self, plan: Planned) -> bool:
        """Whether a note keeps the rules for a piece; reported where it does not."""
        try:
            plan.fields = checked(plan.fields)
            plan.decide()
        except Refused as refused:
            self.report.refuse(plan.note.path, str(refused))
            return False
        return True

    def rendered(self, planned: list[Planned]) -> list[Planned]:
        """The plans whose texts can be rendered, or need not be; the results go into the cache."""
        wanted = [plan for plan in planned if plan.outcome in WRITTEN and not self.text_of(plan)]
        root = current_app.extensions["settings"].root
        jobs = [Job(plan.fields.source, plan.uid[:8], root) for plan in wanted]
        refused = set()
        for number, (plan, text) in enumerate(zip(wanted, render_all(jobs), strict=True), 1):
            if isinstance(text, str):
                self.report.refuse(plan.note.path, text)
                refused.add(plan.uid)
            else:
                self.keep(plan, text)
            self.progress(len(planned) - len(wanted) + number, len(planned), plan.note.path)
        return [plan for plan in planned if plan.uid not in refused]

    def text_of(self, plan: Planned) -> Rendered | None:
        """The rendered text of a plan, where it is at hand."""
        name = (plan.uid, plan.fields.source)
        if name not in self.texts and (kept := caches.kept(plan.fields.source, key=plan.uid[:8])):
            self.texts[name] = kept
        return self.texts.get(name)

    def keep(self, plan: Planned, text: Rendered) -> None:
        """Keep a rendered text: for the transaction, and for the readers."""
        self.texts[plan.uid, plan.fields.source] = text
        if not self.options.dry_run:
            caches.keep(plan.fields.source, text, key=plan.uid[:8])

    def lead(self, planned: list[Planned], standing: StandingFiles) -> None:
        """Have paths, and what pieces say of one another, lead to pieces that there are, or report them."""
        slugs = {slug: slug for slug in archive.slugs()}
        slugs |= {plan.note.fields.slug: plan.slug for plan in planned}
        standing.lead(slugs)
        for plan in planned:
            for relation, slug in plan.note.relations:
                if slug not in slugs:
                    self.report.say(plan.note.path, f"It {relation} “{slug}”, which is not here.")
            plan.relations = [(relation, slugs[slug]) for relation, slug in plan.note.relations if slug in slugs]

    def count(self, planned: list[Planned], pictures: PictureFiles) -> None:
        """Put the numbers into the report."""
        for plan in planned:
            outcome = plan.outcome
            setattr(self.report, outcome, getattr(self.report, outcome) + 1)
            self.report.topics.update(map(topics.same, plan.fields.topics))
            self.report.drafts += not is_published(plan)
            self.report.scheduled += is_published(plan) and not is_public(plan, self.now)
            if outcome in WRITTEN:
                self.report.links += plan.links
                self.report.addresses += len(plan.addresses)
            if outcome == Outcome.KEPT:
                self.report.say(plan.note.path, KEPT_RECOGNISED if plan.is_recognised else KEPT)
        self.report.pictures = len(pictures.all_stored())


def is_published(plan: Planned) -> bool:
    """Whether readers see what a plan leads to, now or once its date has come."""
    return plan.note.status == Status.PUBLISHED and bool(plan.note.fields.published_at)


def is_public(plan: Planned, now: datetime) -> bool:
    """Whether readers see it now."""
    return gate.is_public(Piece(status=plan.note.status, published_at=plan.note.fields.published_at), now)
