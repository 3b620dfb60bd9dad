"""PostgreSQL in a scratch folder, quick and forgetful."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
from pathlib import Path

import psycopg
from psycopg import sql

from tests.servers.service import HOST, SEARCHED, Missing, Service, program

PLACES = ":".join([*map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), SEARCHED])
USER = "bokashi"
INITDB = ("-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions")
QUICK = {
    "listen_addresses": HOST,
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "32MB",
}


class PostgreSQL(Service):
    """A PostgreSQL that trusts everybody on this machine. It refuses to be root, and is then the user postgres."""

    STOP = signal.SIGINT

    def prepare(self) -> None:
        data, user = self.folder / "data", self.user()
        if data.exists():
            return
        data.mkdir(mode=0o700)
        if user:
            self.folder.chmod(0o755)
            shutil.chown(data, user)
        subprocess.run(
            [program("initdb", places=PLACES), "-D", str(data), "-U", USER, *INITDB],
            user=user,
            cwd=data,
            check=True,
            capture_output=True,
        )

    def command(self) -> list[str]:
        settings = {**QUICK, "port": str(self.port), "unix_socket_directories": str(self.folder / "data")}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [program("postgres", places=PLACES), "-D", str(self.folder / "data"), *options]

    def user(self) -> str | None:
        if os.geteuid() != 0:
            return None
        try:
            return pwd.getpwnam("postgres").pw_name
        except KeyError:
            raise Missing("postgres") from None

    def is_ready(self) -> bool:
        try:
            self.administer().close()
        except psycopg.OperationalError:
            return False
        return True

    def administer(self) -> "psycopg.Connection[tuple[object, ...]]":
        """A connection of the one who may do everything."""
        return psycopg.connect(
            host=HOST, port=self.port, user=USER, dbname="postgres", autocommit=True, connect_timeout=5
        )

    def url(self, database: str) -> str:
        """The address of a database, as the product's setting has it."""
        return f"postgresql+psycopg://{USER}@{HOST}:{self.port}/{database}"

    def create(self, template: str = "template1") -> str:
        """Make a database from a template that nobody is connected to; its name."""
        name = f"test_{secrets.token_hex(6)}"
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        with self.administer() as connection:
            connection.execute(statement.format(sql.Identifier(name), sql.Identifier(template)))
        return name

    def drop(self, database: str) -> None:
        """Drop a database, whoever is connected to it."""
        with self.administer() as connection:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(database)))
