"""What stands in an export beside the pieces: pages, projects, paths and the site's settings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy.orm import Session

from blog.portability import permission
from blog.portability.decoding import NoteRefused, read_text
from blog.portability.head import line_of, split_head
from blog.portability.own import is_uid, moment_of
from blog.portability.report import Report
from blog.portability.values import MOST, Data, Wrong, lowered, mappings_of, number_of, text_of, yes_of
from blog.portability.walk import Tree
from blog.reading import archive
from blog.state.caches import rendered
from blog.text import TextRefused, clean, clean_line
from blog.writing import site as writing_site
from blog.writing import standing
from blog.writing.imported import Outcome
from blog.writing.refusals import Refused
from blog.writing.standing import PageFields, PathFields, ProjectFields, Standing

SITE = "site.md"
FOLDERS = ("pages/", "projects/", "paths/")
WRITTEN = (Outcome.ADDED, Outcome.UPDATED)


@dataclass
class StandingFiles:
    """The pages, projects, paths and settings of a folder that is an export; of any other folder nothing."""

    tree: Tree
    report: Report
    with_site: bool
    now: datetime
    given: list[tuple[str, Standing | PathFields]] = field(default_factory=list)
    site: Data = field(default_factory=dict)

    @property
    def is_export(self) -> bool:
        return bool(self.site)

    def read(self) -> None:
        """Read the files; what cannot be read is reported."""
        if SITE not in self.tree.files:
            return
        head = self.head(SITE)
        if not head or not {"name", "time_zone"} <= head[0].keys():
            return
        self.site = head[0]
        if self.with_site:
            self.check_site()
        for path in self.tree.notes():
            if path.startswith(FOLDERS):
                self.one(path)

    def check_site(self) -> None:
        """Refuse settings that break a rule."""
        try:
            writing_site.checked_values(site_of(self.site))
        except Refused as refused:
            self.report.refuse(SITE, str(refused))
            self.with_site = False

    def notes(self) -> list[str]:
        """The files that are pieces."""
        return [
            path for path in self.tree.notes() if not (self.is_export and (path.startswith(FOLDERS) or path == SITE))
        ]

    def head(self, path: str) -> tuple[dict[str, object], str] | None:
        """The front matter and the body of a file, None for one that cannot be read."""
        try:
            front = split_head(clean(read_text(self.tree.files[path])[0]))
        except NoteRefused as error:
            self.report.refuse(path, str(error), error.line)
            return None
        return lowered(front.data), front.body

    def one(self, path: str) -> None:
        """Read one page, project or path."""
        head = self.head(path)
        if head is None:
            return
        try:
            given = self.made(path, *head)
        except Wrong as error:
            self.report.refuse(path, str(error), self.line_of(path, error))
            return
        except (TextRefused, Refused) as error:
            self.report.refuse(path, str(error))
            return
        if any((type(given), given.slug) == (type(other), other.slug) for _, other in self.given):
            self.report.refuse(path, f"the address “{given.slug}” is in another file already.")
            return
        self.given.append((path, given))

    def made(self, path: str, data: Data, body: str) -> Standing | PathFields:
        """What a file holds, by the rules. Raises Wrong, TextRefused or Refused."""
        given = MAKERS[path.partition("/")[0]](data, body)
        standing.refuse_faults(given)
        if isinstance(given, PathFields):
            return given
        rendered(given.source, key=given.uid[:8])
        if given.changed_at and given.changed_at > self.now:
            self.report.say(path, "Its changed_at lies ahead and is left out.")
            given = replace(given, changed_at=None)
        said = {key: value for key, value in data.items() if key not in ("status", "published")}
        held = list(permission.against(said, "", None, self.now)) if given.published else []
        if held:
            self.report.say(path, f"It is not published: {' and '.join(held)}.")
        return replace(given, published=given.published and not held)

    def line_of(self, path: str, error: Wrong) -> int:
        """The line that breaks a rule."""
        return line_of(clean(read_text(self.tree.files[path])[0]), error.key, error.text)

    def lead(self, slugs: Mapping[str, str]) -> None:
        """Have the paths lead through pieces that there are, by the slugs that they have here; report the others."""
        for place, (path, given) in enumerate(self.given):
            if isinstance(given, PathFields):
                for slug in (slug for slug, _, _ in given.stops if slug not in slugs):
                    self.report.say(path, f"The stop “{slug}” leads to no piece and is left out.")
                stops = tuple((slugs[slug], label, words) for slug, label, words in given.stops if slug in slugs)
                self.given[place] = path, replace(given, stops=stops)

    def count(self) -> None:
        """Say what would become of each, for a rehearsal."""
        self.report.beside += self.with_site and bool(self.site)
        pages, projects = archive.pages(), archive.projects()
        paths = {path.slug: path for path in archive.paths()}
        for path, given in self.given:
            if isinstance(given, PathFields):
                outcome = standing.path_outcome(paths.get(given.slug), given)
            else:
                rows = pages if isinstance(given, PageFields) else projects
                row = next((row for row in rows if given.uid == row.uid), None)
                row = row or next((row for row in rows if given.slug == row.slug), None)
                outcome = standing.outcome(row, given)
            self.note(path, outcome)

    def write(self, session: Session, now: datetime) -> bool:
        """Write everything, after the pieces; tell whether anything changed."""
        changed = False
        for path, given in self.given:
            if isinstance(given, PathFields):
                outcome = standing.put_path(session, given)
            else:
                outcome = standing.put(session, given, now)
            self.note(path, outcome)
            changed |= outcome in WRITTEN
        if self.with_site and self.site:
            self.report.beside += 1
            changed |= self.write_site(session)
        return changed

    def write_site(self, session: Session) -> bool:
        """Write the site's settings."""
        uid = text_of(self.site.get("uid"))
        links = [link for link in pairs(self.site, "navigation") if not standing.link_fault(*link)]
        navigation = [{"label": label, "address": address} for label, address in links]
        return writing_site.put_site(session, site_of(self.site), navigation, uid if is_uid(uid) else "")

    def note(self, path: str, outcome: Outcome) -> None:
        self.report.beside += 1
        self.report.standing += outcome in WRITTEN
        if outcome == Outcome.KEPT:
            self.report.say(path, "It was changed here and in the folder: what is here is left alone.")


def site_of(data: Data) -> writing_site.SiteFields:
    """The settings that a file holds."""
    names = ("name", "role", "place", "tagline", "contact_line", "time_zone", "language")
    texts = {name: text_of(data.get(name)) for name in names}
    return writing_site.SiteFields(**{**texts, "language": texts["language"] or "en"})


def page_of(data: Data, body: str) -> PageFields:
    """The standing page that a file holds. Raises Wrong."""
    return PageFields(
        uid=uid_of(data),
        slug=text_of(data.get("slug")),
        title=clean_line(text_of(data.get("title"))),
        summary=clean_line(text_of(data.get("summary"))),
        source=body,
        published=yes_of(data, "published", True),
        position=number_of(data, "position", 0, least=-MOST),
        changed_at=moment_of(data, "changed_at"),
    )


def project_of(data: Data, body: str) -> ProjectFields:
    """The project that a file holds. Raises Wrong."""
    words = {name: clean_line(text_of(data.get(name))) for name in ("title", "summary", "audience", "status", "stack")}
    return ProjectFields(
        uid=uid_of(data),
        slug=text_of(data.get("slug")),
        **words,
        source=body,
        links=pairs(data, "links"),
        featured=yes_of(data, "featured", False),
        published=yes_of(data, "published", True),
        position=number_of(data, "position", 0, least=-MOST),
        changed_at=moment_of(data, "changed_at"),
    )


def path_of(data: Data, _body: str) -> PathFields:
    """The path that a file holds."""
    return PathFields(
        slug=text_of(data.get("slug")),
        title=clean_line(text_of(data.get("title"))),
        summary=clean_line(text_of(data.get("summary"))),
        stops=tuple(map(stop_of, mappings_of(data.get("stops")))),
    )


def stop_of(data: Data) -> tuple[str, str, str]:
    """A stop: the slug of its piece, its label, its sentence."""
    return text_of(data.get("piece")), clean_line(text_of(data.get("label"))), clean_line(text_of(data.get("sentence")))


def uid_of(data: Data) -> str:
    uid = text_of(data.get("uid"))
    if not is_uid(uid):
        raise Wrong("it needs a uid of the form that uuidgen prints.", "uid")
    return uid


def pairs(data: Data, key: str) -> tuple[tuple[str, str], ...]:
    """Labels and addresses in a list of mappings."""
    return tuple(
        (clean_line(text_of(item.get("label"))), text_of(item.get("address"))) for item in mappings_of(data.get(key))
    )


MAKERS: dict[str, Callable[[Data, str], Standing | PathFields]] = {
    "pages": page_of,
    "projects": project_of,
    "paths": path_of,
}
