"""The site's own settings."""

from dataclasses import fields
from zoneinfo import available_timezones

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from blog.models import Site
from blog.reading import desk as reading
from blog.web.again import Typed, shows_again
from blog.web.desk.entrance import desk
from blog.web.desk.typed import Values, number
from blog.web.moment import now
from blog.writing.refusals import Conflict, Refused
from blog.writing.site import SiteFields, save_site

NAMES = tuple(field.name for field in fields(SiteFields))
ELSEWHERE = "The settings were changed in another window since you opened this page. Yours are here."


@desk.get("/site")
def site() -> Response:
    """The settings as they are."""
    stored = reading.site()
    return site_page({"version": str(stored.version), **{name: getattr(stored, name) for name in NAMES}})


@desk.post("/site")
def save_settings() -> BaseResponse:
    """Save the settings over the version that the author saw."""
    typed = SiteFields(**{name: request.form.get(name, "") for name in NAMES})
    seen = number(request.form.get("overwrite", "") or request.form.get("version", ""))
    try:
        save_site(typed, now(), seen)
    except Refused as refusal:
        return site_page(request.form, faults=refusal.fields, status=422)
    except Conflict:
        return site_page(request.form, sentence=ELSEWHERE, status=409, stored=reading.site())
    flash("Saved.")
    return redirect(url_for("desk.site"), 303)


@shows_again("desk.save_settings")
def site_page(
    typed: Typed,
    sentence: str = "",
    status: int = 200,
    faults: dict[str, str] | None = None,
    stored: Site | None = None,
) -> Response:
    """The form with what was typed and what is wrong. `stored` is the other version of a conflict."""
    values: Values = {name: typed.get(name, "") for name in (*NAMES, "version")}
    page = render_template(
        "desk/site.html",
        values=values,
        notice=sentence,
        faults=faults or {},
        stored=stored,
        zones=sorted(available_timezones()),
    )
    return make_response(page, status)
