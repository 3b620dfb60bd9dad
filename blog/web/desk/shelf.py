"""The desk itself: everything there is, by where it stands."""

from flask import abort, render_template, request

from blog.reading import desk as reading
from blog.reading.site import purge_fault
from blog.web import shared_cache
from blog.web.desk.entrance import desk
from blog.web.moment import front, now
from blog.web.public.notebook import cursor


@desk.get("/")
def shelf() -> str:
    """Every piece, last saved first, as the chosen filter narrows it."""
    shown = request.args.get("show", "all")
    # What was saved before the clock was set back lies ahead.
    before = cursor(may_lie_ahead=True)
    if shown not in reading.SHOWN:
        abort(404, "There is no such part of your desk.")
    found = reading.shelf(front(), now(), shown, before)
    fault = purge_fault() if shared_cache.is_there() else ""
    return render_template(
        "desk/shelf.html", shelf=found, shown=shown, before=before, names=reading.SHOWN, notice=fault
    )
