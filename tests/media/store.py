"""A small store that speaks as much of S3 as pictures need, in a thread: buckets, objects, listings, faults on wish.

It follows Amazon's REST reference (PutObject, GetObject, HeadObject, DeleteObject, ListObjectsV2, error responses).
Signatures are looked for and not proved.
"""

import hashlib
from base64 import b64encode
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from tests.servers import threaded

MOST_KEYS = 1000


class Store(threaded.Threaded):
    """The store. `buckets` hold bytes by key; `fault` is a status that every answer has, `asked` what was asked."""

    def __init__(self) -> None:
        super().__init__(Answers)
        self.buckets: dict[str, dict[str, bytes]] = {}
        self.fault, self.page = 0, MOST_KEYS
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        return f"http://{self.host}"


class Answers(threaded.Answers):
    """What the store answers."""

    protocol_version = "HTTP/1.1"
    server: Store

    def do_GET(self) -> None:
        self.answer()

    do_HEAD = do_PUT = do_DELETE = do_GET  # noqa: N815 - the names of http.server

    def answer(self) -> None:
        """Answer a request, or do not until the store goes on."""
        self.data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        bucket, _, key = unquote(parts.path).lstrip("/").partition("/")
        self.server.asked.append(f"{self.command} {key}")
        self.server.goes_on.wait()
        objects = self.server.buckets.get(bucket)
        if self.server.fault:
            self.say(self.server.fault, code="SlowDown")
        elif "AWS4-HMAC-SHA256" not in self.headers.get("Authorization", ""):
            self.say(403, code="AccessDenied")
        elif objects is None:
            self.say(404, code="NoSuchBucket")
        elif key:
            getattr(self, self.command.lower())(objects, key)
        else:
            self.list(objects, {name: values[0] for name, values in parse_qs(parts.query).items()})

    def put(self, objects: dict[str, bytes], key: str) -> None:
        if self.headers["Content-MD5"] != b64encode(hashlib.md5(self.data).digest()).decode():
            self.say(400, code="BadDigest")
            return
        objects[key] = self.data
        self.say(200)

    def get(self, objects: dict[str, bytes], key: str) -> None:
        if key in objects:
            self.say(200, objects[key])
        else:
            self.say(404, code="NoSuchKey")

    head = get

    def delete(self, objects: dict[str, bytes], key: str) -> None:
        objects.pop(key, None)
        self.say(204)

    def list(self, objects: dict[str, bytes], said: dict[str, str]) -> None:
        """The keys behind a prefix and before the next delimiter, as many as one answer holds."""
        prefix, after = said.get("prefix", ""), said.get("continuation-token", "")
        keys = sorted(
            key for key in objects if key.startswith(prefix) and "/" not in key[len(prefix) :] and key > after
        )
        shown, more = keys[: self.server.page], len(keys) > self.server.page
        items = (f"<Contents><Key>{escape(key)}</Key><Size>{len(objects[key])}</Size></Contents>" for key in shown)
        token = f"<NextContinuationToken>{escape(shown[-1])}</NextContinuationToken>" if more else ""
        truncated = f"<IsTruncated>{str(more).lower()}</IsTruncated>"
        self.say(200, f"<ListBucketResult>{truncated}{token}{''.join(items)}</ListBucketResult>".encode())

    def say(self, status: int, body: bytes = b"", code: str = "") -> None:
        """Send an answer; one with a code is an error."""
        body = f"<Error><Code>{code}</Code><Message>{code}</Message></Error>".encode() if code else body
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" or status == 204 else body)
