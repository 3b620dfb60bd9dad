"""A store that speaks S3, and sites whose pictures lie in it."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from flask import Flask

from blog.state import media_bucket
from blog.state.media import place_at
from blog.state.media_address import BucketAddress
from blog.state.media_bucket import Bucket
from blog.state.media_folder import Folder, Place
from tests.conftest import Clock, running
from tests.media.store import Store
from tests.servers.threaded import serving

KEYS = {"AWS_ACCESS_KEY_ID": "a key for tests", "AWS_SECRET_ACCESS_KEY": "a secret for tests"}
make_client = media_bucket.client_for


@cache
def client_of(endpoint: str, _keys: tuple[str | None, ...]) -> object:
    """A client for a store, made once: that takes long."""
    return make_client(BucketAddress("", endpoint=endpoint, region="eu-test-1"))


@pytest.fixture(scope="session")
def shop() -> Iterator[Store]:
    """The store of all tests of a worker."""
    with serving(Store()) as store:
        yield store


@pytest.fixture
def store(shop: Store, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Store]:
    """The store with one empty bucket, `pictures`; whoever may use it stands in the environment."""
    for name, value in {**KEYS, "AWS_EC2_METADATA_DISABLED": "true", "HOME": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(
        media_bucket, "client_for", lambda address: client_of(address.endpoint, tuple(map(os.environ.get, KEYS)))
    )
    shop.buckets = {"pictures": {}}
    shop.asked.clear()
    yield shop
    shop.fault, shop.page = 0, 1000
    shop.goes_on.set()


@pytest.fixture
def address(store: Store) -> str:
    """The address of the bucket, as BLOG_MEDIA_URL names it."""
    return f"s3://pictures/site?endpoint={store.address}&region=eu-test-1"


@pytest.fixture
def bucket(address: str, tmp_path: Path) -> Bucket:
    """The place at that address."""
    place = place_at(address, tmp_path / "node")
    assert isinstance(place, Bucket)
    return place


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A folder for pictures."""
    return Folder(tmp_path / "folder")


@pytest.fixture(params=["folder", "bucket"])
def place(request: pytest.FixtureRequest) -> Place:
    """Each place in turn."""
    found: Place = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def app(empty_instance: Path, tmp_path: Path, time: Clock, address: str) -> Iterator[Flask]:
    """An application whose pictures lie in the bucket."""
    with running(empty_instance, tmp_path / "instance", media_url=address) as app:
        yield app
