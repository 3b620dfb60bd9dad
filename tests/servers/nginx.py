"""nginx in a scratch folder."""

import os
import signal
from pathlib import Path

from tests.servers.service import HOST, Service, program

# What a distribution's nginx.conf has around a site's own file; everything is kept in the scratch folder.
AROUND = """
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/log notice; {user}
events {{ worker_connections 1024; }}
http {{
  access_log off; default_type application/octet-stream;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  include {folder}/site.conf;
}}
"""


class Nginx(Service):
    """An nginx for the site's file in `site`, where `{port}` and `{host}` stand for where it listens."""

    def __init__(self, folder: Path, site: str, port: int = 0) -> None:
        super().__init__(folder, port)
        self.site = site

    def prepare(self) -> None:
        user = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(AROUND.format(folder=self.folder, user=user))
        site = self.site.replace("{port}", str(self.port)).replace("{host}", HOST)
        (self.folder / "site.conf").write_text(site)

    def command(self) -> list[str]:
        settings = str(self.folder / "nginx.conf")
        return [program("nginx"), "-c", settings, "-e", str(self.folder / "log"), "-p", str(self.folder)]

    def load_again(self) -> None:
        """Read the site's file anew; no connection is lost."""
        self.prepare()
        if self.process:
            os.kill(self.process.pid, signal.SIGHUP)
