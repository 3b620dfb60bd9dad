"""PostgreSQL: its connections set up for readers that see one state and writers that take turns."""

from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, event, make_url

from blog.state.patience import bound_waits

if TYPE_CHECKING:
    from psycopg import Connection as Driver

BUSY_SECONDS = 15
# A reader's query takes milliseconds; one that takes so long only holds up others.
READ_SECONDS = 30
# The lock that whoever writes to the site holds.
WRITERS = 2652744
# One connection for each of a worker's threads, and some more for servers with more of them.
POOL = {"pool_size": 8, "max_overflow": 8, "pool_timeout": 5, "pool_recycle": 1800, "pool_pre_ping": True}
# A server that vanished without a word is given up after some ten seconds.
CONNECTING = {
    "application_name": "bokashi",
    "connect_timeout": "3",
    "keepalives_idle": "4",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
USUAL = f"-c timezone=UTC -c lock_timeout={BUSY_SECONDS}s -c statement_timeout={READ_SECONDS}s"
# Writers may take their time once it is their turn. A migration waits as long as that of another node takes.
TAKE_TURN = f"SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock({WRITERS})"
BEGIN = {
    "IMMEDIATE": TAKE_TURN,
    "MIGRATION": f"SET LOCAL lock_timeout = 0; {TAKE_TURN}; SET LOCAL lock_timeout = '{BUSY_SECONDS}s'",
}
BUSY = "55P03"


def options(address: str) -> dict[str, Any]:
    """What an engine for an address of PostgreSQL is made with; what the address itself says goes first."""
    said = make_url(address).query
    connecting = {name: value for name, value in CONNECTING.items() if name not in said}
    return {**POOL, "connect_args": {**connecting, "options": f"{USUAL} {said.get('options', '')}".strip()}}


def set_up_postgresql(engine: Engine) -> None:
    """Have every transaction begin as a reader's or as a writer's.

    A reader's is one consistent view that can change nothing, so that a page and its edition agree. A writer's
    first waits for its turn, like SQLite's BEGIN IMMEDIATE, and sees what the one before it committed.
    """
    from psycopg import IsolationLevel
    from psycopg.types.string import StrDumper

    bound_waits(engine)

    class Storable(StrDumper):
        """Text as PostgreSQL takes it: it has no NUL, so what holds one is found nowhere."""

        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\x00", "\ufffd"))

    @event.listens_for(engine, "connect")
    def prepare(driver: "Driver[Any]", _record: Any) -> None:
        driver.adapters.register_dumper(str, Storable)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        driver: Driver[Any] = connection.connection.driver_connection  # type: ignore[assignment]
        first = BEGIN.get(connection.get_execution_options().get("begin", ""))
        driver.isolation_level = IsolationLevel.READ_COMMITTED if first else IsolationLevel.REPEATABLE_READ
        driver.read_only = not first
        if first:
            connection.exec_driver_sql(first)
