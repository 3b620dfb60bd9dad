"""Puts the parts together, and nothing else: `create_app()` and the WSGI application `app`."""

from flask import Flask

from blog.state.caches import init_cache
from blog.state.database import init_database
from blog.state.settings import Settings


def create_app(settings: Settings | None = None) -> Flask:
    """The application, set up by `settings` or, without them, by the environment.

    Raises SettingError for a setting that cannot work. Opens no database and no socket.
    """
    settings = settings or Settings.from_environ()
    app = Flask(__name__)
    app.config.update(SECRET_KEY=settings.secret_key, SQLALCHEMY_DATABASE_URI=settings.database_url)
    app.extensions["settings"] = settings
    init_database(app)
    init_cache(app, settings)
    return app
