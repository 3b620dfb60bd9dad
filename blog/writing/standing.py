"""What stands outside the notebook, put in from files: pages, projects and paths."""

import re
from dataclasses import asdict, dataclass
from datetime import datetime
from urllib.parse import urlsplit

from sqlalchemy import select
from sqlalchemy.orm import Session

from blog.models import TITLE_LENGTH, Page, Path, Piece, Project, Stop
from blog.writing.fields import SUMMARY_LENGTH, length_fault
from blog.writing.imported import Outcome, digest
from blog.writing.links import HALF
from blog.writing.refusals import Refused
from blog.writing.slugs import ROOT, is_slug

LABEL_LENGTH = 200
ADDRESS_SCHEMES = frozenset(("", "http", "https", "mailto"))


@dataclass(frozen=True, slots=True)
class Standing:
    """What pages and projects have in common. Without `changed_at` they change when they are put in."""

    uid: str
    slug: str
    title: str
    summary: str = ""
    source: str = ""
    published: bool = True
    position: int = 0
    changed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PageFields(Standing):
    """A standing page."""


@dataclass(frozen=True, slots=True)
class ProjectFields(Standing):
    """A project. `links` are pairs of label and address."""

    audience: str = ""
    status: str = ""
    stack: str = ""
    links: tuple[tuple[str, str], ...] = ()
    featured: bool = False


@dataclass(frozen=True, slots=True)
class PathFields:
    """A path. Its stops are a piece's slug, a label and a sentence each."""

    slug: str
    title: str
    summary: str = ""
    stops: tuple[tuple[str, str, str], ...] = ()


LENGTHS = {"title": TITLE_LENGTH, "summary": SUMMARY_LENGTH, "audience": 300, "status": 100, "stack": 500}


def refuse_faults(given: Standing | PathFields) -> None:
    """Raise Refused for what breaks a rule."""
    faults = {
        name: length_fault(f"The {name}", getattr(given, name), most)
        for name, most in LENGTHS.items()
        if hasattr(given, name)
    }
    faults["title"] = faults["title"] or ("" if given.title else "It needs a title.")
    if not is_slug(given.slug) or (isinstance(given, PageFields) and given.slug in ROOT):
        faults["slug"] = f"The address “{given.slug}” cannot be had."
    if isinstance(given, ProjectFields):
        faults["links"] = next(filter(None, (link_fault(*link) for link in given.links)), "")
    if isinstance(given, PathFields):
        labels = (length_fault("A label", label, LABEL_LENGTH) for _, label, _ in given.stops)
        faults["stops"] = next(filter(None, labels), "")
    if any(faults.values()):
        raise Refused(**{name: sentence for name, sentence in faults.items() if sentence})


def link_fault(label: str, address: str) -> str:
    """A sentence for a link that cannot be one."""
    try:
        good = urlsplit(address).scheme.lower() in ADDRESS_SCHEMES and not re.search(r"[\s<>\"\\]", address)
    except ValueError:
        good = False
    return "" if good and label and address else f"“{address[:80]}” is no address for a link."


def present(session: Session, given: Standing) -> Page | Project | None:
    """The page or project that `given` is: the one with its uid, else the one with its slug."""
    return with_column(session, given, "uid") or with_column(session, given, "slug")


def with_column(session: Session, given: Standing, name: str) -> Page | Project | None:
    """The row whose column `name` holds what `given` has there."""
    if isinstance(given, PageFields):
        return session.scalar(select(Page).filter_by(**{name: getattr(given, name)}))
    return session.scalar(select(Project).filter_by(**{name: getattr(given, name)}))


def outcome(row: Page | Project | None, given: Standing) -> Outcome:
    """What would become of `given`."""
    if row is None:
        return Outcome.ADDED
    if row.origin_digest[:HALF] == digest(asdict(given))[:HALF] or columns_of(row, given) == values_of(given):
        return Outcome.UNCHANGED
    as_imported = not row.origin_digest or row.origin_digest[HALF:] == state(row, given)
    return Outcome.UPDATED if as_imported else Outcome.KEPT


def put(session: Session, given: Standing, now: datetime) -> Outcome:
    """Put a page or a project in, inside of the transaction that runs."""
    row = present(session, given)
    becomes = outcome(row, given)
    if becomes in (Outcome.UNCHANGED, Outcome.KEPT):
        return becomes
    if row is None:
        row = Page(uid=given.uid) if isinstance(given, PageFields) else Project(uid=given.uid)
        session.add(row)
    for name, value in values_of(given).items():
        setattr(row, name, value)
    row.changed_at = given.changed_at or now
    row.origin_digest = digest(asdict(given))[:HALF] + state(row, given)
    session.flush()
    return becomes


def values_of(given: Standing) -> dict[str, object]:
    """What the columns hold once `given` is put in."""
    values: dict[str, object] = {
        name: value for name, value in asdict(given).items() if name != "uid" and value is not None
    }
    if isinstance(given, ProjectFields):
        values["links"] = [{"label": label, "address": address} for label, address in given.links]
    return values


def columns_of(row: Page | Project, given: Standing) -> dict[str, object]:
    """What the same columns hold now."""
    return {name: getattr(row, name) for name in values_of(given)}


def state(row: Page | Project, given: Standing) -> str:
    """The digest of what a row holds, but for the date of its last change."""
    return digest({**columns_of(row, given), "changed_at": None})[:HALF]


def path_outcome(row: Path | None, given: PathFields) -> Outcome:
    """What would become of a path; paths are made of files alone, so that the file is always right."""
    if row is None:
        return Outcome.ADDED
    stops = tuple((stop.piece.slug, stop.label, stop.sentence) for stop in row.stops)
    same = (row.title, row.summary, stops) == (given.title, given.summary, given.stops)
    return Outcome.UNCHANGED if same else Outcome.UPDATED


def put_path(session: Session, given: PathFields) -> Outcome:
    """Put a path in, inside of the transaction that runs. All pieces that it stops at are there."""
    row = session.scalar(select(Path).where(Path.slug == given.slug))
    becomes = path_outcome(row, given)
    if becomes == Outcome.UNCHANGED:
        return becomes
    row = row or Path(slug=given.slug)
    row.title, row.summary = given.title, given.summary
    slugs = [slug for slug, _, _ in given.stops]
    ids = {piece.slug: piece.id for piece in session.scalars(select(Piece).where(Piece.slug.in_(slugs)))}
    row.stops = [
        Stop(piece_id=ids[slug], position=position, label=label, sentence=sentence)
        for position, (slug, label, sentence) in enumerate(given.stops, 1)
    ]
    session.add(row)
    session.flush()
    return becomes
