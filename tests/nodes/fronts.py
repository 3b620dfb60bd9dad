"""What stands in front of nodes, with the very files of `deploy/`: only addresses, ports and the certificate differ."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.servers.nginx import Nginx
from tests.servers.service import HOST, free_port, program
from tests.servers.varnish import Varnish

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
BACKEND = """
backend node{port} {{
    .host = "{host}"; .port = "{port}"; .probe = answers;
    .connect_timeout = 1s; .first_byte_timeout = 30s; .between_bytes_timeout = 10s;
}}
"""


def replaced(text: str, old: str, new: str) -> str:
    """The text with `old` as `new`, which has to be in it."""
    assert old in text, old
    return text.replace(old, new)


def certificate(folder: Path) -> Path:
    """Make a certificate for this machine; the folder with `fullchain.pem` and `privkey.pem`. Raises Missing."""
    command = [
        program("openssl"),
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    name = ["-subj", "/CN=127.0.0.1", "-days", "2"]
    subprocess.run([*command, *files, *name], check=True, capture_output=True)
    return folder


class Front(Nginx):
    """nginx with `deploy/nginx.conf` before some ports; its address is `https://127.0.0.1:PORT`.

    `for_10s="1s"` makes one second of the ten that a node may take, so that no test has to wait for long.
    """

    def __init__(self, folder: Path, nodes: Sequence[int], port: int = 0, **seconds: str) -> None:
        super().__init__(folder, "", port)
        self.plain_port, self.seconds = free_port(), seconds
        self.nodes = list(nodes)

    def prepare(self) -> None:
        pems = self.folder if (self.folder / "privkey.pem").exists() else certificate(self.folder)
        site = (DEPLOY / "nginx.conf").read_text("utf-8")
        several = "\n".join(f"server {HOST}:{node} max_fails=3 fail_timeout=2s;" for node in self.nodes)
        site = replaced(site, "server 127.0.0.1:8000;", several)
        site = replaced(site, "listen 80;", f"listen {HOST}:{self.plain_port};")
        site = replaced(site, "listen 443 ssl http2;", f"listen {HOST}:{self.port} ssl http2;")
        site = replaced(replaced(site, "listen [::]:80;", ""), "listen [::]:443 ssl http2;", "")
        site = replaced(site, "/etc/letsencrypt/live/blog.example", str(pems))
        for old, new in self.seconds.items():
            site = replaced(site, f"proxy_read_timeout {old.removeprefix('for_')};", f"proxy_read_timeout {new};")
        self.site = replaced(site, "blog.example", HOST)
        super().prepare()

    def stand_before(self, nodes: Sequence[int]) -> None:
        """Stand before other nodes from now on."""
        self.nodes = list(nodes)
        self.load_again()


class Cache(Varnish):
    """Varnish with `deploy/varnish.vcl` before some ports; its address is `http://127.0.0.1:PORT`."""

    def __init__(self, folder: Path, nodes: Sequence[int], port: int = 0) -> None:
        super().__init__(folder, DEPLOY / "varnish.vcl", port, ("http_gzip_support=off",))
        self.nodes, self.front = list(nodes), HOST

    def prepare(self) -> None:
        added = "\n".join(f"nodes.add_backend(node{port});" for port in self.nodes)
        director = f"sub vcl_init {{ new nodes = directors.shard();\n{added}\nnodes.reconfigure(); }}"
        backends = "".join(BACKEND.format(host=HOST, port=port) for port in self.nodes)
        lists = f'acl front {{ "{self.front}"; }}\nacl publishers {{ "{HOST}"; }}\n'
        (self.folder / "nodes.vcl").write_text(f"{backends}\n{director}\n{lists}")

    def stand_before(self, nodes: Sequence[int]) -> None:
        """Stand before other nodes from now on."""
        self.nodes = list(nodes)
        self.prepare()
        self.load_again()

    def trusts(self, port: int) -> bool:
        """Whether it asks the node at `port`: its probes have found it well since the node began to answer."""
        lines = self.administer("backend.list").splitlines()
        return any(f".node{port} " in line and "healthy" in line for line in lines)
