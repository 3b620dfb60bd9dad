"""What goes wrong when something is written, in words for a person."""

from blog.models import Piece, Site, Topic


class Refused(ValueError):
    """Input that breaks rules: one sentence for each field that does, nothing was changed."""

    def __init__(self, **fields: str) -> None:
        super().__init__(" ".join(fields.values()))
        self.fields = fields


class Conflict(Exception):
    """Somebody saved in between; `present` is what is stored now, nothing was changed."""

    def __init__(self, present: Piece | Site | Topic) -> None:
        super().__init__("This was changed in another window since you opened it.")
        self.present = present
