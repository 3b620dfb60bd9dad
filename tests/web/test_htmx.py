"""One address, two answers: the whole page, and the fragment that htmx puts into it."""

import re
from pathlib import Path
from typing import Never
from urllib.parse import urldefrag
from xml.etree.ElementTree import Element

import html5lib
import pytest
from flask.testing import FlaskClient
from werkzeug.exceptions import TooManyRequests

from blog.models import Kind
from blog.reading import lists
from blog.reading.lists import PART
from tests.conftest import Clock, Write, reader_of, running

PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}
WHOLE = {"HX-Request": "true", "HX-Request-Type": "full"}
LISTS = (
    "/notebook/",
    "/notebook/essays/",
    "/notebook/thoughts/",
    "/topics/linux-hardware/",
    "/topics/linux-hardware/essays/",
    "/topics/linux-hardware/field-notes/",
)
TEMPLATES = Path(__file__).parents[2] / "templates"
TAGS = [tag for file in sorted(TEMPLATES.rglob("*.html")) for tag in re.findall(r"<[a-z]+\s[^<]*?>", file.read_text())]


@pytest.fixture(autouse=True)
def essays(write: Write) -> None:
    """One essay more than a part of the list holds."""
    for number in range(PART + 1):
        write(f"Essay {number}", topics=("Linux & hardware",))


def parsed(text: str) -> Element:
    """A page or a fragment, as a browser reads it."""
    tree: Element = html5lib.parse(text, namespaceHTMLElements=False)
    return tree


def with_attribute(tree: Element, name: str) -> list[Element]:
    return [element for element in tree.iter() if name in element.attrib]


def is_page(text: str) -> bool:
    return "<!doctype" in text.lower() or "<html" in text.lower() or "<body" in text.lower()


def both(client: FlaskClient, address: str) -> tuple[str, str]:
    """The page and the fragment of an address."""
    return client.get(address).text, client.get(address, headers=PARTIAL).text


def following(client: FlaskClient, address: str = "/notebook/") -> str:
    """Where "load more" leads."""
    link = parsed(client.get(address).text).find(".//*[@id='load-more']")
    assert link is not None
    return link.attrib["hx-get"]


def test_an_address_gives_a_page_and_only_to_a_partial_request_its_fragment(client: FlaskClient) -> None:
    for address in LISTS:
        page, fragment = both(client, address)
        assert is_page(page) and not is_page(fragment), address
        assert client.get(address, headers=WHOLE).text == page


@pytest.mark.parametrize("headers", [{}, PARTIAL])
def test_every_answer_says_that_there_are_two(client: FlaskClient, headers: dict[str, str]) -> None:
    for address in (*LISTS, following(client), "/topics/nothing/", "/notebook/?before=nonsense"):
        assert "HX-Request-Type" in client.get(address, headers=headers).headers["Vary"], address


@pytest.mark.parametrize("headers", [{}, PARTIAL])
def test_an_unchanged_answer_says_so_as_well(client: FlaskClient, headers: dict[str, str]) -> None:
    etag = client.get("/notebook/", headers=headers).headers["ETag"]
    again = client.get("/notebook/", headers={**headers, "If-None-Match": etag})
    assert again.status_code == 304
    assert "HX-Request-Type" in again.headers["Vary"]


def test_page_and_fragment_have_etags_of_their_own(client: FlaskClient) -> None:
    for address in (*LISTS, following(client)):
        page = client.get(address).headers["ETag"]
        fragment = client.get(address, headers=PARTIAL).headers["ETag"]
        assert page != fragment and not page.startswith("W/")
        assert client.get(address, headers={**PARTIAL, "If-None-Match": page}).status_code == 200
        assert client.get(address, headers={"If-None-Match": fragment}).status_code == 200


def test_whatever_htmx_asks_for_is_a_link_to_the_same(client: FlaskClient) -> None:
    addresses = (*LISTS, following(client))
    answers = [parsed(text) for address in addresses for text in both(client, address)]
    asking = [element for answer in answers for element in with_attribute(answer, "hx-get")]
    assert len(asking) > len(answers)
    assert all(
        element.tag == "a" and urldefrag(element.attrib["href"]).url == element.attrib["hx-get"] for element in asking
    )


def test_every_link_of_a_list_leads_to_a_page(client: FlaskClient) -> None:
    links = {element.attrib["href"] for element in with_attribute(parsed(client.get("/notebook/").text), "hx-get")}
    assert len(links) > 5
    for link in links:
        answer = client.get(link)
        assert answer.status_code == 200 and is_page(answer.text), link


def test_what_asks_in_any_template_names_where_it_leads_without_a_script() -> None:
    for tag in TAGS:
        named = dict(re.findall(r'([\w:-]+)="([^"]*)"', tag))
        if "hx-get" in named:
            assert urldefrag(named.get("href") or named["action"]).url == named["hx-get"], tag
        if "hx-post" in named:
            assert named.get("action", named.get("formaction")) == named["hx-post"], tag


def test_no_template_needs_eval_or_an_inline_script() -> None:
    assert any("hx-get" in tag for tag in TAGS)
    for tag in TAGS:
        assert not re.search(r"\shx-on|=\"js:|=\"javascript:|\shx-trigger=\"[^\"]*\[|\son[a-z]+=|\sstyle=", tag), tag


def test_a_page_has_one_empty_live_region_outside_of_what_is_swapped(client: FlaskClient) -> None:
    page = parsed(client.get("/notebook/").text)
    regions = page.findall(".//*[@role='status']")
    assert [(region.attrib["id"], region.text) for region in regions] == [("announce", None)]
    browse = page.find(".//*[@id='browse']")
    assert browse is not None and browse.find(".//*[@id='announce']") is None


@pytest.mark.parametrize("part", ["filter", "more", "past the end"])
def test_a_fragment_speaks_through_the_region_that_is_there(client: FlaskClient, part: str) -> None:
    address = {"filter": "/notebook/essays/", "more": following(client), "past the end": "/notebook/?before=1-1"}[part]
    fragment = parsed(client.get(address, headers=PARTIAL).text)
    assert not fragment.findall(".//*[@role='status']") and not with_attribute(fragment, "aria-live")
    outside = with_attribute(fragment, "hx-swap-oob")
    assert [element.attrib["id"] for element in outside] == ["announce"]
    ids = [element.attrib["id"] for element in with_attribute(fragment, "id")]
    assert len(ids) == len(set(ids))


def test_a_filter_brings_title_canonical_address_and_feeds_along(client: FlaskClient) -> None:
    fragment = client.get("/topics/linux-hardware/essays/", headers=PARTIAL).text
    page = client.get("/topics/linux-hardware/essays/").text
    assert re.findall(r"<title>.*</title>", fragment) == re.findall(r"<title>.*</title>", page)
    links = re.compile(r'<link rel="canonical".*?>|<link [^>]*data-list-feed>')
    assert links.findall(fragment) == links.findall(page)
    assert len(links.findall(fragment)) == 4


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/topics/nothing/", 404, "Nothing here. There is nothing here about that topic."),
        ("/topics/nothing/essays/?before=1-1", 404, "Nothing here. There is nothing here about that topic."),
        ("/notebook/?before=nonsense", 404, "Nothing here. There is no such part of this list."),
        ("/no/such/page", 404, "Nothing here. There is no page at this address. It may have been mistyped."),
    ],
)
def test_an_error_is_one_sentence_in_a_fragment_and_a_page_otherwise(
    client: FlaskClient, address: str, status: int, sentence: str
) -> None:
    answer = client.get(address, headers=PARTIAL)
    assert answer.status_code == status
    assert not is_page(answer.text)
    assert [" ".join("".join(each.itertext()).split()) for each in alerts(answer.text)] == [sentence]
    page = client.get(address)
    assert page.status_code == status and is_page(page.text)


def alerts(text: str) -> list[Element]:
    return parsed(text).findall(".//*[@role='alert']")


@pytest.mark.parametrize("fault", [RuntimeError("provoked"), TooManyRequests()])
def test_a_fault_is_a_fragment_too_and_leaves_the_address(
    empty_instance: Path, tmp_path: Path, time: Clock, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def broken(*_args: object, **_kwargs: object) -> Never:
        raise fault

    monkeypatch.setattr(lists, "notebook", broken)
    with running(empty_instance, tmp_path / "broken", testing=False) as app:
        client = reader_of(app)
        answer, page = client.get("/notebook/", headers=PARTIAL), client.get("/notebook/")
    assert answer.status_code == page.status_code == (429 if isinstance(fault, TooManyRequests) else 500)
    assert not is_page(answer.text) and is_page(page.text)
    assert len(alerts(answer.text)) == 1
    assert answer.headers["HX-Push-Url"] == "false"
    assert "HX-Request-Type" in answer.headers["Vary"] and "HX-Request-Type" in page.headers["Vary"]


def test_a_list_without_pieces_says_so_with_a_way_out(client: FlaskClient, write: Write) -> None:
    write("Letters", kind=Kind.ESSAY, topics=("Typography",))
    fragment = client.get("/topics/typography/field-notes/", headers=PARTIAL).text
    assert "No field notes about Typography yet" in fragment
    assert 'href="/topics/typography/">everything about Typography</a>' in fragment
