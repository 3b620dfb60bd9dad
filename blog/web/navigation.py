"""The site's navigation: what its settings say, or the usual."""

from dataclasses import dataclass
from typing import Any

from flask import request

from blog.web.moment import front

USUAL = (
    {"label": "Writing", "address": "notebook/"},
    {"label": "Dispatch", "address": "dispatch/"},
    {"label": "Projects", "address": "projects/"},
)


@dataclass(frozen=True, slots=True)
class Item:
    """One entry: what it says, where it leads, and whether the reader is there."""

    label: str
    address: str
    current: bool


def navigation() -> list[Item]:
    """The entries of the main navigation."""
    return [item(each) for each in front().site.navigation or USUAL]


def item(entry: dict[str, Any]) -> Item:
    """An entry as the site's settings have it; its address is below the site's root."""
    path = "/" + entry["address"].lstrip("/")
    current = request.path.startswith(path) and path != "/"
    return Item(entry["label"], request.root_path.rstrip("/") + path, current)
