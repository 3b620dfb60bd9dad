"""Puts the parser together: Python-Markdown with our blocks and links, and its notes and abbreviations."""

import re
import string

from markdown import Markdown, inlinepatterns
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.util import HTML_PLACEHOLDER

from blog.text import containers, leaves, links, notes, quotes, rawhtml, tables
from blog.text.angle import Angles
from blog.text.codespans import CodeSpans
from blog.text.emphasis import WRAPPER, Emphasis
from blog.text.layout import Layout

HARD_BREAK = r"(?:(?<! ) {2,}+|\\)\n"
BLOCK_END = re.compile(r"</(?:p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|aside|table|thead|tbody|tr|div)>|<hr>")
STASHED = re.compile(HTML_PLACEHOLDER % r"(\d+)")


class Restore(Postprocessor):
    """Takes the wrappers off and puts raw HTML back into its places."""

    def run(self, text: str) -> str:
        """Return the whole HTML, with a line for each block."""
        bare = text.replace(f"<{WRAPPER}>", "").replace(f"</{WRAPPER}>", "")
        bare = BLOCK_END.sub(r"\g<0>\n", bare)
        stash = self.md.htmlStash.rawHtmlBlocks
        return STASHED.sub(lambda match: str(stash[int(match[1])]), bare)


class House(Extension):
    """Everything that differs from plain Python-Markdown."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.footnotes = notes.Footnotes(key)
        self.abbreviations = notes.Abbreviations()

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Put our parts in the place of the library's."""
        self.footnotes.extendMarkdown(md)
        self.abbreviations.extendMarkdown(md)
        md.parser = self.footnotes.parser = self.layout(md)
        for name in ("html_block", "normalize_whitespace"):
            md.preprocessors.deregister(name)
        md.treeprocessors.deregister("prettify")
        md.treeprocessors.register(notes.InOrder(self.footnotes), "footnotes_in_order", 19.5)
        md.ESCAPED_CHARS = list(string.punctuation)
        md.postprocessors.register(Restore(md), "raw_html", 30)
        self.extend_inline(md)

    def extend_inline(self, md: Markdown) -> None:
        """Register what marks up the text of a paragraph; entities need no pattern, they stay as they are."""
        links.register(md)
        patterns = md.inlinePatterns
        patterns.deregister("entity")
        patterns.register(CodeSpans(md), "backtick", 190)
        patterns.register(inlinepatterns.SubstituteTagInlineProcessor(HARD_BREAK, "br"), "linebreak", 100)
        patterns.register(Angles(md), "html", 105)
        patterns.register(Emphasis(), "em_strong", 60)

    def layout(self, md: Markdown) -> Layout:
        """Return the block parser with its rules in the order in which they are tried."""
        return Layout(
            md,
            (
                leaves.indented_code,
                leaves.fences,
                leaves.headings,
                leaves.rules,
                quotes.quotes,
                containers.lists,
                rawhtml.html_blocks,
                quotes.admonitions,
                self.footnotes.rule,
                self.abbreviations.rule,
                notes.references,
                tables.tables,
                leaves.paragraphs,
            ),
        )


def to_html(source: str, key: str) -> str:
    """Turn Markdown into HTML that is not safe yet, with a parser that no other text or thread sees."""
    return Markdown(extensions=[House(key)], output_format="html").convert(source)
