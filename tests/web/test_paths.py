"""Paths that are made by hand are the ones that Flask makes."""

from itertools import product
from pathlib import Path

import pytest
from flask import Flask, url_for
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blog.models import Kind, Piece, Topic
from blog.web.addresses import LIST_ENDPOINTS, PLURAL, list_url, piece_url
from tests.conftest import Clock, running

SLUGS = ["a", "a-b", "日本語", "café", "-", "a-", "ß_1", "a b", "a/b", "a%b", "a?b#c", "~", "'&;,@", "\u200d"]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_path_of_a_piece_is_what_flask_makes(app: Flask, slug: str) -> None:
    with app.test_request_context("/"):
        assert piece_url(Piece(slug=slug)) == url_for("article.article", slug=slug)


@given(slug=st.text(min_size=1, max_size=30).filter(lambda text: text.isprintable()))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_slug_gives_the_path_that_flask_makes(app: Flask, slug: str) -> None:
    with app.test_request_context("/"):
        assert piece_url(Piece(slug=slug)) == url_for("article.article", slug=slug)


@pytest.mark.parametrize(("kind", "slug"), list(product([None, *Kind], ["", *SLUGS])))
def test_the_path_of_a_list_is_what_flask_makes(app: Flask, kind: Kind | None, slug: str) -> None:
    topic = Topic(slug=slug) if slug else None
    values = {**({"kind": PLURAL[kind]} if kind else {}), **({"topic": slug} if slug else {})}
    with app.test_request_context("/"):
        endpoint = LIST_ENDPOINTS[bool(topic), bool(kind)]
        for _ in range(2):
            assert list_url(kind, topic) == url_for(endpoint, **values)  # type: ignore[arg-type]
        assert list_url(kind, topic, before="1-2") == url_for(endpoint, before="1-2", **values)  # type: ignore[arg-type]


def test_each_root_has_its_own_paths(empty_instance: Path, tmp_path: Path, time: Clock) -> None:
    with running(empty_instance, tmp_path / "below") as app:
        for root in ("", "/notes", "/other"):
            with app.test_request_context("/", environ_overrides={"SCRIPT_NAME": root}):
                assert piece_url(Piece(slug="a")) == f"{root}/notebook/a/"
                assert list_url(Kind.ESSAY) == f"{root}/notebook/essays/"


def test_a_topic_named_like_a_kind_is_no_kind(app: Flask) -> None:
    with app.test_request_context("/"):
        assert list_url(topic=Topic(slug="essays")) == "/topics/essays/"
        assert list_url(kind=Kind.ESSAY) == "/notebook/essays/"
