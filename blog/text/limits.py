"""What a text may cost: past these bounds it is refused with a sentence, never half rendered."""

MAX_SOURCE = 1_000_000
"""Characters in one text."""

MAX_DEPTH = 40
"""Quotes, lists, notes and call-outs inside one another."""

MAX_TAG_DEPTH = 120
"""HTML elements inside one another, the author's own included."""

MAX_PARTS = 8_000
"""Paragraphs, items, cells and other blocks in one text."""

MAX_TAGS = 60_000
"""HTML tags in one rendered text."""

MAX_EFFORT = 200_000_000
"""Inline marks of one paragraph times its length: every mark may move the whole paragraph once."""

MAX_COLOURED = 40_000
"""Characters of code in one text that are coloured; what would go beyond stays plain."""

MAX_COLOURED_BLOCK = 20_000
"""Characters of one block of code that is coloured."""

UNSTEADY_WEIGHT = 10
"""What a character counts in a language whose lexer may take very long."""

SLOW_WEIGHT = 20
"""What a character counts in a language whose lexer is known to take very long."""

MAX_CODE_LINE = 1_000
"""Characters in one line of code that is coloured."""

MAX_ESCAPES = 30_000
"""Ampersands in the HTML of one text, those of escaped angle brackets included."""


class TextRefused(ValueError):
    """A text that is too long, too deep or too intricate to render; str() is one sentence for a person."""
