"""Floor 0: Markdown to safe HTML, plain text, excerpts, slugs and front matter. Pure: no clock, no files."""

from blog.text.anchors import Heading
from blog.text.clean import clean, clean_line
from blog.text.excerpts import excerpt
from blog.text.feed_html import for_feed, for_list
from blog.text.frontmatter import FrontMatter, FrontMatterError, join_front_matter, split_front_matter
from blog.text.limits import MAX_SOURCE, TextRefused
from blog.text.render import RENDERER_VERSION, Rendered, render
from blog.text.slugs import slugify

__all__ = [
    "MAX_SOURCE",
    "RENDERER_VERSION",
    "FrontMatter",
    "FrontMatterError",
    "Heading",
    "Rendered",
    "TextRefused",
    "clean",
    "clean_line",
    "excerpt",
    "for_feed",
    "for_list",
    "join_front_matter",
    "render",
    "slugify",
    "split_front_matter",
]
