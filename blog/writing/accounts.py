"""Accounts and logins. Passwords are kept as argon2id hashes, tokens of logins as SHA-256."""

import hashlib
import secrets
import unicodedata
from datetime import datetime, timedelta
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, select

from blog.models import Account, Login
from blog.state.database import reader, transaction
from blog.text import clean_line
from blog.writing.refusals import Refused

LEAST, MOST = 10, 1000
LIFETIME = timedelta(days=30)

hasher = PasswordHasher()


@cache
def nobodys_hash() -> str:
    """The hash that is checked where there is no such account, so that an unknown name takes as long."""
    return hasher.hash(secrets.token_urlsafe(32))


def create_account(name: str, password: str, now: datetime, only_first: bool = False) -> Account:
    """A new account. Raises Refused for a bad name or password and, with `only_first`, for a second one."""
    name = clean_line(name)
    password_hash = hashed(password)
    with transaction() as session:
        if only_first and session.scalar(select(Account.id).limit(1)) is not None:
            raise Refused(name="There is an account already: log in with it.")
        if not 1 <= len(name) <= 100:
            raise Refused(name="A name has between 1 and 100 characters.")
        if session.scalar(select(Account.id).where(Account.name == name)) is not None:
            raise Refused(name=f"There is an account “{name}” already.")
        account = Account(name=name, password_hash=password_hash, created_at=now)
        session.add(account)
        return account


def hashed(password: str) -> str:
    """The hash of a new password. Raises Refused for one that is too short or too long."""
    if not LEAST <= len(password) <= MOST:
        raise Refused(password=f"A password has between {LEAST} and {MOST:,} characters.")
    return hasher.hash(as_typed(password))


def as_typed(password: str) -> bytes:
    """A password as bytes that are the same on every keyboard: accents composed (RFC 8265), nothing refused."""
    return unicodedata.normalize("NFC", password[:MOST]).encode("utf-8", "surrogatepass")


def set_password(name: str, password: str, keep: str = "") -> Account:
    """A new password; every login but the one with the digest `keep` ends. Raises Refused."""
    password_hash = hashed(password)
    with transaction() as session:
        account = session.scalar(select(Account).where(Account.name == clean_line(name)))
        if account is None:
            raise Refused(name=f"There is no account “{name}”.")
        account.password_hash = password_hash
        session.execute(delete(Login).where(Login.account_id == account.id, Login.digest != keep))
        return account


def account_for(name: str, password: str) -> Account | None:
    """The account with this name and password. Takes as long for an unknown name as for a wrong password."""
    account = reader().scalar(select(Account).where(Account.name == clean_line(name)[:200]))
    try:
        hasher.verify(account.password_hash if account else nobodys_hash(), as_typed(password))
    except (VerificationError, InvalidHashError):
        return None
    return account if len(password) <= MOST else None


def begin_login(account: Account, now: datetime) -> str:
    """Begin a login; returns the token for the cookie, of which only the digest is kept."""
    token = secrets.token_urlsafe(32)
    with transaction() as session:
        session.execute(delete(Login).where(Login.expires_at <= now))
        session.add(Login(digest=digest(token), account_id=account.id, created_at=now, expires_at=now + LIFETIME))
    return token


def end_login(token: str) -> None:
    """End a login: its cookie opens nothing any more."""
    with transaction() as session:
        session.execute(delete(Login).where(Login.digest == digest(token)))


def digest(token: str) -> str:
    """What the database keeps of a login's token: its SHA-256 in hex."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
