"""Where pictures may be kept beside the instance folder: the address of a bucket that speaks S3."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
PREFIX = re.compile(r"(?:[\w.-]+/)*[\w.-]*", re.ASCII)
REGION = re.compile(r"[a-z0-9-]{1,40}")
EXAMPLE = "write one like s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1"


@dataclass(frozen=True, slots=True)
class BucketAddress:
    """A bucket, what stands in front of each name in it ("" or "site/"), and where it is; "" where boto3 decides."""

    bucket: str
    prefix: str = ""
    endpoint: str = ""
    region: str = ""

    def __str__(self) -> str:
        """The bucket as people name it."""
        return f"s3://{self.bucket}/{self.prefix}".rstrip("/")


def bucket_address(text: str) -> BucketAddress:
    """The bucket that an address names.

    Raises ValueError, whose text says in half a sentence what is wrong and repeats nothing that may be a secret.
    """
    try:
        parts = urlsplit(text.strip())
        said = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
    except ValueError as error:
        raise ValueError("is no address") from error
    if parts.scheme != "s3":
        raise ValueError("is no address of a bucket")
    if ":" in parts.netloc or "@" in parts.netloc + parts.path:
        raise ValueError("holds credentials or a port: keys belong into AWS_ACCESS_KEY_ID and the like")
    prefix = parts.path.strip("/")
    endpoint, region = said.pop("endpoint", ""), said.pop("region", "")
    if said or parts.fragment:
        raise ValueError(f"names {next(iter(said), 'a fragment')!r}, and there are only endpoint and region")
    if not BUCKET.fullmatch(parts.netloc) or ".." in parts.netloc:
        raise ValueError(f"names the bucket {parts.netloc!r}, and there can be none of that name")
    if not PREFIX.fullmatch(prefix) or ".." in prefix:
        raise ValueError(f"names the prefix {prefix!r}: letters, digits, dots, hyphens and slashes make one")
    if region and not REGION.fullmatch(region):
        raise ValueError(f"names the region {region!r}, and there can be none of that name")
    refuse_endpoint(endpoint)
    return BucketAddress(parts.netloc, f"{prefix}/" if prefix else "", endpoint.rstrip("/"), region)


def refuse_endpoint(endpoint: str) -> None:
    """Raise ValueError for what is no address of a server; "" is none at all, and good."""
    try:
        parts = urlsplit(endpoint)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if endpoint and (not valid or parts.username or parts.query or parts.fragment):
        raise ValueError("names an endpoint that is none: it is the http or https address of the store")
