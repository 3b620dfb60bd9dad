"""What the author gives for a piece, and the rules for it."""

import re
from dataclasses import dataclass, replace
from datetime import date, datetime
from urllib.parse import urlsplit

from blog.models import STANDINGS, TITLE_LENGTH, Kind
from blog.text import clean, clean_line
from blog.writing.refusals import Refused

SUMMARY_LENGTH = 1000
FIRST_YEAR, LAST_YEAR = 1900, 2999
OUT_OF_TIME = f"A date lies between the years {FIRST_YEAR} and {LAST_YEAR}."
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class Fields:
    """Everything about a piece that is typed in. An empty slug asks for one made of the title.

    `published_at` is an aware datetime, or None for "when it is published".
    """

    kind: Kind
    title: str = ""
    slug: str = ""
    summary: str = ""
    source: str = ""
    topics: tuple[str, ...] = ()
    published_at: datetime | None = None
    language: str = ""
    canonical: str = ""
    listed: bool = True
    standing: str = ""
    checked_on: date | None = None
    checked_against: str = ""
    symptom: str = ""


def checked(fields: Fields) -> Fields:
    """The fields as they are stored. Raises Refused with a sentence for each that breaks a rule."""
    tidy = replace(
        fields,
        title=clean_line(fields.title),
        summary=clean_line(fields.summary),
        source=clean(fields.source),
        published_at=fields.published_at and fields.published_at.replace(microsecond=0),
        language=clean_line(fields.language),
        canonical=clean_line(fields.canonical),
        standing=clean_line(fields.standing),
        checked_against=clean_line(fields.checked_against),
        symptom=clean(fields.symptom),
    )
    faults = {name: sentence for name, sentence in faults_of(tidy).items() if sentence}
    if faults:
        raise Refused(**faults)
    return tidy


def token(form: str | None) -> str | None:
    """A form's token in the form in which it is stored, None where there is none."""
    return clean_line(form or "")[:64] or None


def faults_of(fields: Fields) -> dict[str, str]:
    """A sentence for each rule that is broken, "" for each that is kept."""
    return {
        "title": title_fault(fields),
        "summary": length_fault("The summary", fields.summary, SUMMARY_LENGTH),
        "source": "" if fields.source.strip() or fields.title else "There is neither a title nor a text.",
        "published_at": date_fault(fields.published_at),
        "language": language_fault(fields.language),
        "canonical": address_fault(fields.canonical),
        "standing": "" if fields.standing in ("", *STANDINGS) else f"There is no standing “{fields.standing}”.",
        "checked_against": length_fault("This", fields.checked_against, 500),
    }


def title_fault(fields: Fields) -> str:
    if not fields.title and fields.kind != Kind.THOUGHT:
        return "Give it a title; only a thought may go without."
    return length_fault("The title", fields.title, TITLE_LENGTH)


def length_fault(what: str, text: str, most: int) -> str:
    return f"{what} has {len(text):,} characters; {most:,} are the most." if len(text) > most else ""


def date_fault(date: datetime | None) -> str:
    """Within these years every zone, feed and calendar can hold the moment."""
    return "" if date is None or FIRST_YEAR <= date.year <= LAST_YEAR else OUT_OF_TIME


def language_fault(language: str) -> str:
    """BCP 47 in form; the registry is not consulted."""
    if not language or (LANGUAGE.fullmatch(language) and len(language) <= 35):
        return ""
    return "A language is written like en, de or pt-BR."


def address_fault(address: str) -> str:
    if not address:
        return ""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "This is no address."
    good = parts.scheme in ("http", "https") and parts.netloc and not re.search(r"[\s<>\"\\]", address)
    return "" if good and len(address) <= 2000 else "Write a whole address, like https://example.org/article."
