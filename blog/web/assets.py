"""Static files: served without entering Flask, under names that carry their content, so kept for ever."""

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING
from wsgiref.headers import Headers

from flask import Flask, url_for
from whitenoise import WhiteNoise

from blog.state.kept import EVER, TERM
from blog.state.settings import Settings
from blog.web import speculation
from blog.web.addresses import known_path
from blog.web.guard import protect
from blog.web.pressing import PressedFile, press

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

IMMUTABLE = re.compile(r"\.[0-9a-f]{12}\.[a-z0-9]+$")

PRESSED = frozenset((".css", ".js"))


def fingerprints(folder: Path) -> dict[str, str]:
    """The name of each static file (below `folder`, with slashes) and the one that carries its content."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    names = {}
    for path in files:
        name = path.relative_to(folder).as_posix()
        digest = hashlib.sha256(served(path)).hexdigest()[:12]
        names[name] = f"{name.removesuffix(path.suffix)}.{digest}{path.suffix}"
    return names


def served(path: Path) -> bytes:
    """What is sent for a file: our own styles and scripts pressed, everything else as it is."""
    body = path.read_bytes()
    return press(body.decode(), path.suffix).encode() if is_pressed(path) else body


def is_pressed(path: Path) -> bool:
    """Whether a file is a style or script of ours."""
    return path.suffix in PRESSED and path.parent.name != "vendor"


def init_assets(app: Flask, settings: Settings) -> None:
    """Serve the static folder, each file under its own name and under the one that carries its content."""
    folder = Path(app.static_folder or "static")
    names = fingerprints(folder)

    def asset(name: str) -> str:
        """The path of a static file under the name that carries its content."""
        if name not in names:
            raise FileNotFoundError(f"static/{name} is not there: run 'make setup' (or 'flask blog assets').")
        return known_path(("static", name), lambda: url_for("static", filename=names[name]))

    app.jinja_env.globals["asset"] = asset
    app.wsgi_app = serve(app.wsgi_app, folder, names, settings)  # type: ignore[method-assign, assignment]


def serve(app: "WSGIApplication", folder: Path, names: dict[str, str], settings: Settings) -> "WSGIApplication":
    """The application with its static files in front of it."""

    def add_headers(headers: Headers, _path: str, _url: str) -> None:
        protect(headers, settings)

    files = WhiteNoise(
        app,
        max_age=3600,
        allow_all_origins=False,
        immutable_file_test=lambda _path, url: bool(IMMUTABLE.search(url)),
        add_headers_function=add_headers,
    )
    for name, kept in names.items():
        path = folder / name
        for address in (f"/static/{name}", f"/static/{kept}"):
            files.add_file_to_dictionary(address, str(path))
            if is_pressed(path):
                [(_, _, headers)] = files.files[address].alternatives
                files.files[address] = PressedFile(served(path), headers, tag=kept.split(".")[-2])

    files.files[speculation.ADDRESS] = rules_file(settings)

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """A static file, which the door may keep while this process runs, or the application's answer."""
        if TERM in environ and environ.get("PATH_INFO") in files.files:
            environ[TERM].edition = EVER
        found: Iterable[bytes] = files(environ, start_response)
        return found

    return answer


def rules_file(settings: Settings) -> PressedFile:
    """The rules for what a browser fetches ahead, as a file: they are the same as long as this process runs."""
    body = json.dumps(speculation.rules(settings.root), separators=(",", ":")).encode()
    headers = Headers([("Content-Type", speculation.MEDIA_TYPE), ("Cache-Control", "max-age=86400, public")])
    protect(headers, settings)
    return PressedFile(body, headers.items(), tag=hashlib.sha256(body).hexdigest()[:12])
