"""The author's desk: one blueprint behind one entrance, and the modules that put their pages on it."""

from functools import partial

from flask import Flask

from blog.reading import desk as reading
from blog.web.desk import editor, messages, password, pictures, shelf, site, states, topics
from blog.web.desk.entrance import desk, most_body
from blog.web.login import login_pages
from blog.web.moment import now
from blog.web.session import init_session

BLUEPRINTS = (desk, login_pages)
PARTS = (shelf, editor, states, pictures, site, topics, messages, password)


def init_desk(app: Flask) -> None:
    """Give the application its desk, and the login in front of it."""
    init_session(app)
    app.extensions["most_body"] = partial(most_body, app)
    app.jinja_env.globals |= {
        "unread": reading.unread,
        "state_of": lambda piece: reading.state(piece, now()),
    }
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
