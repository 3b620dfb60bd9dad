"""What is measured: the product on a scratch instance, started as people start it, and yardsticks beside it."""

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app import create_app
from bench.pieces import generate
from blog.state.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
HOST = "127.0.0.1"
NGINX = """
worker_processes {workers}; pid {home}/nginx.pid; error_log {home}/nginx.err; daemon off;
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile on; tcp_nopush on; gzip_static on; keepalive_requests 100000000;
  open_file_cache max=1000 inactive=600s; open_file_cache_valid 600s; default_type text/html;
  client_body_temp_path {home}/t1; proxy_temp_path {home}/t2; fastcgi_temp_path {home}/t3;
  uwsgi_temp_path {home}/t4; scgi_temp_path {home}/t5;
  server {{ listen {host}:{port}; root {home}/www; }}
}}
"""


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    port: int
    pid: int


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def environ(instance: Path, port: int, workers: int = 1) -> dict[str, str]:
    """The settings of a site on this machine."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BLOG_", "FLASK_"))}
    site = {"BLOG_INSTANCE": str(instance), "BLOG_SITE_URL": f"http://{HOST}:{port}", "PORT": str(port)}
    return {**kept, **site, "WEB_CONCURRENCY": str(workers)}


def flask_blog(*arguments: str) -> list[str]:
    """A command of the product."""
    return [str(BIN / "flask"), "--app", "app", "blog", *arguments]


@contextmanager
def running(command: list[str], port: int, env: dict[str, str] | None = None) -> Iterator[Server]:
    """A server, from its first answer on; it is ended by its own process group."""
    process = subprocess.Popen(command, cwd=ROOT, env=env, start_new_session=True, stdout=subprocess.DEVNULL)  # noqa: S603
    try:
        wait_for(port, process)
        yield Server(port, process.pid)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)


def wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Wait until a server answers."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if process.poll() is not None:
            sys.exit(f"A server ended with code {process.returncode} before it answered.")
        try:
            get(port, "/up")
            return
        except OSError:
            time.sleep(0.003)
    sys.exit(f"Nothing answers on port {port}.")


def get(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """One answer, on a connection of its own; header names with underscores."""
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


@contextmanager
def product(instance: Path, workers: int = 1, **settings: str) -> Iterator[Server]:
    """The product, by its production command."""
    port = free_port()
    with running(flask_blog("serve"), port, env=environ(instance, port, workers) | settings) as server:
        yield server


@contextmanager
def scratch(pieces: int) -> Iterator[Path]:
    """A folder with an instance that holds the sample and generated pieces."""
    with tempfile.TemporaryDirectory(prefix="bokashi-bench-") as folder:
        instance = Path(folder) / "instance"
        for command in (["init"], ["sample"]):
            subprocess.run(flask_blog(*command), env=environ(instance, 8000), check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        if pieces:
            with create_app(Settings.from_environ(environ(instance, 8000))).app_context():
                generate(pieces)
        yield Path(folder)


@contextmanager
def on_granian(app: str, env: dict[str, str]) -> Iterator[Server]:
    """A WSGI application on the server that the product uses, without the door."""
    port = free_port()
    command = [str(BIN / "granian"), "--interface", "wsgi", "--port", str(port), "--log-level", "error", app]
    with running(command, port, env=env) as server:
        yield server


@contextmanager
def nginx(home: Path, workers: int = 1) -> Iterator[Server]:
    """nginx, serving what is put into `home`/www."""
    (home / "www").mkdir(parents=True, exist_ok=True)
    (home / "www" / "up").touch()
    home.chmod(0o755)
    port = free_port()
    (home / "nginx.conf").write_text(NGINX.format(home=home, host=HOST, port=port, workers=workers))
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin") or "nginx"
    command = [program, "-c", str(home / "nginx.conf"), "-e", str(home / "nginx.err")]
    with running(command, port) as server:
        yield server
