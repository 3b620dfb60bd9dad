"""Which pieces notes are though nothing here says where those came from: they were restored from an export, say."""

import re
from collections.abc import Iterator, Set

from blog.models import Piece
from blog.portability.note import Note
from blog.reading import archive
from blog.text import slugify
from blog.writing.pieces import first_words
from blog.writing.slugs import is_slug, normal

TARGET = re.compile(r"\]\([^)\n]*\)|\]:[^\n]*|\[\[[^\]\n]*\]\]")


def recognised(notes: list[Note], others: Set[str]) -> dict[str, Piece]:
    """The pieces that foreign notes are, by the path of the note: each piece once, and none of the uids `others`.

    Such a piece stands, or stood, at the address that the note would get, and has its date or its text.
    """
    wanted = {note.path: f"notebook/{wanted_slug(note)}" for note in notes}
    owners = archive.owners(set(wanted.values()))
    pieces = {piece.uid: piece for piece in archive.known_pieces(set(owners.values()) - others, ())}
    pairs = ((note, pieces.get(owners.get(wanted[note.path], ""))) for note in notes)
    return dict(each_once((note.path, piece) for note, piece in pairs if piece and is_of(note, piece)))


def each_once(pairs: Iterator[tuple[str, Piece]]) -> Iterator[tuple[str, Piece]]:
    """The first pair of each piece."""
    seen = set[str]()
    for path, piece in pairs:
        if piece.uid not in seen:
            seen.add(piece.uid)
            yield path, piece


def is_of(note: Note, piece: Piece) -> bool:
    """Whether a piece that stands at a note's address is what an import of the note makes."""
    if piece.origin is not None:
        return False
    same_date = note.has_sure_date and note.fields.published_at == piece.published_at is not None
    return same_date or without_targets(note.fields.source) == without_targets(piece.source)


def without_targets(source: str) -> str:
    """A text without the addresses of its links, which an import puts in anew."""
    return TARGET.sub("]", source)


def wanted_slug(note: Note) -> str:
    """The slug that a note would like: the one that is written, else made of the file's name or the title."""
    wanted = normal(note.fields.slug)
    if is_slug(wanted):
        return wanted
    title = note.fields.title or first_words(note.fields.source)
    return slugify(wanted) or slugify(title) or f"{note.created_at:%Y-%m-%d}"
