"""The address of a bucket: what it names, and a sentence for each one that cannot work."""

from pathlib import Path

import pytest

from blog.state import settings as module
from blog.state.media_address import BucketAddress, bucket_address
from blog.state.settings import SettingError, Settings


@pytest.mark.parametrize(
    ("text", "bucket", "prefix", "endpoint", "region"),
    [
        ("s3://pictures", "pictures", "", "", ""),
        ("s3://pictures/", "pictures", "", "", ""),
        ("s3://my.pictures/my/site/", "my.pictures", "my/site/", "", ""),
        ("s3://b-1/p?region=eu-central-1", "b-1", "p/", "", "eu-central-1"),
        ("s3://b-1?endpoint=http://[::1]:9000/", "b-1", "", "http://[::1]:9000", ""),
        (" s3://b-1?endpoint=https%3A%2F%2Fs3.example ", "b-1", "", "https://s3.example", ""),
    ],
)
def test_an_address_names_a_bucket(text: str, bucket: str, prefix: str, endpoint: str, region: str) -> None:
    assert bucket_address(text) == BucketAddress(bucket, prefix, endpoint, region)


BROKEN = [
    ("https://s3.example/pictures", "is no address of a bucket"),
    ("pictures", "is no address of a bucket"),
    ("s3://", "names the bucket ''"),
    ("s3://Pictures", "names the bucket 'Pictures'"),
    ("s3://a..b", "names the bucket 'a..b'"),
    ("s3://key:secret@pictures", "holds credentials"),
    ("s3://key:a/secret@pictures", "holds credentials"),
    ("s3://key:a/secret", "holds credentials"),
    ("s3://key:a?secret@pictures", "is no address"),
    ("s3://key:a#secret@pictures", "holds credentials"),
    ("s3://pictures/../other", "names the prefix"),
    ("s3://pictures/a b", "names the prefix"),
    ("s3://pictures?endpoint=ftp://x", "names an endpoint that is none"),
    ("s3://pictures?endpoint=https://me:secret@s3.example", "names an endpoint that is none"),
    ("s3://pictures?region=EU West", "names the region"),
    ("s3://pictures?acl=public", "names 'acl'"),
    ("s3://pictures#x", "names 'a fragment'"),
    ("s3://[pictures", "is no address"),
    ("s3://pictures?endpoint", "is no address"),
]


@pytest.mark.parametrize(("text", "words"), BROKEN)
def test_a_broken_address_is_one_sentence_without_secrets(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(SettingError) as caught:
        Settings.from_environ({"BLOG_INSTANCE": str(tmp_path), "BLOG_MEDIA_URL": text})
    sentence = str(caught.value)
    assert sentence.startswith("BLOG_MEDIA_URL ") and sentence.endswith(".") and words in sentence
    assert "secret" not in sentence


def test_its_client_is_asked_for_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    with pytest.raises(SettingError, match="its client is not installed: boto3"):
        Settings.from_environ({"BLOG_INSTANCE": str(tmp_path), "BLOG_MEDIA_URL": "s3://pictures"})
    assert Settings.from_environ({"BLOG_INSTANCE": str(tmp_path)}).media_url == ""


@pytest.mark.parametrize(
    "text", ["varnish", "ftp://x/", "http://", "http://x:0/", "http://a b/", "http://me:pw@x/", "http://x/#a"]
)
def test_a_broken_address_for_purges_is_a_sentence(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingError, match=r"^BLOG_PURGE_URL is no address: "):
        Settings.from_environ({"BLOG_INSTANCE": str(tmp_path), "BLOG_PURGE_URL": text})


@pytest.mark.parametrize("text", ["hush", "a b: hush", "X: hush\r\nY: z", ": hush", "X:"])
def test_a_broken_header_is_a_sentence_that_does_not_repeat_it(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingError) as caught:
        Settings.from_environ({"BLOG_INSTANCE": str(tmp_path), "BLOG_PURGE_HEADER": text})
    assert "hush" not in str(caught.value)


def test_good_ones_are_taken(tmp_path: Path) -> None:
    given = {"BLOG_PURGE_URL": "https://[::1]:6081/-/purge", "BLOG_PURGE_HEADER": "Fastly-Key: k e/y="}
    settings = Settings.from_environ({"BLOG_INSTANCE": str(tmp_path), **given})
    assert (settings.purge_url, settings.purge_header) == tuple(given.values())
