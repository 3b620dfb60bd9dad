"""Pictures in a bucket that speaks S3, for sites of several nodes. Each node keeps copies of what readers asked for.

A name says what is in the picture, so a copy is never out of date. A bucket that does not answer is left alone for
some seconds, so that readers who ask for pictures hold no thread that others need.
"""

import hashlib
from base64 import b64encode
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from blog.state.media_address import BucketAddress
from blog.state.media_folder import Copies, MediaUnreachable
from blog.state.picture_formats import FORMATS
from blog.state.rest import Rest

T = TypeVar("T")
CONNECT_SECONDS, READ_SECONDS, ATTEMPTS = 2, 4, 2
REST_SECONDS = 5.0
MOST_COPIES = 512 * 1024 * 1024
TYPES = dict(FORMATS.values())
ABSENT = frozenset(("404", "NoSuchKey", "NotFound"))


class Bucket:
    """The bucket at an address. Nothing is asked before the first picture is; boto3 is loaded then."""

    def __init__(self, address: BucketAddress, copies: Path) -> None:
        self.address, self.copies = address, Copies(copies, MOST_COPIES)
        self.rest = Rest(REST_SECONDS)
        self.known: set[str] | None = None

    def __str__(self) -> str:
        return str(self.address)

    @cached_property
    def client(self) -> Any:
        """The client, which all threads share."""
        return client_for(self.address)

    def where(self, name: str) -> dict[str, str]:
        """Where a picture lies, as the client wants it."""
        return {"Bucket": self.address.bucket, "Key": self.address.prefix + name}

    def put(self, name: str, data: bytes) -> bool:
        if self.ask(lambda client: client.head_object(**self.where(name))):
            return False
        md5 = b64encode(hashlib.md5(data, usedforsecurity=False).digest()).decode()
        kept = {"Body": data, "ContentMD5": md5, "ContentType": TYPES[name.rpartition(".")[2]]}
        if self.ask(lambda client: client.put_object(**self.where(name), **kept)) is None:
            raise MediaUnreachable(f"There is no bucket {self}.")
        if self.known is not None:
            self.known.add(name)
        return True

    def get(self, name: str) -> bytes | None:
        return self.ask(lambda client: bytes(client.get_object(**self.where(name))["Body"].read()))

    def delete(self, name: str) -> None:
        self.ask(lambda client: client.delete_object(**self.where(name)))
        self.copies.delete(name)

    def sizes(self) -> dict[str, int]:
        pages = self.ask(self.listing) or []
        found = (item for page in pages for item in page.get("Contents", ()))
        return {item["Key"].removeprefix(self.address.prefix): item["Size"] for item in found}

    def listing(self, client: Any) -> list[Any]:
        """Everything that lies right behind our prefix, a thousand at a time."""
        pages = client.get_paginator("list_objects_v2")
        return list(pages.paginate(Bucket=self.address.bucket, Prefix=self.address.prefix, Delimiter="/"))

    def ending(self, ending: str) -> list[str]:
        """As there were when this was first asked; what others put in since is not known, and does no harm."""
        if self.known is None:
            self.known = set(self.sizes())
        return sorted(name for name in self.known if name.endswith(ending))

    def near(self, name: str) -> Path | None:
        return self.copies.near(name)

    def fetched(self, name: str) -> Path | None:
        file = self.near(name)
        if file:
            return file
        if not self.rest.lets_in():
            raise MediaUnreachable(f"The store of pictures {self} did not answer just now.")
        return self.copied(name)

    def copied(self, name: str) -> Path | None:
        """A new copy of a picture, None where there is no such picture."""
        data = self.get(name)
        if data is None:
            return None
        if hashlib.sha256(data).hexdigest()[:8] != name.rpartition(".")[0][-8:]:
            raise MediaUnreachable(f"The picture {name} in {self} was altered: put it back from a backup.")
        try:
            self.copies.put(name, data)
        except OSError as error:
            raise MediaUnreachable(f"The picture {name} cannot be kept in {self.copies}: {error.strerror}.") from error
        return self.copies.path / name

    def ask(self, question: Callable[[Any], T]) -> T | None:
        """What the bucket answers, None where the picture is not there; after a failure it is left alone a while."""
        from botocore.exceptions import BotoCoreError, ClientError  # boto3 is there only where the setting asks for it

        try:
            found = question(self.client)
        except (BotoCoreError, ClientError) as error:
            code = code_of(error)
            if code in ABSENT:
                self.rest.end()
                return None
            self.rest.begin()
            raise MediaUnreachable(f"The store of pictures {self} cannot be used ({code}).") from error
        self.rest.end()
        return found


def code_of(error: Exception) -> str:
    """The short name of a failure: what the store calls it, else what boto3 does."""
    response = getattr(error, "response", None) or {}
    return str(response.get("Error", {}).get("Code") or type(error).__name__)


def client_for(address: BucketAddress) -> Any:
    """A client for a bucket. Keys and the like come from where boto3 usually looks for them."""
    import boto3  # takes a third of a second, and is there only where the setting asks for it
    from botocore.config import Config

    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"total_max_attempts": ATTEMPTS, "mode": "standard"},
        s3={"addressing_style": "path"} if address.endpoint else None,
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )
    session = boto3.session.Session(region_name=address.region or None)
    return session.client("s3", endpoint_url=address.endpoint or None, config=config)
