"""Pieces: written, saved, published, withdrawn, deleted. One transaction each; public ones turn the edition."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, select
from sqlalchemy import delete as sql_delete
from sqlalchemy.orm import Session

from blog.models import Correction, FormerAddress, Piece, Revision, Status
from blog.reading import gate
from blog.state.caches import rendered
from blog.state.database import transaction
from blog.state.edition import turn, turn_unseen
from blog.text import Rendered, TextRefused, clean_line
from blog.writing import index, links, slugs, topics
from blog.writing.fields import SUMMARY_LENGTH, Fields, checked, length_fault, token
from blog.writing.links import Said
from blog.writing.refusals import Conflict, Refused
from blog.writing.topics import Topics

TEXT = ("title", "summary", "source")
PLAIN = (
    "kind",
    *TEXT,
    "language",
    "canonical",
    "listed",
    "standing",
    "checked_on",
    "checked_against",
    "symptom",
)

NOTHING_SAID = "Say in a sentence what was changed, and why."
NO_LONGER = sql_delete(FormerAddress).where(FormerAddress.address == bindparam("old"))


def create(fields: Fields, now: datetime, form: str | None = None, said: Sequence[Said] = ()) -> Piece:
    """A new draft. A second one with the same `form` token is the first one, so a double click makes one.

    `said` is what it says of others. Raises Refused for fields that break a rule.
    """
    fields, form = checked(fields), token(form)
    with transaction() as session:
        made = session.scalar(select(Piece).where(Piece.form == form)) if form else None
        if made:
            return made
        piece = Piece(kind=fields.kind, slug="", created_at=now, saved_at=now, form=form, status=Status.DRAFT)
        wanted = links.wanted(session, None, said)
        fill(session, piece, fields, now)
        links.say(session, piece, wanted)
        return piece


def save(
    piece_id: int,
    fields: Fields,
    now: datetime,
    version: int | None,
    matters: bool = False,
    said: Sequence[Said] | None = None,
) -> Piece | None:
    """Save what the author typed; None where the piece is gone.

    `version` is the one that the author saw; None overwrites whatever is there. `matters` moves the date of
    the last change of a public piece, be the change an earlier one. `said` is what it says of others, None for what it
    says already. Saving what is there already changes nothing else. Raises Refused for fields that break a rule, and
    Conflict where another version was saved in between.
    """
    fields = checked(fields)
    with transaction() as session:
        piece = session.get(Piece, piece_id)
        if piece is None:
            return None
        present = links.says(session, piece_id)
        wanted = present if said is None else links.wanted(session, piece_id, said)
        is_newest, was_public = version in (None, piece.version), gate.is_public(piece, now)
        dates = matters and was_public and is_newest
        if not dates and wanted == present and not differs(piece, fields):
            return piece
        if not is_newest:
            raise Conflict(piece)
        fill(session, piece, fields, now)
        links.say(session, piece, wanted)
        piece.version += 1
        if dates:
            piece.changed_at = now
        turn_if(session, now, was_public or gate.is_public(piece, now), piece.status == Status.PUBLISHED)
        return piece


def differs(piece: Piece, fields: Fields) -> bool:
    """Whether saving `fields` would change anything of `piece`, apart from what it says of others."""
    same_text = all(getattr(piece, name) == getattr(fields, name) for name in PLAIN)
    same_slug = slugs.normal(fields.slug) in ("", piece.slug)
    same_date = fields.published_at == piece.published_at
    same_topics = list(topics.distinct(fields.topics)) == [topics.same(topic.name) for topic in piece.topics]
    return not (same_text and same_slug and same_date and same_topics)


def fill(
    session: Session,
    piece: Piece,
    fields: Fields,
    now: datetime,
    text: Rendered | None = None,
    known: Topics | None = None,
) -> None:
    """Put checked fields into a piece, with its slug, topics, revision, and what lists and search need.

    `text` is the rendered source where it is at hand, `known` the topics that there are.
    """
    set_slug(session, piece, fields, now)
    changed = piece.id is None or any(getattr(piece, name) != getattr(fields, name) for name in TEXT)
    for name in PLAIN:
        setattr(piece, name, getattr(fields, name))
    set_date(piece, fields.published_at)
    piece.saved_at = now
    session.add(piece)
    session.flush()
    topics.put(session, piece, topics.named(session, fields.topics, now, known))
    read_off(session, piece, text)
    if changed:
        keep_revision(session, piece, now)


def set_date(piece: Piece, date: datetime | None) -> None:
    """Set the date that the author gave. Only a draft may be without one."""
    if date is None and piece.status != Status.DRAFT:
        raise Refused(published_at="A piece that was published has a date: give it one.")
    piece.published_at = date


def set_slug(session: Session, piece: Piece, fields: Fields, now: datetime) -> None:
    """Give the piece the slug that was typed, or one made of its title; a known one leaves its address."""
    taken = slugs.pieces_have(session, piece.id)
    if fields.slug.strip():
        slug = piece.slug if slugs.normal(fields.slug) == piece.slug else slugs.chosen(fields.slug, taken)
    else:
        slug = piece.slug or slugs.automatic(fields.title or first_words(fields.source), now, taken)
    if piece.slug and slug != piece.slug and gate.is_known(piece, now):
        leave_address(session, piece, f"notebook/{piece.slug}", now)
    piece.slug = slug
    session.execute(NO_LONGER, {"old": f"notebook/{slug}"})


def first_words(source: str) -> str:
    """The beginning of a text, for the slug of a piece without title."""
    return " ".join(clean_line(source).split()[:6])


def leave_address(session: Session, piece: Piece, address: str, now: datetime) -> None:
    """Have an address lead to a piece from now on, whatever it led to."""
    session.execute(NO_LONGER, {"old": address})
    session.add(FormerAddress(address=address, piece_id=piece.id, since=now))


def leave_nothing(session: Session, piece: Piece, now: datetime) -> None:
    """Ready a piece's addresses for its deletion: known ones answer "gone", others were never there."""
    if gate.is_known(piece, now):
        leave_address(session, piece, f"notebook/{piece.slug}", now)
    else:
        session.execute(sql_delete(FormerAddress).where(FormerAddress.piece_id == piece.id))
    session.flush()


def read_off(session: Session, piece: Piece, text: Rendered | None = None) -> None:
    """Render a piece's text into the cache; keep what lists and search need of it. Raises Refused."""
    try:
        text = text or rendered(piece.source, key=piece.uid[:8])
    except TextRefused as error:
        raise Refused(source=str(error)) from error
    piece.excerpt, piece.words, piece.minutes = text.excerpt, text.words, text.minutes
    index.learn(session, piece, text.plain)
    session.flush()


def keep_revision(session: Session, piece: Piece, now: datetime) -> None:
    """Keep the present state of a piece's text."""
    session.add(
        Revision(piece_id=piece.id, saved_at=now, title=piece.title, summary=piece.summary, source=piece.source)
    )


def publish(piece_id: int, now: datetime) -> Piece | None:
    """Make a piece public at its date: the one it has, or now. Publishing again keeps the first date."""
    with transaction() as session:
        piece = session.get(Piece, piece_id)
        if piece is None or piece.status == Status.PUBLISHED:
            return piece
        piece.published_at = piece.published_at or now
        piece.status = Status.PUBLISHED
        topics.follow(session, piece)
        piece.saved_at = now
        piece.version += 1
        turn_if(session, now, gate.is_public(piece, now), is_scheduled=True)
        return piece


def withdraw(piece_id: int, now: datetime) -> Piece | None:
    """Take a piece back from the public; its address answers "gone" from now on."""
    with transaction() as session:
        piece = session.get(Piece, piece_id)
        if piece is None or piece.status != Status.PUBLISHED:
            return piece
        was_public = gate.is_public(piece, now)
        piece.status = Status.WITHDRAWN if was_public else Status.DRAFT
        topics.follow(session, piece)
        piece.saved_at = now
        piece.version += 1
        turn_if(session, now, was_public, is_scheduled=True)
        return piece


def delete(piece_id: int, now: datetime, version: int | None = None) -> Piece | None:
    """Delete a piece for good, with its revisions. What the public knew answers "gone" from now on.

    Raises Conflict where it is not in the `version` that the author saw; None deletes whatever is there.
    """
    with transaction() as session:
        piece = session.get(Piece, piece_id)
        if piece is None:
            return None
        if version not in (None, piece.version):
            raise Conflict(piece)
        was_public = gate.is_public(piece, now)
        leave_nothing(session, piece, now)
        index.forget(session, piece.id)
        session.delete(piece)
        turn_if(session, now, was_public, piece.status == Status.PUBLISHED)
        return piece


def correct(piece_id: int, sentence: str, now: datetime) -> Correction | None:
    """Add a dated, public sentence on what was changed; it moves the date of the piece's last change.

    The newest one said once more, as by a double click, is that one. Raises Refused. Returns None without a piece.
    """
    sentence = clean_line(sentence)
    fault = length_fault("The correction", sentence, SUMMARY_LENGTH) if sentence else NOTHING_SAID
    if fault:
        raise Refused(sentence=fault)
    with transaction() as session:
        piece = session.get(Piece, piece_id)
        if piece is None:
            return None
        if piece.corrections and piece.corrections[-1].sentence == sentence:
            return piece.corrections[-1]
        correction = Correction(piece_id=piece.id, made_at=now, sentence=sentence)
        piece.corrections.append(correction)
        piece.changed_at = now
        piece.version += 1
        turn_if(session, now, gate.is_public(piece, now))
        return correction


def turn_if(session: Session, now: datetime, is_public: bool, is_scheduled: bool = False) -> None:
    """Turn the edition where the public can see the change, or will at a moment that the change sets."""
    if is_public:
        turn(session, now)
    elif is_scheduled:
        turn_unseen(session)
