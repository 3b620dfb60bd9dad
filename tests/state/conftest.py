"""What tests of the cache share: what was rendered, and an entry that would do harm."""

from collections.abc import Callable

import pytest

from blog.state import caches
from blog.text import Rendered, render


@pytest.fixture
def renders(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were rendered, in order."""
    texts: list[str] = []

    def counting(source: str, **more: str) -> Rendered:
        texts.append(source)
        return render(source, **more)

    monkeypatch.setattr(caches, "render", counting)
    return texts


class Bomb:
    """What a pickle can do to whoever opens it."""

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str]]:
        return pytest.fail, ("an entry ran code",)
