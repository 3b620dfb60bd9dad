"""A service that failed is left alone for a while, whatever it is."""

import pytest

from blog.state import rest
from blog.state.rest import Rest

SECONDS = 3.0


class Seconds:
    """A clock of seconds that stands still until it is moved."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Seconds:
    clock = Seconds()
    monkeypatch.setattr(rest, "monotonic", clock)
    return clock


def test_while_it_answers_everybody_may_ask(seconds: Seconds) -> None:
    service = Rest(SECONDS)
    service.end()
    assert [service.lets_in() for _ in range(3)] == [True] * 3
    assert not service.is_on


def test_a_service_that_failed_is_asked_nothing_for_a_while(seconds: Seconds) -> None:
    service = Rest(SECONDS)
    service.begin()
    assert service.is_on
    seconds.now += SECONDS - 0.1
    assert not service.lets_in()
    seconds.now += 0.1
    assert service.lets_in()


def test_after_the_rest_one_alone_tries_again(seconds: Seconds) -> None:
    service = Rest(SECONDS)
    service.begin()
    seconds.now += SECONDS
    assert [service.lets_in() for _ in range(3)] == [True, False, False]
    seconds.now += SECONDS
    assert [service.lets_in() for _ in range(3)] == [True, False, False]


def test_an_answer_ends_the_rest_for_all(seconds: Seconds) -> None:
    service = Rest(SECONDS)
    service.begin()
    service.end()
    assert not service.is_on
    assert [service.lets_in() for _ in range(3)] == [True] * 3


def test_another_failure_begins_it_anew(seconds: Seconds) -> None:
    service = Rest(SECONDS)
    service.begin()
    seconds.now += SECONDS
    assert service.lets_in()
    seconds.now += 1
    service.begin()
    seconds.now += SECONDS - 0.1
    assert not service.lets_in()
