"""What the front matter of Hugo, Jekyll, Astro, Bear and others says, in our words."""

import posixpath
import re
import unicodedata
from urllib.parse import unquote, urlsplit

from blog.models import Kind
from blog.portability.dates import CHANGED, PUBLISHED, stem_of
from blog.portability.titles import undated
from blog.portability.values import Data, first_text, lowered, names_of, text_of

TITLE = ("title",)
SUMMARY = ("summary", "description", "excerpt", "meta_description", "subtitle")
LANGUAGE = ("language", "lang", "locale")
CANONICAL = ("canonical", "canonical_url", "canonicalurl")
SLUG = ("slug", "link")
ADDRESS = ("permalink", "url")
FORMER = ("aliases", "alias", "redirect_from")
TOPICS = ("topics", "topic", "tags", "tag", "categories", "category")
OTHERS = ("kind", "uid", "taxonomies")
UNDERSTOOD = frozenset(
    (*TITLE, *SUMMARY, *LANGUAGE, *CANONICAL, *SLUG, *ADDRESS, *FORMER, *TOPICS, *PUBLISHED, *CHANGED, *OTHERS)
)

# Folders that people sort files into, which say nothing of what a note is about.
NO_TOPICS = frozenset(
    (
        "posts", "post", "_posts", "content", "contents", "blog", "notes", "note", "drafts", "draft", "_drafts",
        "src", "pages", "page", "articles", "article", "notebook", "collections", "unpublished", "private", "_private",
    )
)  # fmt: skip
LEADING = re.compile(r"^(?:src/)?(?:content|pages)/|^_posts/")


def kind_of(data: Data, default: Kind) -> Kind:
    """The kind that is written, else the default."""
    word = text_of(data.get("kind")).strip().lower().replace(" ", "-")
    return Kind(word) if word in tuple(Kind) else default


def topics_of(data: Data, path: str) -> list[str]:
    """The topics that are written, for Zola in a table of their own, else the first folder whose name is one."""
    grouped = data.get("taxonomies")
    sources = (data, lowered(grouped)) if isinstance(grouped, dict) else (data,)
    names = (name.lstrip("#").strip() for source in sources for key in TOPICS for name in names_of(source.get(key)))
    written = list(filter(None, names))
    return written or folder_topic(path)


def folder_topic(path: str) -> list[str]:
    """The first folder that a note lies in, bundles and folders for sorting apart."""
    folders = path.split("/")[:-1]
    if stem_of(path) == (folders[-1] if folders else ""):
        folders = folders[:-1]
    return [name for name in folders if name.lower() not in NO_TOPICS and not name.isdigit()][:1]


def address_of(text: str) -> str:
    """An address as former addresses are kept: the path, decoded, NFC, without slashes at its ends."""
    try:
        path = urlsplit(text.strip()).path
    except ValueError:
        return ""
    return unicodedata.normalize("NFC", unquote(path)).strip("/").strip()


def former_addresses(data: Data) -> list[str]:
    """The addresses that a note had on its former site; patterns such as /:year/:title/ are none.

    Of one text several may be parted by commas, but url and permalink are one each, commas and all.
    """
    texts = [name for key in FORMER for name in names_of(data.get(key))]
    texts += [text_of(data.get(key)) for key in ADDRESS]
    found = [address_of(text) for text in texts if not re.search(r"/:\w|\{\{", text)]
    return list(dict.fromkeys(filter(None, found)))


def wanted_slug(data: Data, path: str) -> tuple[str, bool]:
    """The end of the address that a note had, and whether that was written: else it is the file's name."""
    written = first_text(data, SLUG).strip("/")
    address = address_of(first_text(data, ADDRESS)) if ":" not in first_text(data, ADDRESS)[1:2] else ""
    ending = re.sub(r"(?:/index)?\.html?$", "", written or address)
    last = posixpath.basename(ending)
    return (last, True) if last else (undated(stem_of(path)), False)


def natural_addresses(path: str) -> list[str]:
    """The addresses that other programs give to a note at this path."""
    whole = re.sub(r"(?:/_?index)?\.\w+$", "", f"/{path}").strip("/")
    return list(dict.fromkeys((whole, LEADING.sub("", whole))))
