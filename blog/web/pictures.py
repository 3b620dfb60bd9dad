"""Width and height for the pictures of a text, so that nothing moves when they arrive."""

import re
from typing import Protocol
from urllib.parse import unquote

from markupsafe import Markup

from blog.reading import pictures

IMAGE = re.compile(r"<img [^>]*>")
NAME = re.compile(r' src="[^"]*/media/([^"/]+)"')
GIVEN = re.compile(r" (?:width|height)=")


class Safe(Protocol):
    """Safe HTML: a rendered text, or a part of a page."""

    def __html__(self) -> str: ...


def with_sizes(text: Safe) -> Markup:
    """The same HTML, where each picture of ours says how large it is, unless its author said so."""
    html = text.__html__()
    names = {unquote(name) for name in NAME.findall(html)}
    sizes = pictures.sizes(names) if names else {}

    def sized(image: re.Match[str]) -> str:
        name = NAME.search(image[0])
        size = sizes.get(unquote(name[1])) if name else None
        if size is None or GIVEN.search(image[0]):
            return image[0]
        return '{} width="{}" height="{}">'.format(image[0][:-1], *size)

    return Markup(IMAGE.sub(sized, html) if sizes else html)  # noqa: S704 - was safe, and gets numbers
