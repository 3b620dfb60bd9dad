"""Forms as a browser has them: read from a page, filled in, and sent."""

from typing import Protocol
from xml.etree.ElementTree import Element

import html5lib
from flask.testing import FlaskClient
from werkzeug.test import TestResponse


class Page(Protocol):
    """An answer that has a text, from the test client or from a real server."""

    @property
    def text(self) -> str: ...


def parsed(page: Page) -> Element:
    """The page as a tree."""
    tree: Element = html5lib.parse(page.text, namespaceHTMLElements=False)
    return tree


def form_in(page: Page, action: str) -> Element:
    """The form of a page that is sent to `action`."""
    found = [form for form in parsed(page).iter("form") if form.get("action") == action]
    assert found, f"no form for {action} in:\n{page.text}"
    return found[0]


def values_in(page: Page, action: str) -> dict[str, str]:
    """What the form that is sent to `action` holds, as a browser would send it. Buttons are not part of it."""
    values: dict[str, str] = {}
    for field in form_in(page, action).iter():
        name = field.get("name")
        if field.tag == "input" and name and (field.get("type") != "checkbox" or "checked" in field.attrib):
            values[name] = field.get("value", "")
        elif field.tag == "textarea" and name:
            values[name] = "".join(field.itertext())
        elif field.tag == "select" and name:
            options = list(field.iter("option"))
            chosen = [option for option in options if "selected" in option.attrib] or options[:1]
            values[name] = chosen[0].get("value", "")
    return values


def send(client: FlaskClient, address: str, action: str, *, to: str = "", **typed: str) -> TestResponse:
    """Open a page, fill in its form for `action`, and press the button that sends it (to `to`, if that differs)."""
    return client.post(to or action, data={**values_in(client.get(address), action), **typed})


def token(client: FlaskClient, address: str = "/desk/password") -> str:
    """A token of the present session."""
    return next(field.get("value", "") for field in parsed(client.get(address)).iter("input") if is_token(field))


def is_token(field: Element) -> bool:
    return field.get("name") == "csrf_token"


def faults(page: Page) -> dict[str, str]:
    """What a page says is wrong, by the field it says it of."""
    ids = ((each.get("id", ""), "".join(each.itertext())) for each in parsed(page).iter("span"))
    return {name.removesuffix("-fault"): text for name, text in ids if name.endswith("-fault")}


def alerts(page: Page) -> str:
    """Everything that a page says at once."""
    return " ".join("".join(each.itertext()) for each in parsed(page).iter() if each.get("role") == "alert")


def told(page: Page) -> str:
    """What a page reports of the change before it."""
    status = next(each for each in parsed(page).iter() if each.get("role") == "status")
    return " ".join("".join(status.itertext()).split())


def cookie(client: FlaskClient, path: str = "/") -> str:
    """The session cookie that a client has, "" for none."""
    found = client.get_cookie("bokashi", path=path)
    return found.value if found else ""
