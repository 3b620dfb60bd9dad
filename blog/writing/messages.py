"""What readers write on the contact page."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from blog.models import Message
from blog.state.database import transaction
from blog.text import clean, clean_line
from blog.writing.fields import token
from blog.writing.refusals import Refused

TEXT_LENGTH = 10_000


def keep(name: str, address: str, text: str, now: datetime, form: str | None = None) -> Message:
    """Keep a message for the desk. The same `form` token twice is one message. Raises Refused."""
    name, address, text, form = clean_line(name), clean_line(address), clean(text).strip(), token(form)
    faults = {
        "name": "" if len(name) <= 200 else "The name may have 200 characters.",
        "address": address_fault(address),
        "text": text_fault(text),
    }
    if any(faults.values()):
        raise Refused(**{field: sentence for field, sentence in faults.items() if sentence})
    with transaction() as session:
        known = session.scalar(select(Message).where(Message.form == form)) if form else None
        if known:
            return known
        message = Message(received_at=now, name=name, address=address, text=text, form=form)
        session.add(message)
        return message


def address_fault(address: str) -> str:
    """An address to answer to is optional; one that is given has to look like one."""
    if not address:
        return ""
    local, _, host = address.rpartition("@")
    good = local and "." in host and not set(address) & set(' ,;<>"') and len(address) <= 320
    return "" if good else "This is no e-mail address; leave it empty if you want no answer."


def text_fault(text: str) -> str:
    if not text:
        return "Write something first."
    if len(text) > TEXT_LENGTH:
        return f"The message has {len(text):,} characters; {TEXT_LENGTH:,} are the most."
    return ""


def mark_read(message_id: int, now: datetime, seen: str = "") -> None:
    """Note that the author has seen a message, the one that arrived at the instant `seen`."""
    with transaction() as session:
        message = find(session, message_id, seen)
        if message and not message.read_at:
            message.read_at = now


def delete_message(message_id: int, seen: str = "") -> bool:
    """Delete a message for good, the one that arrived at the instant `seen`; tells whether there was such a one."""
    with transaction() as session:
        message = find(session, message_id, seen)
        if message:
            session.delete(message)
        return message is not None


def find(session: Session, message_id: int, seen: str) -> Message | None:
    """The message with this id, whatever it is where nothing was `seen`.

    Once the newest message is deleted, the next one that arrives may have its id.
    """
    message = session.get(Message, message_id)
    return message if message and seen in ("", message.received_at.isoformat()) else None
