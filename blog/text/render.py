"""Markdown in, everything a page, a list, a feed and a search need out."""

from dataclasses import dataclass
from importlib.metadata import version

from blog.text.anchors import Heading
from blog.text.blocks import to_html
from blog.text.clean import clean
from blog.text.depth import check_tags
from blog.text.entities import sound
from blog.text.finish import finish
from blog.text.limits import MAX_SOURCE, TextRefused
from blog.text.markup import read_tokens, write_tokens
from blog.text.nesting import unnested, without_empty_paragraphs
from blog.text.plain import count_words, first_prose, plain_text, reading_minutes
from blog.text.sanitise import sanitise

REVISION = 16
"""One more with each change of what comes out; the versions of the libraries are added by themselves."""

LIBRARIES = ("markdown", "pygments", "bleach")
RENDERER_VERSION = "-".join([str(REVISION), *(version(name) for name in LIBRARIES)])


@dataclass(frozen=True, slots=True)
class Rendered:
    """A text as it is shown: safe HTML, contents list, visible text, excerpt, words and reading minutes."""

    html: str
    contents: tuple[Heading, ...]
    plain: str
    excerpt: str
    words: int
    minutes: int

    def __html__(self) -> str:
        """The safe HTML, for templates: a rendered text is the only thing that enters one unescaped."""
        return self.html


def render(source: str, *, key: str = "", root: str = "") -> Rendered:
    """Render a text; `key` goes into the ids of its footnotes, `root` before addresses that begin with "/".

    Raises TextRefused for a text that is too long, too deep or too intricate.
    """
    if len(source) > MAX_SOURCE:
        raise TextRefused(f"This text has {len(source):,} characters; at most {MAX_SOURCE:,} can be shown.")
    try:
        return assemble(to_html(clean(source), key), root)
    except RecursionError:
        raise TextRefused("The parts of this text lie too deep in one another.") from None


def assemble(unsafe: str, root: str) -> Rendered:
    """Make the HTML safe and read off it what else is known of the text."""
    unsafe = sound(unsafe)
    check_tags(unsafe)
    tokens = list(without_empty_paragraphs(list(unnested(read_tokens(sanitise(unsafe))))))
    plain = plain_text(tokens)
    words = count_words(plain)
    summary = first_prose(tokens)
    finished, contents = finish(tokens, root)
    return Rendered(write_tokens(finished), contents, plain, summary, words, reading_minutes(words))
