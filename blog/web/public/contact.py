"""The contact page: a message for the desk. Nothing of what is written ever stands in an address."""

import secrets

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from itsdangerous import BadSignature, TimestampSigner
from werkzeug.wrappers import Response as BaseResponse

from blog.state.limits import limiter, tries
from blog.web.conditional import allow_compression
from blog.web.moment import now
from blog.writing.messages import keep
from blog.writing.refusals import Refused

contact_page = Blueprint("contact", __name__)
SHORTEST, LONGEST = 3, 24 * 60 * 60
FIELDS = ("name", "address", "text")


@contact_page.get("/contact/")
def contact() -> Response:
    """The form."""
    return form({}, {})


@contact_page.get("/contact/thanks/")
def thanks() -> str:
    """What the reader sees after a message was kept."""
    return render_template("contact/thanks.html")


@contact_page.post("/contact/")
@limiter.limit(tries(5, "minute"))
@limiter.limit(tries(20, "hour"))
def send() -> Response | BaseResponse:
    """Keep a message. A field that no person sees and a form sent faster than typing tell machines apart."""
    values = {name: request.form.get(name, "") for name in FIELDS}
    if request.form.get("website"):
        return redirect(url_for("contact.thanks"), 303)
    fault, token = check_token(request.form.get("token", ""))
    if fault:
        return form(values, {"form": fault}, 422)
    try:
        keep(values["name"], values["address"], values["text"], now(), form=token)
    except Refused as refusal:
        return form(values, refusal.fields, 422)
    return redirect(url_for("contact.thanks"), 303)


def form(values: dict[str, str], faults: dict[str, str], status: int = 200) -> Response:
    """The form with what was typed and what is wrong. Never kept: each form is good for one message."""
    given = {name: values.get(name, "") for name in FIELDS}
    page = render_template("contact/contact.html", values=given, faults=faults, token=new_token())
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    allow_compression()
    return response


def signer() -> TimestampSigner:
    """What signs the forms of this page."""
    return TimestampSigner(current_app.secret_key or abort(500), salt="contact")


def new_token() -> str:
    """A token that names one form and the moment it was made."""
    return signer().sign(secrets.token_urlsafe(16)).decode()


def check_token(token: str) -> tuple[str, str]:
    """What is wrong with a form's token ("" for nothing), and the form that it names."""
    try:
        name, made = signer().unsign(token, return_timestamp=True)
    except BadSignature:
        return "This form is not the one that was sent to you. Your text is still here: send it again.", ""
    age = (now() - made).total_seconds()
    if age > LONGEST:
        return "This form is a day old. Your text is still here: send it again.", ""
    # What is yet to be made is from a clock that is ahead of this one.
    if 0 <= age < SHORTEST:
        return "That was faster than a person types. Your text is still here: wait a moment, send again.", ""
    return "", name.decode()
