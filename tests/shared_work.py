"""Work that is the same for every application of a test run, done once: each test has an application of its own."""

from collections.abc import Callable
from functools import cache
from typing import Any

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from sqlalchemy import create_engine, event
from werkzeug.routing import Rule

from blog.models import is_file
from blog.state.database import db


class Compiled(BytecodeCache):
    """The compiled templates of this process, by name and source."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.known[bucket.key, bucket.checksum] = bucket.code


templates = Compiled()


@cache
def statements() -> tuple[Any, Any]:
    """A dialect that has seen a connection, which it needs to know what SQLite can, and its compiled statements."""
    engine = create_engine("sqlite://")
    engine.connect().close()
    engine.dispose()
    return engine.dialect, engine._compiled_cache


compile_builder = Rule._compile_builder
builders: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}


def shared_builder(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    """The function that writes the addresses of a rule: Werkzeug compiles it, which is most of what an app costs."""
    key = (rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown)
    if key not in builders:
        builders[key] = compile_builder(rule, append_unknown)
    return builders[key]


Rule._compile_builder = shared_builder  # type: ignore[assignment,method-assign]


def share_work(app: Flask) -> None:
    """Let an application use the templates and statements that others have compiled, and not wait for the disk.

    A compiled statement is kept under its dialect, so that the engines have one dialect between them.
    """
    app.jinja_env.bytecode_cache = templates
    with app.app_context():
        engine = db.engine
    if is_file(engine.dialect):
        event.listen(engine, "connect", without_waiting)
        engine.dialect, engine._compiled_cache = statements()


def without_waiting(connection: Any, _record: Any) -> None:
    """Have SQLite leave to the system when it writes: a test outlives no loss of power."""
    connection.execute("PRAGMA synchronous = OFF")
