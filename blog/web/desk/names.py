"""A list of names in one line: commas between them, quotes around a name that has a comma or a quote itself."""

import csv

from blog.text import clean

MOST_TYPED = 10_000


def joined(names: list[str]) -> str:
    """The names in one line."""
    return ", ".join(quoted(name) if set(name) & set(',"') else name for name in names)


def quoted(name: str) -> str:
    """A name in quotes, those inside it doubled (RFC 4180, section 2)."""
    return '"' + name.replace('"', '""') + '"'


def parted(line: str) -> tuple[str, ...]:
    """The names in a line. Raises ValueError with a sentence for one that is no list of names."""
    if len(line) > MOST_TYPED:
        raise ValueError("That is too much for a list of topics.")
    rows = csv.reader([" ".join(clean(line).split())], skipinitialspace=True)
    return tuple(name.strip() for row in rows for name in row if name.strip())
