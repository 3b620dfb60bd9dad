"""People before real servers: a reader who keeps cookies, and an author who fills in forms."""

import http.client
import re
import ssl
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from tests.web.forms import alerts, values_in


@dataclass(frozen=True)
class Said:
    """An answer, header names in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Person:
    """Somebody who asks `address`, each time on a new connection, and brings back the cookies that were set.

    `to` is a port that is asked in place of the address's own: a node, past what stands in front of it.
    """

    address: str
    to: int = 0
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: str | bytes = "", headers: dict[str, str] | None = None) -> Said:
        """One answer. Raises OSError or HTTPException where there is none."""
        connection = self.connect()
        given = {"Accept-Encoding": "identity", "Host": urlsplit(self.address).netloc, **(headers or {})}
        if self.cookies:
            given["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            connection.request(method, path, (body.encode() if isinstance(body, str) else body) or None, given)
            answer = connection.getresponse()
            said = Said(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
            for cookie in answer.headers.get_all("Set-Cookie", []):
                name, value = cookie.partition(";")[0].split("=", 1)
                self.cookies[name] = value
            return said
        finally:
            connection.close()

    def connect(self) -> http.client.HTTPConnection:
        parts = urlsplit(self.address)
        if parts.scheme == "https" and not self.to:
            return http.client.HTTPSConnection(parts.netloc, timeout=30, context=ssl._create_unverified_context())
        return http.client.HTTPConnection(parts.hostname or "", self.to or parts.port, timeout=30)

    def get(self, path: str, **headers: str) -> Said:
        """A page; header names with underscores."""
        return self.ask("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def post(self, path: str, fields: dict[str, str]) -> Said:
        """The answer to a form, as a page of this site sends it."""
        sent = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.address}
        return self.ask("POST", path, urlencode(fields), sent)


class Author(Person):
    """The author, who logs in and writes."""

    def log_in(self, name: str, password: str) -> Said:
        """Log in by the form."""
        form = values_in(self.get("/login"), "/login")
        said = self.post("/login", {**form, "name": name, "password": password})
        assert said.status == 303, alerts(said)
        return said

    def write(self, **fields: str) -> str:
        """Write and publish a piece; its path at the desk."""
        form = values_in(self.get("/desk/pieces/new"), "/desk/pieces/new")
        said = self.post("/desk/pieces/new/publication", {**form, **fields})
        assert said.status == 303, said.text
        return re.sub(r"^https?://[^/]+", "", said.headers["location"])

    def change(self, piece: str, **fields: str) -> Said:
        """Save other words of a piece; a public one is public with them at once."""
        form = values_in(self.get(piece), piece)
        return self.post(piece, {**form, **fields})
