"""The desk itself: everything there is, by where it stands."""

from flask import abort, render_template, request

from blog.reading import desk as reading
from blog.web.desk.entrance import desk
from blog.web.desk.typed import number
from blog.web.moment import now


@desk.get("/")
def shelf() -> str:
    """Every piece, last saved first, as the chosen filter narrows it."""
    shown = request.args.get("show", "all")
    part = number(request.args.get("part", "1"))
    if shown not in reading.SHOWN or part < 1:
        abort(404, "There is no such part of your desk.")
    found = reading.shelf(now(), shown, part)
    return render_template("desk/shelf.html", shelf=found, shown=shown, part=part, names=reading.SHOWN)
