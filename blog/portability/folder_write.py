"""The one transaction in which an import writes what it prepared."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from blog.models import Piece
from blog.portability.planning import Planned
from blog.portability.standing_files import StandingFiles
from blog.reading import gate
from blog.state.database import transaction
from blog.state.media import Stored
from blog.text import Rendered
from blog.writing import imported, links, topics
from blog.writing.imported import Outcome
from blog.writing.pieces import turn_if
from blog.writing.refusals import Refused

WRITTEN = (Outcome.ADDED, Outcome.UPDATED)
CHANGED_MEANWHILE = "The site was changed while the import was being prepared; nothing was imported. Run it again."


class ImportStopped(RuntimeError):
    """An import that changed nothing. Its text is one sentence for a person."""


@dataclass
class FolderWrite:
    """What is written: the plans with their rendered texts (by uid and source), and what stands beside them."""

    planned: list[Planned]
    texts: dict[tuple[str, str], Rendered]
    standing: StandingFiles
    now: datetime

    def write(self, pictures: list[Stored]) -> None:
        """Write everything. Raises ImportStopped where the site was changed meanwhile."""
        written = [plan for plan in self.planned if plan.outcome in WRITTEN]
        try:
            with transaction() as session, session.no_autoflush:
                imported.put_pictures(session, pictures, self.now)
                known = topics.every(session)
                changes = [self.put(session, plan, known) for plan in written]
                put_links(session, written)
                changes.append(self.standing.write(session, self.now))
                turn_if(session, self.now, any(changes), is_scheduled=bool(written))
        except (Refused, IntegrityError) as error:
            raise ImportStopped(CHANGED_MEANWHILE) from error

    def put(self, session: Session, plan: Planned, known: topics.Topics) -> bool:
        """Write one piece; tell whether the public sees the change."""
        piece = present(session, plan) if plan.piece else None
        was_public = piece is not None and gate.is_public(piece, self.now)
        text = self.texts[plan.uid, plan.fields.source]
        piece = imported.put(session, piece, plan.given, text, known, self.now)
        return was_public or gate.is_public(piece, self.now)


def present(session: Session, plan: Planned) -> Piece:
    """The piece that a plan is for, as it was when the plan was made. Raises ImportStopped where it is not."""
    piece = session.scalar(select(Piece).where(Piece.uid == plan.uid))
    if piece is None or piece.version != plan.version:
        raise ImportStopped(CHANGED_MEANWHILE)
    return piece


def put_links(session: Session, planned: list[Planned]) -> None:
    """Have the pieces say of others what their files say."""
    for plan in planned:
        if plan.relations or plan.said:
            slugs = {plan.slug, *(slug for _, slug in plan.relations)}
            found = session.scalars(select(Piece).where(Piece.slug.in_(slugs)))
            ids = {piece.slug: piece.id for piece in found}
            wanted = [(relation, ids[slug]) for relation, slug in plan.relations if slug in ids]
            links.put_links(session, ids[plan.slug], wanted)
