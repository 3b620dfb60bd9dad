"""What a piece says of others, as rows of the editor: a relation, and the other piece by its address."""

import re
from collections.abc import Iterable
from itertools import count
from urllib.parse import unquote, urlsplit

from blog.models import Relation
from blog.reading.former import as_stored
from blog.text import clean_line
from blog.web.addresses import settings
from blog.web.again import Typed
from blog.writing.links import Said

NAME = re.compile(r"(?:relation|link)_([1-9][0-9]{0,2})")
WHOLE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
MOST_TYPED = 4000
Values = dict[str, str]


def rows_typed(form: Typed) -> Values:
    """The rows as they were typed; none where the form has none."""
    numbers = sorted({int(found[1]) for name in form if (found := NAME.fullmatch(name))})
    return {name: form.get(name, "") for number in numbers for name in names(number)}


def with_rows(values: Values, links: Iterable[tuple[str, str]]) -> Values:
    """The values with an empty row after those that were typed or, where no row was, after those of `links`."""
    if not rows(values):
        stored = zip(count(1), links, strict=False)
        values = {**values, **{name: text for row, link in stored for name, text in zip(names(row), link, strict=True)}}
    last = max(rows(values), default=0)
    if last and not values[f"link_{last}"].strip():
        return values
    return {**values, **dict.fromkeys(names(last + 1), "")}


def rows(values: Values) -> list[int]:
    """The numbers of the rows, in their order."""
    return sorted(int(name.removeprefix("link_")) for name in values if name.startswith("link_"))


def names(row: int) -> tuple[str, str]:
    """The names of a row's two fields."""
    return f"relation_{row}", f"link_{row}"


def said_typed(values: Values) -> tuple[list[Said] | None, dict[str, str]]:
    """What the rows mean, None where there are none; and a sentence for each field that cannot be.

    A row without an address says nothing.
    """
    said, faults = [], {}
    for row in rows(values):
        relation, link = names(row)
        if not clean_line(values[link]):
            continue
        if values[relation] not in list(Relation):
            faults[relation] = "Choose what this piece does to the other one."
            continue
        try:
            said.append(Said(link, Relation(values[relation]), paths(values[link])))
        except ValueError as fault:
            faults[link] = str(fault)
    return (said if rows(values) else None), faults


def paths(typed: str) -> tuple[str, ...]:
    """Where a piece may stand that was named by its slug or by an address of this site, likeliest first.

    The paths are in the form in which former addresses are kept. Raises ValueError with a sentence for an address
    that is none of this site's.
    """
    if len(typed) > MOST_TYPED:
        raise ValueError("This is too long for an address.")
    path = as_stored(clean_line(unquote(path_of(clean_line(typed)))))
    root = settings().root.strip("/")
    below = [path.removeprefix(f"{root}/"), path] if root and path.startswith(f"{root}/") else [path]
    pieces = [each if "/" in each else f"notebook/{each}" for each in below]
    found = [form for each in (*(each.removesuffix(".md") for each in pieces), *below) for form in (each, each.lower())]
    return tuple(dict.fromkeys(found))


def path_of(address: str) -> str:
    """The path of an address of this site, without query and fragment. Raises ValueError for another site's."""
    if not WHOLE.match(address):
        return re.split(r"[?#]", address, maxsplit=1)[0]
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise ValueError("This is no address.") from error
    if parts.netloc.lower() != settings().site_host.lower():
        raise ValueError("This is on another site: name a piece of this one.")
    return parts.path
