"""Pictures that are far away keep no page waiting."""

import asyncio
from collections.abc import Iterator

import pytest
from flask import Flask

from blog.door import OTHER_THREADS, PAGE_THREADS, Door
from blog.models import Picture
from blog.state import media
from blog.state.database import transaction
from tests.conftest import Clock
from tests.door.asking import ask, run
from tests.media.store import Store
from tests.portability.pictures import corner, picture


@pytest.fixture
def door(app: Flask) -> Iterator[Door]:
    """A door in front of a site whose pictures lie in a bucket."""
    door = Door(app)
    yield door
    door.close()


@pytest.fixture
def names(app: Flask, time: Clock) -> list[str]:
    """The names of more pictures than there are threads for pages."""
    stored = [media.store(picture(image=corner(40 + n)), "p.png") for n in range(PAGE_THREADS + OTHER_THREADS)]
    with transaction() as session:
        for one in stored:
            size = {"width": one.width, "height": one.height, "size": one.size}
            session.add(
                Picture(name=one.name, digest=one.digest, media_type=one.media_type, created_at=time.now, **size)
            )
    return [one.name for one in stored]


def test_pages_are_answered_while_the_store_hangs(door: Door, names: list[str], store: Store) -> None:
    async def everything() -> list[int]:
        store.goes_on.clear()
        waiting = [asyncio.ensure_future(ask(door, f"/media/{name}")) for name in names]
        await asyncio.sleep(0.2)
        for path in ("/", "/notebook/", "/rss.xml"):
            assert (await asyncio.wait_for(ask(door, path), 5)).status == 200
        assert not any(each.done() for each in waiting)
        store.goes_on.set()
        return [(await each).status for each in waiting]

    assert run(everything()) == [200] * len(names)
