"""Every address that the sample notebook's pages lead to answers: no kind of page goes unopened."""

import re
from collections import deque
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

from flask import Flask
from flask.testing import FlaskClient

from blog.portability.samples import load_sample
from tests.conftest import Clock

SITE = "https://blog.example"
LINK = re.compile(r' (?:href|src|hx-get)="([^"]+)"')
# Beside what a page leads to: a path that no page of the sample names, and pages of the rest of the kinds.
BEGIN = ("/", "/paths/feeds-that-last/", "/topics/", "/search/?q=feed", "/contact/", "/changes/")


def led_to(page: str, path: str) -> set[str]:
    """The addresses of this site that a page leads to, without fragments."""
    found = {urljoin(f"{SITE}{path}", unescape(link)) for link in LINK.findall(page)}
    return {urldefrag(address).url.removeprefix(SITE) for address in found if address.startswith(f"{SITE}/")}


def test_every_address_that_a_page_leads_to_answers(app: Flask, client: FlaskClient, time: Clock) -> None:
    load_sample(time.now)
    time.forward(days=3650)
    seen, waiting = set(BEGIN), deque(BEGIN)
    kinds: set[str] = set()
    while waiting:
        path = waiting.popleft()
        answer = client.get(path)
        assert answer.status_code == 200, path
        kinds.add(urlsplit(path).path.split("/")[1])
        if answer.mimetype == "text/html":
            new = led_to(answer.text, path) - seen
            seen |= new
            waiting.extend(new)
    assert len(seen) > 80
    assert kinds >= {"", "notebook", "topics", "dispatch", "projects", "paths", "search", "about", "static", "rss.xml"}
