"""The site's own settings."""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import select
from sqlalchemy.orm import Session

from blog.models import Site
from blog.state.database import transaction
from blog.state.edition import turn
from blog.text import clean_line
from blog.writing.fields import language_fault, length_fault
from blog.writing.refusals import Conflict, Refused

# Zones of the database that are no place: what a machine happens to be set to, and one that is not set.
NOT_PLACES = {"localtime", "Factory", "posixrules"}
LENGTHS = {"name": 200, "role": 200, "place": 200, "tagline": 500, "contact_line": 500}


@dataclass(frozen=True, slots=True)
class SiteFields:
    """What the author says about the site."""

    name: str
    role: str = ""
    place: str = ""
    tagline: str = ""
    contact_line: str = ""
    time_zone: str = "UTC"
    language: str = "en"


def save_site(fields: SiteFields, now: datetime, version: int | None) -> Site:
    """Save the site's settings. Raises Refused for what breaks a rule, Conflict for a stale `version`."""
    values = checked_values(fields)
    with transaction() as session:
        site = session.scalars(select(Site)).one()
        if all(getattr(site, name) == value for name, value in values.items()):
            return site
        if version not in (None, site.version):
            raise Conflict(site)
        for name, value in values.items():
            setattr(site, name, value)
        site.version += 1
        turn(session, now)
        return site


def put_site(session: Session, fields: SiteFields, navigation: list[dict[str, str]], uid: str) -> bool:
    """Put the settings of an export in, inside of the transaction that runs; tell whether they changed anything.

    Without a `uid` the site keeps its own. Raises Refused for what breaks a rule.
    """
    site = session.scalars(select(Site)).one()
    values: dict[str, Any] = {**checked_values(fields), "navigation": navigation, "uid": uid or site.uid}
    if all(getattr(site, name) == value for name, value in values.items()):
        return False
    for name, value in values.items():
        setattr(site, name, value)
    site.version += 1
    return True


def checked_values(fields: SiteFields) -> dict[str, str]:
    """The settings as they are stored. Raises Refused with a sentence for each that breaks a rule."""
    values = {name: clean_line(value) for name, value in asdict(fields).items()}
    faults = {name: sentence for name, sentence in faults_of(values).items() if sentence}
    if faults:
        raise Refused(**faults)
    return values


def faults_of(values: dict[str, str]) -> dict[str, str]:
    """A sentence for each rule that is broken, "" for each that is kept."""
    lengths = {name: length_fault("This", values[name], most) for name, most in LENGTHS.items()}
    return lengths | {
        "name": lengths["name"] or ("" if values["name"] else "The site needs a name."),
        "language": language_fault(values["language"] or "?"),
        "time_zone": "" if is_zone(values["time_zone"]) else "Write a zone's name, like Europe/London.",
    }


def is_zone(name: str) -> bool:
    """Whether `name` is a zone of the IANA time zone database."""
    return name in available_timezones() - NOT_PLACES and bool(ZoneInfo(name))
