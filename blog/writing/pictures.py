"""Pictures that the author brings by hand, and takes away again."""

from datetime import datetime

from sqlalchemy import delete as sql_delete
from sqlalchemy import select
from sqlalchemy.orm import Session

from blog.models import Page, Picture, Piece, Project
from blog.state import media
from blog.state.database import transaction
from blog.state.media import Stored
from blog.state.media_folder import MediaUnreachable
from blog.state.picture_formats import PictureRefused
from blog.writing.imported import put_pictures
from blog.writing.refusals import Refused

USERS = ((Piece, "/notebook/"), (Page, "/"), (Project, "/projects/"))


def add(data: bytes, name: str, now: datetime) -> Stored:
    """Store a picture, and note it once it is stored. The same one twice is one picture.

    Raises Refused for what cannot be a picture, or where pictures cannot be stored now.
    """
    try:
        stored = media.store(data, name)
    except PictureRefused as error:
        raise Refused(picture=f"{name}: {error}.") from error
    except (MediaUnreachable, OSError) as error:
        raise Refused(picture=f"{name} was not stored: {unstored(error)}") from error
    with transaction() as session:
        put_pictures(session, [stored], now)
    return stored


def unstored(error: Exception) -> str:
    """Why a picture was not stored, for a person."""
    return f"{error.strerror}." if isinstance(error, OSError) else str(error)


def remove(picture_id: int, seen: str = "") -> str | None:
    """Take a picture away for good, the one of the name `seen`; returns its name, None where it is gone already.

    Raises Refused where a text shows it. It is forgotten first and removed then, so that no row ever names a
    picture that is not there; what cannot be removed now belongs to nothing, which the doctor tells.
    """
    with transaction() as session:
        picture = session.get(Picture, picture_id)
        # Once the newest picture is deleted, the next one may have its id.
        if picture is None or seen not in ("", picture.name):
            return None
        refuse_used(session, picture.name)
        name = picture.name
        session.execute(sql_delete(Picture).where(Picture.id == picture_id))
    media.discard(name)
    return name


def refuse_used(session: Session, name: str) -> None:
    """Raise Refused where a text shows a picture."""
    for model, below in USERS:
        slug = session.scalar(select(model.slug).where(model.source.contains(name, autoescape=True)).limit(1))
        if slug:
            raise Refused(picture=f"{name} is shown in {below}{slug}/: take it out there first.")
