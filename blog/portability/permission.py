"""Whether a note may be public: only what its author published is, and where that cannot be told it is a draft."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from blog.models import Status
from blog.portability.moments import moment
from blog.portability.values import Data, text_of, truth_of

STATES = ("status", "state", "visibility", "poststatus")
PUBLIC = frozenset(("publish", "published", "public", "live", "online", "posted"))
AWAITED = frozenset(("scheduled", "future"))
WITHDRAWN = frozenset(("withdrawn", "archived", "trash"))
UNLISTED = "unlisted"
# What keeps a note from the public unless it says no, and what does so unless it says yes or gives a date.
HOLDING = (
    "draft", "isdraft", "private", "isprivate", "hidden", "ishidden", "protected", "headless", "wip", "unpublished",
    "password", "passphrase",
)  # fmt: skip
RELEASING = ("published", "publish", "public", "ispublished", "ispublic", "dgpublish")
EXPIRY = ("expirydate", "unpublishdate", "expires", "expireson")
UNLISTING = ("unlisted", "eleventyexcludefromcollections")
NOTHING = ("", "null", "~", "none")
FOLDERS = frozenset(
    ("_drafts", "drafts", "draft", "unpublished", "private", "_private", "_includes", "_layouts", "_templates", "_site")
)
# What other software makes pages from; deeper in a folder of notes the word is a topic's.
FOLDERS_AT_THE_TOP = frozenset(("archetypes", "layouts", "templates", "themes"))
KEYS = frozenset((*STATES, *HOLDING, *RELEASING, *EXPIRY, *UNLISTING, "listed", "build"))


def plain(key: str) -> str:
    """A key as it is looked up here: isDraft, is_draft and is-draft are one."""
    return re.sub(r"[-_\s]", "", key.lower())


def said(data: Data) -> dict[str, str]:
    """What the keys say, as text; what says nothing is left out."""
    texts = {plain(key): text_of(value) or str(value or "") for key, value in data.items()}
    return {key: text.strip() for key, text in texts.items() if text.strip().lower() not in NOTHING}


def against(data: Data, path: str, ahead: datetime | None, now: datetime) -> Iterator[str]:
    """The reasons why a note is no more than a draft. `ahead` is the date that its front matter gives it."""
    words = said(data)
    known = PUBLIC | WITHDRAWN | {UNLISTED} | (AWAITED if ahead and ahead > now else frozenset())
    held = [key for key in STATES if key in words and words[key].lower() not in known]
    held += [key for key in HOLDING if key in words and truth_of(words[key]) is not False]
    held += [key for key in RELEASING if key in words and not releases(words[key])]
    held += [key for key in EXPIRY if key in words and not lies_ahead(words[key], now)]
    held += [key for key in ("permalink",) if key in words and truth_of(words[key]) is False]
    yield from (f"its {key} is “{'…' if 'pass' in key else words[key][:40]}”" for key in dict.fromkeys(held))
    if hugo_build(data, "render") in ("never", "false"):
        yield "it says that it is not rendered"
    *folders, name = path.split("/")
    holding = [folder for folder in folders if folder.lower() in FOLDERS]
    holding += [folder for folder in folders[:1] if folder.lower() in FOLDERS_AT_THE_TOP]
    yield from (f"it lies in {folder}" for folder in holding)
    if name.startswith("_"):
        yield "its name begins with “_”"


def releases(text: str) -> bool:
    """Whether a word says that something is published: yes, or when."""
    return truth_of(text) is True or (truth_of(text) is None and date_of(text) is not None)


def lies_ahead(text: str, now: datetime) -> bool:
    """Whether a text is a date that has not come."""
    at = date_of(text)
    return at is not None and at > now


def date_of(text: str) -> datetime | None:
    try:
        return moment(text, UTC)
    except ValueError:
        return None


def hugo_build(data: Data, key: str) -> str:
    """What Hugo's build options say under a key: always, never, local, link."""
    for name in ("build", "_build"):
        options = data.get(name)
        if isinstance(options, dict):
            return text_of(options.get(key)).strip().lower()
    return ""


def is_withdrawn(data: Data) -> bool:
    """Whether a note says that it was public and is no more."""
    return any(word.lower() in WITHDRAWN for key, word in said(data).items() if key in STATES)


def is_listed(data: Data) -> bool:
    """Whether a note may stand in lists: nothing says otherwise, or what cannot be read."""
    words = said(data)
    return (
        truth_of(words.get("listed", "yes")) is True
        and not any(key in words and truth_of(words[key]) is not False for key in UNLISTING)
        and not any(words.get(key, "").lower() == UNLISTED for key in STATES)
        and hugo_build(data, "list") not in ("never", "false", "local")
    )


def end_of(data: Data, now: datetime) -> str:
    """The date ahead on which a note was to leave the public, "" where there is none: nothing here ends by itself."""
    words = said(data)
    return next((words[key] for key in EXPIRY if key in words and lies_ahead(words[key], now)), "")


def status_of(data: Data, default: Status, is_held: bool) -> Status:
    """Draft where anything holds it back, withdrawn where it says so, else the default."""
    if is_held:
        return Status.DRAFT
    return Status.WITHDRAWN if is_withdrawn(data) else default
