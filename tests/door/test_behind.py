"""The door behind proxies and under a path."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from blog.door import Door
from tests.conftest import Clock, running
from tests.door.asking import Sent, visit

Start = Callable[..., Door]


@pytest.fixture
def start(empty_instance: Path, tmp_path: Path, time: Clock) -> Iterator[Start]:
    """Starts a door with settings of its own."""
    ends: list[Callable[[], Any]] = []

    def start(**settings: object) -> Door:
        context = running(empty_instance, tmp_path / "instance", **settings)
        door = Door(context.__enter__())
        ends.extend((lambda: context.__exit__(None, None, None), door.close))
        return door

    yield start
    for end in reversed(ends):
        end()


def counted(app: Flask) -> Counter[str]:
    """How often each path is asked of an application from now on."""
    inner, counter = app.wsgi_app, Counter[str]()

    def counting(environ: Any, start_response: Any) -> Any:
        counter[environ["PATH_INFO"]] += 1
        return inner(environ, start_response)

    app.wsgi_app = counting  # type: ignore[method-assign]
    return counter


def from_proxy(door: Door, host: str, forwarded: str) -> Sent:
    return visit(door, "/", host=host, x_forwarded_host=forwarded)


def test_pages_are_kept_behind_a_trusted_proxy_that_rewrites_the_host(start: Start) -> None:
    door = start(trusted_proxies=1)
    renders = counted(door.app)
    for _ in range(2):
        assert from_proxy(door, "backend:8000", "blog.example").status == 200
        assert from_proxy(door, "backend:8000", "evil.example, blog.example").status == 200
    assert renders["/"] == 1


@pytest.mark.parametrize("forwarded", ["evil.example", "blog.example, evil.example", ""])
def test_a_trusted_proxy_that_names_another_host_gets_nothing(start: Start, forwarded: str) -> None:
    door = start(trusted_proxies=1)
    assert from_proxy(door, "backend:8000", forwarded).status == 400
    assert not door.pages.entries


def test_two_trusted_proxies_name_the_host_together(start: Start) -> None:
    door = start(trusted_proxies=2)
    assert from_proxy(door, "backend", "blog.example, inner.example").status == 200
    assert from_proxy(door, "backend", "blog.example").status == 400
    assert from_proxy(door, "blog.example", "evil.example").status == 200


def test_without_trusted_proxies_the_header_is_nothing(start: Start) -> None:
    door = start()
    assert from_proxy(door, "evil.example", "blog.example").status == 400
    assert from_proxy(door, "blog.example", "evil.example").status == 200


@pytest.mark.parametrize("root", ["/~me/blog", ""])
def test_under_a_path_pages_and_static_files_are_kept(start: Start, root: str) -> None:
    door = start(site_url=f"https://blog.example{root}")
    renders = counted(door.app)
    style = f"{root}/static/site.css"
    for _ in range(2):
        assert visit(door, f"{root}/").status == visit(door, style).status == 200
    assert (renders[f"{root}/"], renders[style]) == (1, 1)
    assert f'href="{root}/notebook/"' in visit(door, f"{root}/").text
