"""What becomes of each note: which piece it is, its slug, its former addresses."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace

from blog.models import Piece, Relation, new_uid
from blog.portability.note import Note
from blog.portability.recognition import recognised, wanted_slug
from blog.portability.report import Report
from blog.portability.site_addresses import is_the_sites
from blog.reading import archive
from blog.writing.fields import Fields
from blog.writing.imported import (
    Imported,
    Outcome,
    digest,
    given_digest,
    is_as_imported,
    state_digest,
    was_read_as,
)
from blog.writing.slugs import NOTEBOOK, Taken, free, normal

ORIGIN_LENGTH = ADDRESS_LENGTH = 1000


@dataclass(slots=True)
class Planned:
    """A note and what it becomes.

    `piece` is the one that an earlier import made of it, `is_free` whether it may be overwritten, `said` what it
    says of others now, by relation and slug, `version` the one that was looked at. `fields`, `links` and
    `pictures` are set when the addresses in the text are resolved, `read` and `outcome` when it is decided.
    """

    note: Note
    piece: Piece | None
    is_free: bool
    uid: str
    slug: str
    fields: Fields
    said: frozenset[tuple[str, str]] = frozenset()
    version: int = 0
    addresses: tuple[str, ...] = ()
    relations: list[tuple[Relation, str]] = field(default_factory=list)
    links: int = 0
    pictures: set[str] = field(default_factory=set)
    read: str = ""
    outcome: Outcome = Outcome.ADDED

    @property
    def given(self) -> Imported:
        """The piece as it is put in."""
        note = self.note
        return Imported(
            uid=self.uid,
            fields=self.fields,
            status=note.status,
            created_at=note.created_at,
            changed_at=note.changed_at,
            read=self.read,
            origin=self.origin,
            version=note.version,
            byline=note.byline,
            corrections=note.corrections,
            addresses=self.addresses,
        )

    @property
    def piece_id(self) -> int | None:
        return self.piece.id if self.piece else None

    def read_digest(self) -> str:
        """The digest of what was read. A slug that is not written, and a file's time, say nothing."""
        note = self.note
        sure = (note.fields.published_at, note.changed_at) if note.has_sure_date else ()
        fields = replace(self.fields, slug=note.fields.slug if note.slug_is_written else "", published_at=None)
        return digest(
            [asdict(fields), sure, note.status, note.byline, note.corrections, note.addresses, note.relations]
        )

    def decide(self) -> None:
        """Set what the import does with it, once the fields are settled."""
        self.read = self.read_digest()
        if self.piece is None:
            self.outcome = Outcome.ADDED
        elif was_read_as(self.piece, self.read) or self.is_there(self.piece):
            self.outcome = Outcome.UNCHANGED
        else:
            self.outcome = Outcome.UPDATED if self.is_free else Outcome.KEPT

    def is_there(self, piece: Piece) -> bool:
        """Whether a piece is already all that the note says."""
        says = {(str(relation), slug) for relation, slug in self.note.relations}
        return not self.addresses and self.said == says and given_digest(self.given) == state_digest(piece)

    @property
    def is_recognised(self) -> bool:
        """Whether the piece is known by what it is, not by where an import took it from."""
        return self.piece is not None and not self.note.is_own and self.piece.origin is None

    @property
    def origin(self) -> str | None:
        return None if self.note.is_own else f"markdown:{self.note.path}"


@dataclass
class Planner:
    """Plans notes against what the site has."""

    report: Report
    by_uid: dict[str, Piece] = field(default_factory=dict)
    by_origin: dict[str | None, Piece] = field(default_factory=dict)
    by_path: dict[str, Piece] = field(default_factory=dict)
    said: defaultdict[int, set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))
    given: dict[str, str] = field(default_factory=dict)

    def look_up(self, notes: list[Note]) -> None:
        """Learn of the pieces that the notes are, and of no others, however many there are."""
        own = [note.uid for note in notes if note.is_own]
        found = archive.known_pieces(own, [f"markdown:{note.path}" for note in notes if not note.is_own])
        self.by_uid = {piece.uid: piece for piece in found}
        self.by_origin = {piece.origin: piece for piece in found}
        self.by_path = recognised([note for note in notes if not note.is_own and not self.known(note)], set(own))
        found += self.by_path.values()
        for piece_id, relation, slug in archive.links_from([piece.id for piece in found]):
            self.said[piece_id].add((relation, slug))

    def plan(self, notes: list[Note]) -> list[Planned]:
        """The plans of all notes that can be planned; two files with one identity are one too many."""
        self.look_up(notes)
        planned: dict[str, Planned] = {}
        # Pieces that are here keep their slugs, and written slugs come before those made of file names.
        for note in sorted(notes, key=lambda note: (self.known(note) is None, not note.slug_is_written)):
            piece = self.known(note)
            uid = piece.uid if piece else note.uid or new_uid()
            if len(note.path) > ORIGIN_LENGTH - len("markdown:"):
                self.report.refuse(note.path, "the path of the file is too long.")
            elif uid in planned:
                self.report.refuse(note.path, f"it has the same uid as {planned[uid].note.path}.")
            else:
                planned[uid] = self.one(note, piece, uid)
        self.claim(list(planned.values()))
        return sorted(planned.values(), key=lambda plan: plan.note.path)

    def known(self, note: Note) -> Piece | None:
        """The piece that a note is."""
        if note.is_own:
            return self.by_uid.get(note.uid)
        return self.by_origin.get(f"markdown:{note.path}") or self.by_path.get(note.path)

    def one(self, note: Note, piece: Piece | None, uid: str) -> Planned:
        """The plan of one note."""
        # Of a piece that is only recognised nobody knows whether it was edited: it is left as it is.
        is_free = piece is None or (note.path not in self.by_path and is_as_imported(piece, note.version))
        if piece and not note.has_sure_date:
            note.fields = replace(note.fields, published_at=piece.published_at)
        slug = piece.slug if piece and not (is_free and note.slug_is_written) else self.slug_for(note, uid)
        self.given[f"notebook/{slug}"] = uid
        said = frozenset(self.said[piece.id]) if piece else frozenset()
        return Planned(note, piece, is_free, uid, slug, note.fields, said, piece.version if piece else 0)

    def slug_for(self, note: Note, uid: str) -> str:
        """The slug that a note would like or, where that is taken, one that is free."""
        slug = free(wanted_slug(note), self.taken_by_others(uid))
        if note.slug_is_written and slug != normal(note.fields.slug):
            self.report.say(note.path, f"The address “{note.fields.slug[:80]}” cannot be had: it is “{slug}” here.")
        return slug

    def taken_by_others(self, uid: str) -> Taken:
        """Tells which slugs belong to another piece, one that is here or one that comes, or to the notebook itself."""

        def taken(slugs: Sequence[str]) -> set[str]:
            owners = archive.owners([f"notebook/{slug}" for slug in slugs]) | self.given
            return {slug for slug in slugs if slug in NOTEBOOK or owners.get(f"notebook/{slug}", uid) != uid}

        return taken

    def claim(self, planned: list[Planned]) -> None:
        """Give each note its former addresses: an address leads to one piece, and to nothing that has it now."""
        addresses = {address for plan in planned for address in plan.note.addresses}
        present = archive.owners(addresses) | self.given
        owners = archive.former_owners(addresses)
        for plan in planned:
            given = []
            for address in dict.fromkeys(filter(None, plan.note.addresses)):
                held = owners.get(address)
                is_others = present.get(address, plan.uid) != plan.uid or bool(held and held != plan.piece_id)
                if fault := address_fault(address, is_others):
                    self.report.say(plan.note.path, f"The former address /{address[:80]} {fault}.")
                elif address != f"notebook/{plan.slug}" and not held:
                    given.append(address)
                    present[address] = plan.uid
            plan.addresses = tuple(given)


def address_fault(address: str, is_others: bool) -> str:
    """Why an address cannot lead to a piece, "" where it can."""
    if is_others:
        return "leads to another piece already"
    if len(address) > ADDRESS_LENGTH:
        return "… is too long"
    return "is one that the site itself has, and is left out" if is_the_sites(address) else ""
