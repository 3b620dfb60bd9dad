"""One file of a folder, read: a piece in the making."""

from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from blog.models import Kind, Relation, Status
from blog.portability.old_site import OldSite
from blog.writing.fields import Fields
from blog.writing.imported import Signed


@dataclass(frozen=True, slots=True)
class Options:
    """How a folder is read.

    `kind` and `status` are for files that say nothing of their own, `zone` for dates without one (None: the
    site's). Links to `old_site` are links between the notes. `with_site` takes the site's settings too.
    """

    kind: Kind = Kind.ESSAY
    status: Status = Status.PUBLISHED
    zone: ZoneInfo | None = None
    old_site: OldSite | None = None
    with_site: bool = False
    dry_run: bool = False


@dataclass(slots=True)
class Note:
    """A piece as a file gives it. Its slug is a wish, its topics and links are names.

    `base` is the folder that its relative addresses start from. `is_own` where it is in our own export form.
    `names` are the addresses by which other notes may link to it. `has_sure_date` is false for a file's time,
    which moves whenever the file is copied.
    """

    path: str
    base: str
    fields: Fields
    status: Status
    created_at: datetime
    changed_at: datetime | None = None
    is_own: bool = False
    uid: str = ""
    version: int = 1
    has_sure_date: bool = True
    slug_is_written: bool = False
    byline: Signed | None = None
    corrections: tuple[tuple[datetime, str], ...] = ()
    addresses: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    relations: list[tuple[Relation, str]] = field(default_factory=list)
