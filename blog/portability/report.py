"""What an import did, or would do, in words and numbers."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from blog.text import clean_line

Progress = Callable[[int, int, str], None]


def silent(_done: int, _total: int, _name: str) -> None:
    """Progress that nobody looks at."""


@dataclass(frozen=True, slots=True, order=True)
class Remark:
    """One sentence about one file, with the line that it is about, or 0."""

    path: str
    line: int
    sentence: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return clean_line(f"{place}: {self.sentence}")


@dataclass(slots=True)
class Report:
    """The numbers of an import, and a remark for everything that was not taken as it stood.

    `kept` counts the pieces that were edited here and are therefore left alone, `refused` the files of which
    nothing was imported. `drafts` and `scheduled` are not public or not yet. `standing` are the pages, projects and
    paths that were written, `beside` all that were read, the site's settings among them.
    """

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    kept: int = 0
    skipped: int = 0
    refused: int = 0
    drafts: int = 0
    scheduled: int = 0
    standing: int = 0
    beside: int = 0
    pictures: int = 0
    addresses: int = 0
    links: int = 0
    topics: set[str] = field(default_factory=set)
    unknown_keys: Counter[str] = field(default_factory=Counter)
    remarks: list[Remark] = field(default_factory=list)

    def say(self, path: str, sentence: str, line: int = 0) -> None:
        """Note a sentence about a file."""
        self.remarks.append(Remark(path, line, sentence))

    def skip(self, path: str, sentence: str) -> None:
        """Note that a file is no piece."""
        self.skipped += 1
        self.say(path, sentence)

    def refuse(self, path: str, sentence: str, line: int = 0) -> None:
        """Note that nothing is imported from a file, and why."""
        self.refused += 1
        self.say(path, f"Not imported: {sentence}", line)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is here now that was in the folder."""
        return not (self.added or self.updated or self.unchanged or self.kept or self.beside)

    @property
    def exit_code(self) -> int:
        """0 when all went well, 1 when nothing was imported, 2 when files were refused and the rest was imported."""
        return 1 if self.is_empty else 2 if self.refused else 0

    def summary(self) -> str:
        """The import in half a line."""
        words = f"{self.added} pieces added, {self.updated} updated, {self.unchanged} unchanged"
        return words + (f", {self.refused} files refused" if self.refused else "") + "."

    def lines(self) -> Iterator[str]:
        """The report as it is printed: numbers first, then the remarks in the order of the files."""
        yield (
            f"Pieces: {self.added} added, {self.updated} updated, {self.unchanged} unchanged, "
            f"{self.kept} edited here and left alone; {self.drafts} of them not public"
            + (f", {self.scheduled} not public yet." if self.scheduled else ".")
        )
        yield f"Files: {self.skipped} skipped, {self.refused} refused."
        if self.standing:
            yield f"Pages, projects and paths: {self.standing} added or updated."
        yield (
            f"Topics: {len(self.topics)}. Pictures: {self.pictures}. "
            f"Former addresses: {self.addresses}. Links rewritten: {self.links}."
        )
        if self.unknown_keys:
            listed = ", ".join(f"{key} ({number})" for key, number in sorted(self.unknown_keys.items()))
            yield f"Keys that mean nothing here: {listed}."
        yield from map(str, sorted(set(self.remarks)))
