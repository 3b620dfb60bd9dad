"""Our own export form, read back: a piece with its identity, dates, corrections, byline and links."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from blog.models import STANDINGS, Author, Kind, Relation, Status
from blog.portability.foreign import natural_addresses
from blog.portability.moments import day, moment
from blog.portability.note import Note
from blog.portability.values import Data, Wrong, mappings_of, names_of, number_of, text_of, word_of, yes_of
from blog.writing.fields import Fields
from blog.writing.imported import Signed

BYLINE_LENGTH = 200
UTC_ZONE = ZoneInfo("UTC")
RELATIONS = {
    "follows_up": Relation.FOLLOWS_UP,
    "replaces": Relation.REPLACES,
    "answers": Relation.ANSWERS,
}


def is_own(data: Data) -> bool:
    """Whether front matter is of a piece in our own form: it has a uid and a kind."""
    return is_uid(text_of(data.get("uid"))) and text_of(data.get("kind")) in tuple(Kind)


def is_uid(text: str) -> bool:
    """Whether a text is a uid as we write them."""
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def own_note(path: str, data: Data, body: str, now: datetime) -> Note:
    """The note that a file in our own form holds. Raises Wrong for what cannot be."""
    published_at = moment_of(data, "published_at")
    status = word_of(data, "status", Status, Status.PUBLISHED)
    if status != Status.DRAFT and published_at is None:
        raise Wrong("A piece that is not a draft needs published_at.", "status")
    slug = text_of(data.get("slug"))
    return Note(
        path=path,
        base=path.rpartition("/")[0],
        fields=fields_of(data, body, published_at),
        status=status,
        created_at=moment_of(data, "created_at") or published_at or now,
        changed_at=moment_of(data, "changed_at"),
        is_own=True,
        uid=text_of(data["uid"]),
        version=number_of(data, "version", 1, least=1),
        slug_is_written=bool(slug),
        byline=byline_of(data.get("byline")),
        corrections=tuple(map(correction, mappings_of(data.get("corrections")))),
        addresses=[name.strip("/") for name in names_of_list(data.get("aliases"))],
        names=[*natural_addresses(path), f"notebook/{slug}"],
        relations=[(relation, to) for key, relation in RELATIONS.items() for to in names_of(data.get(key))],
    )


def fields_of(data: Data, body: str, published_at: datetime | None) -> Fields:
    """What is typed in at the desk."""
    return Fields(
        kind=Kind(text_of(data["kind"])),
        title=text_of(data.get("title")),
        slug=text_of(data.get("slug")),
        summary=text_of(data.get("summary")),
        source=body,
        topics=tuple(names_of_list(data.get("topics"))),
        published_at=published_at,
        language=text_of(data.get("language")),
        canonical=text_of(data.get("canonical")),
        listed=yes_of(data, "listed", True),
        standing=standing_of(data),
        checked_on=day_of(data, "checked_on"),
        checked_against=text_of(data.get("checked_against")),
        symptom=text_of(data.get("symptom")),
    )


def standing_of(data: Data) -> str:
    """Whether a field note still holds, "" where it does not say. Raises Wrong."""
    text = text_of(data.get("standing")).strip()
    if text not in ("", *STANDINGS):
        raise Wrong(f"There is no standing “{text[:60]}”.", "standing", text)
    return text


def names_of_list(value: object) -> list[str]:
    """The names in a list as they are; our own form has no commas in between."""
    return [text_of(item) for item in value] if isinstance(value, (list, tuple)) else names_of(value)


def day_of(data: Data, key: str) -> date | None:
    """The day under a key. Raises Wrong."""
    text = text_of(data.get(key))
    try:
        return day(text) if text else None
    except ValueError as error:
        raise Wrong(f"{error}.", key, text) from error


def moment_of(data: Data, key: str) -> datetime | None:
    """The instant under a key; ours always have an offset. Raises Wrong."""
    text = text_of(data.get(key))
    try:
        return moment(text, UTC_ZONE) if text else None
    except ValueError as error:
        raise Wrong(f"{error}.", key, text) from error


def without_future(note: Note, now: datetime) -> Iterator[str]:
    """Leave out a change and corrections that lie ahead: nobody has made them yet. Yields a sentence for each."""
    if note.changed_at and note.changed_at > now:
        note.changed_at = None
        yield "Its changed_at lies ahead and is left out."
    made = tuple(correction for correction in note.corrections if correction[0] <= now)
    if made != note.corrections:
        yield f"Corrections that lie ahead are left out: {len(note.corrections) - len(made)}."
        note.corrections = made


def byline_of(value: object) -> Signed | None:
    """Who wrote it: a name, or a mapping with more."""
    if not isinstance(value, Mapping):
        name = short(text_of(value))
        return Signed(name) if name else None
    author = word_of(value, "author", Author, Author.PERSON)
    name, model, reviewer = (short(text_of(value.get(key))) for key in ("name", "model", "reviewer"))
    return Signed(name, author, model, reviewer)


def short(text: str) -> str:
    """What a byline may say. Raises Wrong for more than that."""
    if len(text) > BYLINE_LENGTH:
        sentence = f"“{text[:40]}…” is too long for a byline: {BYLINE_LENGTH} characters are the most."
        raise Wrong(sentence, "byline")
    return text


def correction(data: Data) -> tuple[datetime, str]:
    """A correction: when, and what was changed."""
    made_at = moment_of(data, "made_at")
    if made_at is None:
        raise Wrong("A correction needs made_at.", "corrections")
    return made_at, text_of(data.get("sentence"))
