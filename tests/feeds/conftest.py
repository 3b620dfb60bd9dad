"""A feed of two entries, an essay with everything and a thought with next to nothing, to make others from."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from blog.feeds import Entry, Feed


@pytest.fixture(scope="session")
def entry() -> Entry:
    return Entry(
        uid="0b0c2a3e-7a8a-4f2b-9d0e-1f2a3b4c5d6e",
        url="https://ink.example/notebook/caches-that-end/",
        title="Caches that end",
        summary="An edition is a number; nothing is ever cleared.",
        html='<p>Größe &amp; <a href="https://ink.example/">مرحبا</a> 🖋</p>\n<pre>a &lt; b\n</pre>',
        published=datetime(2026, 5, 1, 23, 59, 59, tzinfo=timezone(timedelta(hours=5, minutes=30))),
        updated=datetime(2026, 10, 12, 8, 0, 1, tzinfo=UTC),
        author="Ada Ink",
        topics=("Linux & hardware", "caching"),
    )


@pytest.fixture(scope="session")
def thought(entry: Entry) -> Entry:
    return replace(
        entry,
        uid="5f0e7c55-3c0b-4c1d-8a55-0a1b2c3d4e5f",
        url="https://ink.example/notebook/rain/",
        title="",
        summary="",
        html="<p>Just a thought about <strong>rain</strong>.</p>",
        published=datetime(2026, 3, 3, 0, 0, 0, tzinfo=UTC),
        updated=datetime(2026, 3, 3, 0, 0, 0, tzinfo=UTC),
        topics=(),
    )


@pytest.fixture(scope="session")
def feed(entry: Entry, thought: Entry) -> Feed:
    return Feed(
        uid="urn:uuid:9a1f7a52-0000-4000-8000-000000000001",
        title="Ada Ink: essays",
        subtitle="Notes on <paper> & ink",
        language="en",
        home_url="https://ink.example/notebook/essays/",
        self_url="https://ink.example/notebook/essays/rss.xml?a=1&b=2",
        author="Ada Ink",
        author_url="https://ink.example/about/",
        updated=datetime(2026, 10, 12, 8, 0, 1, tzinfo=UTC),
        entries=(entry, thought),
    )
