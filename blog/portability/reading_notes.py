"""Files become notes: decoded, split from their front matter, dated, titled, freed of MDX."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from blog.models import TITLE_LENGTH, Kind, Status
from blog.portability import foreign, permission
from blog.portability.dates import Dated, Dates
from blog.portability.decoding import NoteRefused, has_controls, read_text
from blog.portability.head import line_of, split_head, stray_head
from blog.portability.masks import without_code
from blog.portability.mdx import plain_markdown
from blog.portability.mdx_head import exported
from blog.portability.note import Note, Options
from blog.portability.own import is_own, own_note, without_future
from blog.portability.report import Report
from blog.portability.shortcodes import without_shortcodes
from blog.portability.titles import cut, name_of, titled
from blog.portability.values import Data, Wrong, first_text, lowered
from blog.portability.walk import Tree, is_about_the_folder
from blog.text import clean, clean_line
from blog.writing.fields import SUMMARY_LENGTH, Fields, address_fault, language_fault
from blog.writing.topics import MOST as MOST_TOPICS
from blog.writing.topics import NAME_LENGTH


@dataclass
class NoteReader:
    """Reads the notes of a folder; what it cannot take as it stands goes into the report."""

    tree: Tree
    options: Options
    dates: Dates
    report: Report
    now: datetime

    def notes(self, paths: list[str]) -> Iterator[Note]:
        """The notes at these paths; the refused ones are reported and left out."""
        for path in paths:
            try:
                note = self.note(path, alone=len(paths) == 1)
            except NoteRefused as error:
                self.report.refuse(path, str(error), error.line)
                continue
            if note:
                yield note

    def note(self, path: str, alone: bool) -> Note | None:
        """One note, or None for a file that is none. Raises NoteRefused."""
        if not alone and is_about_the_folder(path):
            self.report.skip(path, "Skipped: it is about the folder, not one of the notes.")
            return None
        if path.rpartition("/")[2].startswith("_index."):
            self.report.skip(path, "Skipped: it heads a section and is no piece.")
            return None
        return self.read(path)

    def read(self, path: str) -> Note | None:
        """The note that a file holds, or None for an empty one. Raises NoteRefused."""
        text, encoding = read_text(self.tree.files[path])
        if encoding == "cp1252":
            self.report.say(path, "It is not in UTF-8 and was read as Windows-1252.")
        if has_controls(text):
            self.report.say(path, "Control characters in it were left out.")
        text = clean(text)
        front = split_head(text)
        for problem in front.problems:
            self.report.say(path, problem)
        stated, is_whole = self.stated(path, front.body)
        data = lowered({**front.data, **{key: value for key, value in stated.items() if key not in front.data}})
        if not front.body.strip() and not data:
            self.report.skip(path, "Skipped: it is empty.")
            return None
        try:
            note = self.own(path, data, front.body) if is_own(data) else self.foreign(path, data, front.body, is_whole)
        except Wrong as error:
            raise NoteRefused(str(error), line_of(text, error.key, error.text)) from error
        return note

    def stated(self, path: str, body: str) -> tuple[Data, bool]:
        """What an MDX file exports about itself, and whether all of that can be read."""
        return exported(without_code(body), body) if path.lower().endswith(".mdx") else ({}, True)

    def own(self, path: str, data: Data, body: str) -> Note:
        """A note in our own form, where a hand may have added that it is none for the public. Raises Wrong."""
        note = own_note(path, data, body, self.now)
        for sentence in without_future(note, self.now):
            self.report.say(path, sentence)
        if note.status == Status.PUBLISHED:
            folders = "" if data.get("status") else path
            held = list(permission.against(data, folders, note.fields.published_at, self.now))
            note.status = self.status(path, data, note.status, held)
        return note

    def foreign(self, path: str, data: Data, body: str, is_whole: bool) -> Note:
        """A note that another program wrote. Raises Wrong for a date that cannot be."""
        self.report.unknown_keys.update(key for key in data if not is_understood(key))
        dated = self.dates.of(path, data)
        ahead = dated.published if dated.found_in == "front matter" else None
        held = list(permission.against(data, path, ahead, self.now))
        if line := 0 if data else stray_head(body):
            held.append(f"what looks like front matter in line {line} cannot be read as such")
        if not is_whole:
            held.append("what it exports about itself is more than simple values")
        body, is_lossy = self.plain(path, body)
        if is_lossy:
            held.append("something in it was lost")
        status = self.status(path, data, self.options.status, held)
        slug, slug_is_written = foreign.wanted_slug(data, path)
        addresses = foreign.former_addresses(data)
        return Note(
            path=path,
            base=path.rpartition("/")[0],
            fields=self.fields(path, data, body, slug, published(dated, status)),
            status=status,
            created_at=dated.published or self.now,
            changed_at=self.changed(dated, status),
            has_sure_date=dated.found_in != "file time",
            slug_is_written=slug_is_written,
            addresses=addresses,
            names=[*addresses, *foreign.natural_addresses(path)],
        )

    def status(self, path: str, data: Data, default: Status, held: list[str]) -> Status:
        """What becomes public, with a word about what does not, and about what will not end by itself."""
        status = permission.status_of(data, default, bool(held))
        if held and default != Status.DRAFT:
            self.report.say(path, f"It comes in as a draft: {' and '.join(held)}.")
        elif end := permission.end_of(data, self.now):
            self.report.say(path, f"It was to end on {end[:40]}: nothing here ends by itself.")
        return status

    def plain(self, path: str, body: str) -> tuple[str, bool]:
        """The body as Markdown, and whether something was lost on the way."""
        if not path.lower().endswith(".mdx"):
            body, left = without_shortcodes(body)
            if left:
                self.report.say(path, f"Shortcodes are shown as they were typed: {', '.join(left)}.")
            return body, False
        plain = plain_markdown(body)
        for sentence in plain.sentences():
            self.report.say(path, sentence)
        return plain.text, plain.is_lossy

    def changed(self, dated: Dated, status: Status) -> datetime | None:
        """The date of the last change, where it comes after the publication and not after today."""
        if status == Status.DRAFT or not dated.changed or not dated.published:
            return None
        return dated.changed if dated.published < dated.changed <= self.now else None

    def fields(self, path: str, data: Data, body: str, slug: str, published_at: datetime | None) -> Fields:
        """What is typed in at the desk, from front matter and body."""
        kind = foreign.kind_of(data, self.options.kind)
        title, source = titled(clean_line(first_text(data, foreign.TITLE)), body)
        if not title and kind != Kind.THOUGHT:
            title = name_of(path)
        found = Fields(
            kind=kind,
            title=self.short(path, "title", title, TITLE_LENGTH),
            slug=slug,
            summary=self.short(path, "summary", clean_line(first_text(data, foreign.SUMMARY)), SUMMARY_LENGTH),
            source=source,
            topics=self.topics(path, data),
            published_at=published_at,
            language=first_text(data, foreign.LANGUAGE).replace("_", "-"),
            canonical=first_text(data, foreign.CANONICAL),
            listed=permission.is_listed(data),
        )
        return self.without_faults(path, found)

    def short(self, path: str, what: str, text: str, most: int) -> str:
        """A text cut to what fits, with a word about it."""
        if len(text) > most:
            self.report.say(path, f"The {what} has {len(text):,} characters and was cut to {most:,}.")
        return cut(text, most)

    def topics(self, path: str, data: Data) -> tuple[str, ...]:
        """The topics that fit, with a word about the others."""
        names = list(dict.fromkeys(filter(None, map(clean_line, foreign.topics_of(data, path)))))
        fitting = [name for name in names if len(name) <= NAME_LENGTH][:MOST_TOPICS]
        if len(fitting) < len(names):
            self.report.say(path, f"{len(names) - len(fitting)} of its topics were left out: too long or too many.")
        return tuple(fitting)

    def without_faults(self, path: str, fields: Fields) -> Fields:
        """The fields without a language or canonical address that is none."""
        if language_fault(fields.language):
            self.report.say(path, f"“{fields.language[:40]}” is no language and was left out.")
            fields = replace(fields, language="")
        if address_fault(fields.canonical):
            self.report.say(path, f"The canonical address “{fields.canonical[:80]}” is none and was left out.")
            fields = replace(fields, canonical="")
        return fields


def is_understood(key: str) -> bool:
    """Whether a key of front matter means anything here."""
    return key in foreign.UNDERSTOOD or permission.plain(key) in permission.KEYS


def published(dated: Dated, status: Status) -> datetime | None:
    """The date of publication. A draft has one only where its author wrote one down."""
    return dated.published if status != Status.DRAFT or dated.found_in == "front matter" else None
