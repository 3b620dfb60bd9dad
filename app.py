"""Puts the parts together, and nothing else: `create_app()`, and the applications `app` (WSGI) and `door` (RSGI)."""

import sys
from typing import Any

from flask import Flask

import blog.state.beginning
from blog.cli import init_cli, only_looks
from blog.door import Door
from blog.state.caches import init_cache
from blog.state.database import init_database
from blog.state.limits import init_limits
from blog.state.media import init_media
from blog.state.settings import SettingError, Settings
from blog.web import init_web

blog.state.beginning.is_over()


def create_app(settings: Settings | None = None) -> Flask:
    """The application, set up by `settings` or, without them, by the environment.

    Raises SettingError for a setting that cannot work. Opens no database and no socket.
    """
    settings = settings or Settings.from_environ()
    app = Flask(__name__)
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        TESTING=settings.testing,
    )
    app.extensions["settings"] = settings
    init_database(app, counts=not settings.only_looks)
    init_cache(app, settings)
    init_limits(app, settings)
    init_media(app, settings)
    init_web(app, settings)
    init_cli(app)
    return app


def __getattr__(name: str) -> Any:
    """Make `app` (WSGI) or `door` (RSGI, in front of it) when it is asked for: importing this module opens nothing.

    A setting that cannot work ends the process, be it a command or a server's, with one sentence.
    """
    if name not in ("app", "door"):
        raise AttributeError(name)
    try:
        app = create_app(Settings.from_environ(only_looks=only_looks(sys.argv)))
    except SettingError as error:
        sys.exit(f"Error: {error}")
    globals()[name] = app if name == "app" else Door(app)
    return globals()[name]
