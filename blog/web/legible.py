"""Answers without what no browser or XML reader takes.

Every text is cleaned on its way in (`blog/text/clean.py`). A row that another program wrote, or a version from before
that, may hold more: one control character in it must break no page.
"""

import re

from flask import Flask, Response

CONTROLS = bytes({*range(0x20)} - set(b"\t\n\r") | {0x7F})
NONCHARACTERS = re.compile(rb"\xef(?:\xb7[\x90-\xaf]|\xbf[\xbe\xbf])")
TEXT = re.compile("text/|.*[/+](?:xml|json)$")


def init_legible(app: Flask) -> None:
    """Have every answer that is a text be legible. It comes before whatever looks at the bytes of an answer."""
    app.after_request(make_legible)


def make_legible(response: Response) -> Response:
    """Take control characters and noncharacters out of a text; tab and line end stay."""
    if not response.is_sequence or not TEXT.match(response.mimetype or ""):
        return response
    data = response.get_data()
    clean = NONCHARACTERS.sub(b"", data.translate(None, CONTROLS))
    if clean != data:
        response.set_data(clean)
    return response
