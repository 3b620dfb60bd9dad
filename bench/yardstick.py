"""A page as a Flask application with Flask-Caching keeps it: what the door is compared with.

It sends the bytes of the file that BENCH_PAGE names, compressed as they are there.
"""

import os
from pathlib import Path

from flask import Flask, Response
from flask_caching import Cache

app = Flask(__name__)
cache = Cache(app, config={"CACHE_TYPE": "SimpleCache", "CACHE_DEFAULT_TIMEOUT": 3600})


@app.get("/page/")
@cache.cached()
def page() -> Response:
    """The page, read once and then kept."""
    body = Path(os.environ["BENCH_PAGE"]).read_bytes()
    return Response(body, content_type="text/html; charset=utf-8", headers={"Content-Encoding": "gzip"})


@app.get("/up")
def up() -> str:
    """Says that the server is there."""
    return "up"
