"""The indentation of templates is for those who read them, and is not sent."""

import re

from jinja2.ext import Extension

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Unindented(Extension):
    """Takes the blanks at the beginning of each line out of HTML templates. What they print stays as it is."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source of a template as it will be compiled; its lines keep their numbers."""
        return INDENTATION.sub("", source) if name and name.endswith(".html") else source
