"""What a place for pictures does, be it a folder or a bucket."""

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from blog.portability.media_copy import Copied, copy_media
from blog.state import media_bucket
from blog.state.media import place_at
from blog.state.media_bucket import Bucket
from blog.state.media_folder import Copies, Folder, MediaUnreachable, Place
from tests.media.conftest import make_client
from tests.media.store import Store


def named(data: bytes, stem: str = "p") -> str:
    """A name for a picture, made of its content as all are."""
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:8]}.png"


def test_what_is_put_in_is_got_back_until_it_is_deleted(place: Place) -> None:
    name = named(b"one", "über")
    assert place.get(name) is None
    assert place.fetched(name) is None
    assert place.put(name, b"one")
    assert place.get(name) == b"one"
    found = place.fetched(name)
    assert found is not None and found.read_bytes() == b"one"
    place.delete(name)
    assert (place.get(name), place.near(name), place.fetched(name)) == (None, None, None)
    place.delete(name)


def test_what_is_there_stays_and_is_not_put_in_again(place: Place) -> None:
    name = named(b"one")
    assert place.put(name, b"one")
    assert not place.put(name, b"one")
    assert place.sizes() == {name: 3}


def test_a_place_tells_its_names_and_sizes(place: Place) -> None:
    assert place.sizes() == {}
    for number in range(3):
        place.put(named(bytes(number)), bytes(number))
    assert place.sizes() == {named(bytes(number)): number for number in range(3)}
    assert place.ending(named(b"\0")[1:]) == [named(b"\0")]
    assert place.ending("-00000000.png") == []


def test_a_bucket_lists_more_than_one_answer_holds(bucket: Bucket, store: Store) -> None:
    for number in range(7):
        bucket.put(named(bytes(number)), bytes(number))
    store.page = 2
    assert len(bucket.sizes()) == 7


def test_a_bucket_holds_several_sites_apart(bucket: Bucket, address: str, tmp_path: Path) -> None:
    other = place_at(address.replace("/site?", "/site/other?"), tmp_path / "other")
    root = place_at(address.replace("/site?", "?"), tmp_path / "root")
    other.put(named(b"one"), b"one")
    assert (bucket.sizes(), root.sizes()) == ({}, {})
    assert bucket.get(named(b"one")) is None


def test_a_copy_is_made_once_and_stands_when_the_store_is_gone(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    name = named(b"one")
    bucket.put(name, b"one")
    assert bucket.near(name) is None
    first = bucket.fetched(name)
    monkeypatch.setattr(bucket, "get", None)
    assert bucket.fetched(name) == bucket.near(name) == first


def test_a_picture_that_was_altered_in_the_store_is_not_shown(bucket: Bucket) -> None:
    bucket.put(named(b"one"), b"another")
    with pytest.raises(MediaUnreachable, match="was altered"):
        bucket.fetched(named(b"one"))
    assert bucket.near(named(b"one")) is None


def test_copies_leave_when_they_were_not_used_for_longest(tmp_path: Path) -> None:
    copies = Copies(tmp_path, 250)
    for number, name in enumerate(("a", "b", "c")):
        copies.put(name, b"x" * 100)
        os.utime(tmp_path / name, (number, number))
        if name == "b":
            assert copies.near("a") is not None
    assert sorted(copies.sizes()) == ["a", "c"]


def test_one_copy_is_kept_whatever_its_size(tmp_path: Path) -> None:
    copies = Copies(tmp_path, 10)
    copies.put("a", b"x" * 100)
    assert list(copies.sizes()) == ["a"]


@pytest.mark.parametrize("fault", [403, 500, 503])
def test_a_store_that_fails_is_a_sentence_and_is_left_alone(bucket: Bucket, store: Store, fault: int) -> None:
    store.fault = fault
    name = named(b"one")
    for question in (bucket.sizes, lambda: bucket.get(name), lambda: bucket.put(name, b"one")):
        with pytest.raises(MediaUnreachable, match=r"The store of pictures s3://pictures/site cannot be used \("):
            question()
    asked = len(store.asked)
    with pytest.raises(MediaUnreachable, match="did not answer just now"):
        bucket.fetched(name)
    assert len(store.asked) == asked


def test_a_store_that_is_not_there_is_a_sentence(store: Store, tmp_path: Path) -> None:
    gone = place_at("s3://pictures?endpoint=http://127.0.0.1:9&region=x", tmp_path)
    with pytest.raises(MediaUnreachable, match="EndpointConnectionError"):
        gone.get(named(b"one"))


def test_nobody_waits_long_for_a_store_that_hangs(
    store: Store, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media_bucket, "READ_SECONDS", 0.2)
    monkeypatch.setattr(media_bucket, "client_for", make_client)
    bucket = place_at(address, tmp_path)
    store.goes_on.clear()
    with pytest.raises(MediaUnreachable, match="ReadTimeoutError"):
        bucket.get(named(b"one"))
    assert len(store.asked) == media_bucket.ATTEMPTS


def test_a_bucket_that_is_not_there_is_a_sentence(address: str, tmp_path: Path) -> None:
    missing = place_at(address.replace("s3://pictures", "s3://missing"), tmp_path)
    for question in (missing.sizes, lambda: missing.get("p-00000000.png"), lambda: missing.put("p-00000000.png", b"x")):
        with pytest.raises(MediaUnreachable, match="NoSuchBucket"):
            question()


def test_no_sentence_holds_a_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "tell nobody")
    missing = place_at(address.replace("s3://pictures", "s3://missing"), tmp_path)
    with pytest.raises(MediaUnreachable) as caught:
        missing.get("p-00000000.png")
    assert "tell nobody" not in f"{caught.value} {caught.value.__cause__} {missing} {vars(missing)}"


def test_without_keys_there_is_a_sentence(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    with pytest.raises(MediaUnreachable, match="NoCredentialsError"):
        bucket.sizes()


@pytest.mark.parametrize("way", ["in", "out"])
def test_pictures_are_copied_to_another_place_and_proved_there(folder: Folder, bucket: Bucket, way: str) -> None:
    source, target = (folder, bucket) if way == "in" else (bucket, folder)
    for number in range(3):
        source.put(named(bytes(number)), bytes(number))
    target.put(named(b""), b"")
    assert copy_media(source, target) == Copied(3, 2)
    assert target.sizes() == source.sizes()
    assert copy_media(source, target) == Copied(3, 0)


def test_a_copy_that_differs_stops_the_copying(folder: Folder, bucket: Bucket) -> None:
    folder.put(named(b"one"), b"one")
    bucket.put(named(b"one"), b"eno")
    with pytest.raises(MediaUnreachable, match="is another one in s3://"):
        copy_media(folder, bucket)


def test_nothing_but_pictures_is_copied(folder: Folder, bucket: Bucket) -> None:
    folder.put(".fresh-1234", b"half")
    folder.put("notes.txt", b"text")
    assert copy_media(folder, bucket) == Copied(0, 0)
    assert bucket.sizes() == {}


def test_copies_that_are_made_at_once_do_not_disturb_one_another(tmp_path: Path) -> None:
    copies = Copies(tmp_path, 10_000)
    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(lambda number: copies.put(named(b"%d" % number), bytes(100)), range(200)))
    assert sum(copies.sizes().values()) <= 10_000 + 8 * 100
