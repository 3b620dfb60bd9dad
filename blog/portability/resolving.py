"""Addresses in the texts: links between notes become links between pieces, pictures come along."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import unquote, urlsplit

from blog.portability.dates import stem_of
from blog.portability.old_site import OldSite
from blog.portability.picture_files import PictureFiles, is_picture
from blog.portability.planning import Planned
from blog.portability.references import Reference, rewritten
from blog.portability.report import Report
from blog.portability.walk import NOTES, Tree, normal
from blog.text import slugify

HUGO_REF = re.compile(r"\{\{[<%]\s*(?:rel)?ref\s+[\"'`]?(?P<address>[^\"'`\s]+)[\"'`]?\s*[>%]\}\}(?P<rest>\S*)")
JEKYLL_REF = re.compile(r"\{%-?\s*(?P<word>post_url|link)\s+(?P<address>[^%\s]+)\s*-?%\}(?P<rest>\S*)")
# Folders whose content other programs serve at the root of the site.
ROOTS = ("", "static", "public", "assets", "content", "src/content", "_posts", "source")


@dataclass
class Resolver:
    """Resolves the addresses of one folder's notes."""

    tree: Tree
    pictures: PictureFiles
    report: Report
    planned: list[Planned]
    old_site: OldSite | None = None
    by_path: dict[str, Planned] = field(default_factory=dict)
    by_name: dict[str, Planned] = field(default_factory=dict)
    by_words: dict[str, list[Planned]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for plan in self.planned:
            self.by_path[plan.note.path] = plan
            for name in plan.note.names:
                self.by_name.setdefault(name, plan)
            # Some programs call the other names of a note its aliases.
            for words in {plan.note.fields.title, stem_of(plan.note.path), *plan.note.addresses}:
                self.by_words.setdefault(words.casefold(), []).append(plan)

    def resolve(self, plan: Planned) -> None:
        """Set a plan's fields: its source with the addresses that hold here, and its slug."""
        plan.links, plan.pictures = 0, set()
        source = rewritten(plan.note.fields.source, lambda reference: self.address(plan, reference))
        plan.fields = replace(plan.note.fields, source=source, slug=plan.slug)

    def address(self, plan: Planned, reference: Reference) -> str | None:
        """The address that stands for another one from now on; None where it stays."""
        if reference.is_wiki:
            return self.wiki(plan, reference)
        meant = reference_in(reference.address)
        address = meant or (self.old_site and self.old_site.within(reference.address)) or reference.address
        path, fragment = split(address)
        if not path:
            return None
        if reference.is_picture or is_picture(path):
            return self.picture(plan, path)
        target = self.target(plan, path) or (self.by_file_name(path) if meant else None)
        if target:
            return self.link(plan, target, fragment)
        if address == reference.address or meant:
            self.miss(plan, path)
        return None

    def link(self, plan: Planned, target: Planned, fragment: str) -> str | None:
        """The address of a piece, seen from another one. In our own form only a changed slug needs a new one."""
        if plan.note.is_own and target.slug == target.note.fields.slug:
            return None
        plan.links += 1
        return f"../{target.slug}/{fragment}"

    def miss(self, plan: Planned, path: str) -> None:
        """Report a relative address that leads nowhere."""
        if plan.note.is_own:
            return
        files = [found for place in self.places(plan, path) if (found := self.tree.find(place))]
        if files and not files[0].lower().endswith(NOTES):
            self.report.say(plan.note.path, f"The file {path} does not come along: only pictures do.")
        else:
            self.report.say(plan.note.path, f"The link to {path} leads to nothing that is imported.")

    def places(self, plan: Planned, path: str) -> Iterator[str]:
        """The paths below the folder that an address may mean, the likeliest first."""
        for spelling in dict.fromkeys((unquote(path), path)):
            if spelling.startswith("/"):
                yield from (normal(posixpath.join(root, spelling.lstrip("/"))) for root in ROOTS)
            else:
                yield normal(posixpath.join(plan.note.base, spelling))
                yield normal(posixpath.join(plan.note.path.rpartition(".")[0], spelling))

    def target(self, plan: Planned, path: str) -> Planned | None:
        """The note that an address leads to: by its file or by one of its addresses."""
        for place in self.places(plan, path):
            for ending in ("", *NOTES, "/index.md", "/index.mdx"):
                found = self.by_path.get(self.tree.find(place + ending) or "")
                if found:
                    return found
            name = re.sub(r"(?:/?index)?\.html?$", "", place).strip("/")
            if name in self.by_name:
                return self.by_name[name]
        return None

    def by_file_name(self, path: str) -> Planned | None:
        """The only note with this file name, with or without its ending, wherever it lies."""
        named = (found for ending in ("", *NOTES) for found in self.tree.named(path + ending))
        return only([self.by_path[found] for found in named if found in self.by_path])

    def picture(self, plan: Planned, path: str, anywhere: bool = False) -> str | None:
        """The address of a picture that comes along."""
        files = [found for place in self.places(plan, path) if (found := self.tree.find(place))]
        if not files and anywhere:
            files = self.tree.named(unquote(path))
        if not files:
            self.report.say(plan.note.path, f"The picture {path} is missing.")
            return None
        stored = self.pictures.stored_as(files[0])
        if stored is None:
            return None
        plan.pictures.add(stored.name)
        address = f"../../media/{stored.name}"
        return None if plan.note.is_own and address == unquote(path) else address

    def wiki(self, plan: Planned, reference: Reference) -> str | None:
        """What stands for a wiki link: to a note by its name or title, or to a picture by its name."""
        path, _, heading = reference.address.partition("#")
        if is_picture(path):
            return self.picture(plan, path, anywhere=True)
        if plan.note.is_own:
            return None
        words = self.by_words.get(path.strip().casefold(), []) or self.by_words.get(
            stem_of(f"{path}.md").casefold(), []
        )
        target = (self.target(plan, path) if path else plan) or only(words)
        if target is None or reference.is_picture:
            self.report.say(plan.note.path, f"[[{reference.address}]] leads to nothing that is imported.")
            return None
        return self.link(plan, target, f"#{slugify(heading)}" if heading else "")


def reference_in(address: str) -> str:
    """What a reference of Hugo or Jekyll means, "" for any other address. Jekyll's begin at the folder itself."""
    hugo, jekyll = HUGO_REF.fullmatch(address), JEKYLL_REF.fullmatch(address)
    if jekyll:
        root = "/" if jekyll["word"] == "link" else ""
        return root + jekyll["address"].lstrip("/") + jekyll["rest"]
    return hugo["address"] + hugo["rest"] if hugo else ""


def only(found: list[Planned]) -> Planned | None:
    return found[0] if len(found) == 1 else None


def split(address: str) -> tuple[str, str]:
    """The path of a relative address, and its fragment with the sign; "" for one with a scheme or a host."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    if parts.scheme or parts.netloc or "://" in address or address.startswith(("{{", "//")):
        return "", ""
    return parts.path.strip(), f"#{parts.fragment}" if parts.fragment else ""
