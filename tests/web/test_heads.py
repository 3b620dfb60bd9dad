"""What the head of a page says to machines: one address for one text, and nothing where there is nothing to say."""

import re

import pytest
from flask.testing import FlaskClient

from blog.models import Kind
from blog.reading import lists
from blog.reading.lists import Filter
from blog.writing import site
from blog.writing.site import SiteFields
from tests.conftest import Clock, Write

TAGS = re.compile(r'<(?:link rel="canonical"|meta name="(?:description|robots)"|meta property="og:url")[^>]*>')


def head(client: FlaskClient, address: str) -> list[str]:
    """The tags of a page's head that say what it is and where it stands."""
    return TAGS.findall(client.get(address).text)


def canonical(address: str) -> str:
    return f'<link rel="canonical" href="https://blog.example{address}">'


def description(words: str) -> str:
    return f'<meta name="description" content="{words}">'


@pytest.mark.parametrize("address", ["/", "/notebook/", "/notebook/essays/", "/dispatch/", "/topics/", "/projects/"])
def test_a_page_says_where_it_stands(client: FlaskClient, address: str) -> None:
    assert canonical(address) in head(client, address)
    assert canonical(address) in head(client, f"{address}?utm_source=x")


def test_a_later_part_is_not_said_to_be_the_first(
    client: FlaskClient, write: Write, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists.dispatch, "__defaults__", (None, 2))
    for number in range(5):
        write(f"Essay {number}", kind=Kind.ESSAY)
    cursor = lists.notebook(time.now, Filter(), size=2).following
    for address in ("/notebook/", "/notebook/essays/", "/dispatch/"):
        found = head(client, f"{address}?before={cursor}")
        assert '<meta name="robots" content="noindex, follow">' in found
        assert not [tag for tag in found if "canonical" in tag]
        assert f'<meta property="og:url" content="https://blog.example{address}">' in found


@pytest.mark.parametrize("address", ["/nothing/", "/notebook/nothing/", "/topics/nothing/", "/notebook/?before=x"])
def test_what_is_not_there_stands_nowhere(client: FlaskClient, address: str) -> None:
    found = head(client, address)
    assert '<meta name="robots" content="noindex">' in found
    assert not [tag for tag in found if "canonical" in tag]


def test_a_title_with_brackets_is_one_link_for_language_models(client: FlaskClient, write: Write) -> None:
    write(r"a[0] \n [x](y)", source="Words.", slug="brackets")
    text = client.get("/llms.txt").text
    assert text.startswith("# A Bokashi notebook\n")
    assert "\n- [a\\[0\\] \\\\n \\[x\\](y)](https://blog.example/notebook/brackets.md): Words.\n" in text


def test_a_site_without_a_tagline_has_no_empty_description(client: FlaskClient, write: Write, time: Clock) -> None:
    write("One")
    site.save_site(SiteFields("N"), time.now, None)
    assert not [tag for tag in head(client, "/") if "description" in tag]
    assert description("1 piece.") in head(client, "/notebook/")
    site.save_site(SiteFields("N", tagline="Ink &amp; paper."), time.now, None)
    assert description("Ink &amp;amp; paper.") in head(client, "/")
    assert description("1 piece. Ink &amp;amp; paper.") in head(client, "/notebook/")
