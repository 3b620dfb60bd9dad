"""What the environment says, checked once at start. A broken setting stops the program with a sentence."""

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from blog.state.media_address import EXAMPLE, bucket_address

ROOT = Path(__file__).resolve().parents[2]
SQLITE = "sqlite:///"
POSTGRESQL = "postgresql+psycopg://"
SECRET_LENGTH = 32
PLAIN_PATH = re.compile(r"(/(?!\.{1,2}(/|$))[A-Za-z0-9._~+@-]+)*/?")
WELL_KNOWN_SECRETS = {"secret", "changeme", "change-me", "dev", "development", "example", "password"}


class SettingError(ValueError):
    """A setting that cannot work. Its text is one sentence: which, why, and what to write."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set from outside.

    `site_url` has no trailing slash and may have a path ("https://example.org/~me/blog"). `secret_key` is
    the key of the instance folder unless one is given. `only_looks` makes no file. `testing` only tells Flask.
    """

    site_url: str
    instance: Path
    database_url: str
    secret_key: str
    redis_url: str = ""
    media_url: str = ""
    purge_url: str = ""
    purge_header: str = field(default="", repr=False)
    trusted_proxies: int = 0
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    only_looks: bool = False
    testing: bool = False

    @property
    def root(self) -> str:
        """The path under which the site is mounted: "" or "/~me/blog"."""
        return urlsplit(self.site_url).path.rstrip("/")

    @property
    def database_file(self) -> Path | None:
        """The file of a SQLite database, None for another one."""
        kept = self.database_url.startswith(SQLITE)
        return Path(unquote(self.database_url.removeprefix(SQLITE))) if kept else None

    @property
    def site_host(self) -> str:
        """Host and, where it is not the scheme's own, port of the public address."""
        return urlsplit(self.site_url).netloc

    @property
    def is_https(self) -> bool:
        return self.site_url.startswith("https://")

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] = os.environ, only_looks: bool = False) -> "Settings":
        """The settings that `environ` holds. Raises SettingError for one that cannot work."""
        instance = Path(environ.get("BLOG_INSTANCE") or ROOT / "instance").expanduser().resolve()
        (find_instance if only_looks else open_instance)(instance)
        port = whole_number(environ, "PORT", 8000, 1, 65535)
        return cls(
            site_url=site_url(environ.get("BLOG_SITE_URL") or f"http://127.0.0.1:{port}"),
            instance=instance,
            database_url=database_url(environ.get("BLOG_DATABASE_URL", ""), instance),
            secret_key=secret_key(environ.get("BLOG_SECRET_KEY"), instance, makes=not only_looks),
            redis_url=redis_url(environ.get("BLOG_REDIS_URL", "")),
            media_url=media_url(environ.get("BLOG_MEDIA_URL", "")),
            purge_url=purge_url(environ.get("BLOG_PURGE_URL", "")),
            purge_header=purge_header(environ.get("BLOG_PURGE_HEADER", "")),
            trusted_proxies=whole_number(environ, "BLOG_TRUSTED_PROXIES", 0, 0, 10),
            host=environ.get("HOST") or "127.0.0.1",
            port=port,
            workers=whole_number(environ, "WEB_CONCURRENCY", 1, 1, 256),
            only_looks=only_looks,
        )


def find_instance(folder: Path) -> None:
    """Raise SettingError where there is no instance folder."""
    if not folder.is_dir():
        raise SettingError(
            f"There is nothing at {folder}: run 'flask blog init', or set BLOG_INSTANCE to another folder."
        )


def open_instance(folder: Path) -> None:
    """Make the instance folder where it is missing; raise SettingError where it cannot be written to."""
    mend = f"make it a folder that user {os.getuid()} may write to, or set BLOG_INSTANCE to one"
    try:
        folder.mkdir(mode=0o750, parents=True, exist_ok=True)
        probe = folder / f".probe-{secrets.token_hex(4)}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise SettingError(
            f"The instance folder {folder} cannot be used ({error.strerror or error}): {mend}."
        ) from error


def site_url(text: str) -> str:
    """A public address without its trailing slash.

    Raises SettingError for anything but http and https, and for a path that a browser or a proxy would write in
    another way than it stands there.
    """
    try:
        parts = urlsplit(text.strip())
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        valid = False
    if not valid or parts.query or parts.fragment or parts.username or re.search(r"[\s<>\"\\]", text.strip()):
        raise SettingError(
            f"BLOG_SITE_URL is {text!r}, which is no public address: write one like https://example.org."
        )
    if not parts.netloc.isascii():
        raise SettingError(
            f"BLOG_SITE_URL is {text!r}, whose host no browser sends so: write it as they do, like xn--bcher-kva."
        )
    if not PLAIN_PATH.fullmatch(parts.path):
        raise SettingError(
            f"BLOG_SITE_URL is {text!r}, whose path can be written in more than one way: write one like "
            "https://example.org/~me/blog, of letters, digits and -._~+@ between single slashes."
        )
    port = {"http": ":80", "https": ":443"}[parts.scheme]
    return f"{parts.scheme}://{parts.netloc.lower().removesuffix(port)}{parts.path.rstrip('/')}"


def database_url(text: str, instance: Path) -> str:
    """The database's address: SQLite in the instance folder by default, relative paths based on it."""
    text = text or f"{SQLITE}bokashi.db"
    if text.startswith(SQLITE):
        path = instance / unquote(text.removeprefix(SQLITE))
        if path.is_dir() or not path.parent.is_dir():
            raise SettingError(
                f"The database {path} is a folder or in none: move it away, or have BLOG_DATABASE_URL name a file."
            )
        return SQLITE + quote(str(path))
    if text.startswith(POSTGRESQL):
        return postgresql_url(text)
    raise SettingError(
        f"BLOG_DATABASE_URL begins with {text.partition(':')[0]!r}: "
        f"write sqlite:///FILE or {POSTGRESQL}USER:PASSWORD@HOST/NAME."
    )


def postgresql_url(text: str) -> str:
    """An address of PostgreSQL as it stands. Raises SettingError, without saying it: it may hold a password."""
    if find_spec("psycopg") is None:
        raise SettingError("BLOG_DATABASE_URL is an address of PostgreSQL, but its client is not installed: psycopg.")
    refuse_bare_signs("BLOG_DATABASE_URL", text)
    try:
        has_name = bool(make_url(text).database)
    except (ArgumentError, ValueError):
        has_name = False
    if not has_name:
        raise SettingError(f"BLOG_DATABASE_URL names no database: write it like {POSTGRESQL}USER:PASSWORD@HOST/NAME.")
    return text


def redis_url(text: str) -> str:
    """The address of Redis, or "". Raises SettingError for another scheme."""
    if text and not text.startswith(("redis://", "rediss://", "unix://")):
        raise SettingError("BLOG_REDIS_URL is not an address of Redis: write one like redis://127.0.0.1:6379/0.")
    refuse_bare_signs("BLOG_REDIS_URL", text)
    return text


def refuse_bare_signs(name: str, address: str) -> None:
    """Raise SettingError where a password may hold a sign that ends it in an address (RFC 3986, section 3.2).

    Part of it would be taken for the host, and be said in messages.
    """
    if set("@/?#") & set(address.partition("://")[2].rpartition("@")[0]):
        raise SettingError(f"{name} cannot be read: write @, /, ? and # in a password as %40, %2F, %3F and %23.")


def media_url(text: str) -> str:
    """The address of the bucket that pictures are kept in, or "" for the instance folder."""
    if not text.strip():
        return ""
    try:
        bucket_address(text)
    except ValueError as error:
        raise SettingError(f"BLOG_MEDIA_URL {error}: {EXAMPLE}.") from error
    if find_spec("boto3") is None:
        raise SettingError("BLOG_MEDIA_URL is the address of a bucket, but its client is not installed: boto3.")
    return text.strip()


def purge_url(text: str) -> str:
    """The address at which the cache in front takes purges, or "". Raises SettingError for what is none."""
    try:
        parts = urlsplit(text.strip())
        valid = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and not parts.fragment
    except ValueError:
        valid = False
    if text.strip() and (not valid or parts.username or not re.fullmatch(r"[!-~]+", text.strip())):
        raise SettingError("BLOG_PURGE_URL is no address: write one like http://127.0.0.1:6081/-/purge.")
    return text.strip()


def purge_header(text: str) -> str:
    """A header that goes with each purge, or "". Raises SettingError for what is none, without repeating it."""
    if text and not re.fullmatch(r"[\w-]+: *[!-~]+( [!-~]+)*", text, re.ASCII):
        raise SettingError("BLOG_PURGE_HEADER is no header: write one like 'Authorization: Bearer …'.")
    return text


def whole_number(environ: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    """The whole number that a variable holds. Raises SettingError outside of `least` to `most`."""
    text = environ.get(name, "").strip() or str(default)
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise SettingError(f"{name} is {text!r}: write a whole number from {least} to {most}.")
    return int(text)


def secret_key(given: str | None, instance: Path, makes: bool = True) -> str:
    """The key that signs cookies: the given one where it is good, else the one of the instance folder, if any."""
    if given is None:
        return kept_secret(instance / "secret") if makes or (instance / "secret").exists() else ""
    if len(given) < SECRET_LENGTH or given.strip().lower() in WELL_KNOWN_SECRETS or len(set(given)) < 8:
        raise SettingError(
            f"BLOG_SECRET_KEY is too easy to guess: write at least {SECRET_LENGTH} random characters, "
            "or leave it unset and Bokashi makes and keeps one."
        )
    return given


def kept_secret(file: Path) -> str:
    """The secret in `file`, made on first use with mode 0600. Processes that start together agree on one."""
    try:
        if not file.exists():
            make_secret(file, secrets.token_urlsafe(48))
        text = file.read_text("ascii").strip()
    except (OSError, UnicodeError) as error:
        raise SettingError(f"The secret {file} cannot be used ({error}): mend it or remove it.") from error
    if len(text) < SECRET_LENGTH:
        raise SettingError(f"The secret {file} is empty or cut short: remove it and a new one is made.")
    return text


def make_secret(file: Path, text: str) -> None:
    """Put a secret at `file`, whole and readable by its owner only, unless one came first."""
    fresh = file.with_name(f".secret-{secrets.token_hex(8)}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        stream.write(text)
    with suppress(FileExistsError):
        file.hardlink_to(fresh)
    fresh.unlink()
