"""A node: the product by its production command, with an instance folder of its own."""

import http.client
import os
import subprocess
import sys
from pathlib import Path

from tests.servers.service import HOST, Service

ROOT = Path(__file__).resolve().parents[2]
SECRET = "one secret for all nodes, and for nothing but tests 0123456789"
PASSWORD = "correct horse battery staple"


class Node(Service):
    """A node for the public address `site_url`; `settings` are the product's, beside those that each node has."""

    SECONDS = 90.0

    def __init__(self, folder: Path, site_url: str, port: int = 0, **settings: str) -> None:
        super().__init__(folder, port)
        self.site_url, self.settings = site_url, settings

    def command(self) -> list[str]:
        return self.flask_blog("serve")

    def flask_blog(self, *arguments: str) -> list[str]:
        """A command of the product."""
        return [sys.executable, "-m", "flask", "--app", str(ROOT / "app.py"), "blog", *arguments]

    def environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("BLOG_", "FLASK_"))}
        own = {"BLOG_INSTANCE": str(self.folder / "instance"), "PORT": str(self.port), "BLOG_SITE_URL": self.site_url}
        return {**kept, "BLOG_SECRET_KEY": SECRET, "PYTHONPATH": str(ROOT), **own, **self.settings}

    def run(self, *arguments: str, given: str = "") -> str:
        """What a command of the product says, with this node's settings."""
        done = subprocess.run(
            self.flask_blog(*arguments),
            cwd=ROOT,
            env=self.environment(),
            input=given,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def is_ready(self) -> bool:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=5)
        try:
            connection.request("GET", "/up")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
