"""The closed sets of words that columns hold. Their values are stored, exported and never changed."""

from enum import StrEnum


class Kind(StrEnum):
    """What a piece is."""

    ESSAY = "essay"
    FIELD_NOTE = "field-note"
    THOUGHT = "thought"


class Status(StrEnum):
    """Where a piece stands. Scheduled is published with a date that lies ahead."""

    DRAFT = "draft"
    PUBLISHED = "published"
    WITHDRAWN = "withdrawn"


class Standing(StrEnum):
    """Whether a field note still holds."""

    HOLDS = "holds"
    PARTLY = "partly"
    NO_LONGER = "no longer"
    UNTESTED = "untested"


class Relation(StrEnum):
    """How one piece is linked to another: the newer piece says it of the older one."""

    FOLLOWS_UP = "follows up"
    REPLACES = "replaces"
    ANSWERS = "answers"


class Author(StrEnum):
    """What a byline names."""

    PERSON = "person"
    MACHINE = "machine"
