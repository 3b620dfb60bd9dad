"""Starting servers in scratch folders, for as long as a stack of contexts is open."""

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from tests.servers.service import Service

Kind = TypeVar("Kind", bound=Service)


class Starter:
    """Starts servers that end with `stack`: `start(Redis)`, `start(Varnish, file)`."""

    def __init__(self, stack: ExitStack) -> None:
        self.stack = stack

    def __call__(self, kind: type[Kind], *given: Any, **more: Any) -> Kind:
        """A server of this kind in a scratch folder that every user may enter. Raises Missing."""
        folder = self.stack.enter_context(TemporaryDirectory(prefix="bokashi-", ignore_cleanup_errors=True))
        server = kind(Path(folder), *given, **more)
        self.stack.callback(server.stop)
        server.start()
        return server
