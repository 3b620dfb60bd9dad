"""Redis in a scratch folder, which keeps nothing on disk."""

import socket
from pathlib import Path

from tests.servers.service import HOST, Service, program

DATABASES = 64


class Redis(Service):
    """A Redis; `database` is the number of the one that this process uses."""

    def __init__(self, folder: Path, port: int = 0, database: int = 0) -> None:
        super().__init__(folder, port)
        self.database = database

    def command(self) -> list[str]:
        settings = {
            "bind": HOST,
            "port": str(self.port),
            "dir": str(self.folder),
            "save": "",
            "appendonly": "no",
            "databases": str(DATABASES),
        }
        return [program("redis-server"), *(part for name, value in settings.items() for part in (f"--{name}", value))]

    def is_ready(self) -> bool:
        try:
            return self.say("PING") == b"+PONG"
        except OSError:
            return False

    @property
    def url(self) -> str:
        """Its address, as the product's setting has it."""
        return f"redis://{HOST}:{self.port}/{self.database}"

    def flush(self) -> None:
        """Forget everything in this database."""
        self.say(f"SELECT {self.database}\r\nFLUSHDB")

    def say(self, command: str) -> bytes:
        """Send commands; the first line of the last answer."""
        with socket.create_connection((HOST, self.port), timeout=1) as connection:
            connection.sendall(f"{command}\r\nQUIT\r\n".encode())
            answer = connection.makefile("rb").read()
        return answer.split(b"\r\n")[command.count("\r\n")]
