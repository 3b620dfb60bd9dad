"""Our stylesheets and scripts as they are sent: what only the people who read their source need is left out."""

import re
from functools import lru_cache
from http import HTTPStatus
from io import BytesIO
from wsgiref.headers import Headers

from whitenoise.responders import NOT_ALLOWED_RESPONSE, Response

COMMENT_LINE = re.compile(r"^\s*//.*\n|^[ \t]+|^\n", re.MULTILINE)
STYLE = re.compile(
    r"""(?P<string>"[^"]*") | /\*.*?\*/\s* | ;?\s*(?P<end>\})\s* | (?P<colon>:)\s+
    | \s*(?P<mark>[{;,])\s* | (?P<blank>\s+)""",
    re.DOTALL | re.VERBOSE,
)
UNCHANGED = ("Cache-Control", "ETag")


@lru_cache(maxsize=64)
def press(text: str, ending: str) -> str:
    """A stylesheet (".css") without comments and blanks, or a script (".js") without lines of comment and indentation.

    Strings of a stylesheet stay as they are. Of a script only beginnings of lines are touched, so that a string over
    several lines may not count on its indentation.
    """
    return COMMENT_LINE.sub("", text) if ending == ".js" else STYLE.sub(mark, text)


def mark(match: re.Match[str]) -> str:
    """What stays of a string, a comment, a mark with blanks around it, or blanks in a stylesheet."""
    kind = match.lastgroup
    return "" if kind is None else " " if kind == "blank" else match[kind]


class PressedFile:
    """A body in memory with its headers, as WhiteNoise serves files."""

    def __init__(self, body: bytes, headers: list[tuple[str, str]], tag: str) -> None:
        described = Headers([pair for pair in headers if pair[0] != "Last-Modified"])
        described["Content-Length"], described["ETag"] = str(len(body)), f'"{tag}"'
        self.body, self.headers, self.tag = body, described.items(), described["ETag"]

    def get_response(self, method: str, environ: dict[str, str]) -> Response:
        """The answer to a request; a reader who has the body already gets 304."""
        if method not in ("GET", "HEAD"):
            return NOT_ALLOWED_RESPONSE
        if environ.get("HTTP_IF_NONE_MATCH") == self.tag:
            return Response(HTTPStatus.NOT_MODIFIED, [pair for pair in self.headers if pair[0] in UNCHANGED], None)
        return Response(HTTPStatus.OK, self.headers, BytesIO(self.body) if method == "GET" else None)
