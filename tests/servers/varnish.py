"""Varnish in a scratch folder."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.servers.service import HOST, Service, program


class Varnish(Service):
    """A Varnish with the VCL in `file`; what that includes is looked for in `folder` first."""

    def __init__(self, folder: Path, file: Path, port: int = 0, parameters: Sequence[str] = ()) -> None:
        super().__init__(folder, port)
        self.file, self.parameters, self.loads = file, parameters, 0

    def command(self) -> list[str]:
        given = [part for each in (f"vcl_path={self.folder}", *self.parameters) for part in ("-p", each)]
        return [
            *(program("varnishd"), "-F", "-n", str(self.folder / "work"), "-f", str(self.file), *given),
            *("-a", f"{HOST}:{self.port}", "-T", f"{HOST}:0", "-s", "malloc,64m", "-j", "none"),
        ]

    def load_again(self) -> None:
        """Read the VCL anew and use it from the next request on."""
        self.loads += 1
        self.administer("vcl.load", f"again{self.loads}", str(self.file))
        self.administer("vcl.use", f"again{self.loads}")

    def administer(self, *command: str) -> str:
        """What varnishadm answers."""
        words = [program("varnishadm"), "-n", str(self.folder / "work"), *command]
        return subprocess.run(words, check=True, capture_output=True, text=True, timeout=20).stdout
