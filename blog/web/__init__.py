"""The web: blueprints by audience, thin handlers, and what holds for all of them."""

from functools import partial

from flask import Flask
from jinja2 import StrictUndefined

from blog.feeds import FORMATS
from blog.models import Kind
from blog.state.settings import Settings
from blog.web import addresses, moment, words
from blog.web.assets import init_assets
from blog.web.conditional import init_conditional
from blog.web.desk import init_desk
from blog.web.errors import init_errors
from blog.web.feeds import feeds
from blog.web.guard import behind, init_guard
from blog.web.legible import init_legible
from blog.web.meta import meta
from blog.web.navigation import navigation
from blog.web.pictures import with_sizes
from blog.web.public import BLUEPRINTS
from blog.web.public.share import share_locale, share_url
from blog.web.shared_cache import init_shared_cache
from blog.web.styles import init_styles
from blog.web.unindented import Unindented


def init_web(app: Flask, settings: Settings) -> None:
    """Give the application its pages."""
    init_guard(app, settings)
    init_conditional(app)
    init_legible(app)
    init_shared_cache(app)
    init_errors(app)
    init_templates(app)
    for blueprint in (meta, feeds, *BLUEPRINTS):
        app.register_blueprint(blueprint)
    init_desk(app)
    init_assets(app, settings)
    init_styles(app)
    app.wsgi_app = behind(app.wsgi_app, settings)  # type: ignore[method-assign, assignment]


def init_templates(app: Flask) -> None:
    """Set up the templates: strict about unknown names, with the few functions that they share.

    What readers see may be compiled ahead: the door has that done when nobody waits.
    """
    env = app.jinja_env
    env.undefined = StrictUndefined
    env.trim_blocks = env.lstrip_blocks = True
    env.add_extension(Unindented)
    env.globals |= {
        "front": moment.front,
        "absolute": addresses.absolute,
        "feed_url": addresses.feed_url,
        "here": addresses.here,
        "list_url": addresses.list_url,
        "url_for": addresses.path_to,
        "piece_url": addresses.piece_url,
        "count_sentence": words.count_sentence,
        "list_title": words.list_title,
        "counted": words.counted,
        "ours": moment.ours,
        "tongue": moment.tongue_here,
        "kind_name": words.SINGULAR,
        "kinds_name": words.PLURAL,
        "kind_of": lambda piece: Kind(piece.kind),
        "feed_type": lambda name: FORMATS[name].link_type,
        "navigation": navigation,
        "share_locale": share_locale,
        "share_url": share_url,
        "with_sizes": with_sizes,
    }
    env.filters |= {
        "time": moment.time_tag,
        "day": moment.day,
        "instant": moment.instant,
        "local": moment.local,
        "day_of": moment.plain_day,
    }
    names = env.list_templates(filter_func=lambda name: not name.startswith("desk/"))
    app.extensions["ahead"] = [partial(env.get_template, name) for name in names]
