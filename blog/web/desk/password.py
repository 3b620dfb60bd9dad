"""The author's own password."""

from flask import Response, abort, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from blog.state.limits import limiter
from blog.web.desk.entrance import desk
from blog.web.login import TRIES
from blog.web.session import present_login
from blog.writing.accounts import account_for, set_password
from blog.writing.refusals import Refused


@desk.get("/password")
def password() -> Response:
    """The form for a new password."""
    return password_page({})


@desk.post("/password")
@limiter.limit(TRIES)
def change_password() -> BaseResponse:
    """Set a new password for who knows the present one. Every other login of the account ends."""
    login = present_login() or abort(401)
    if account_for(login.account.name, request.form.get("present", "")) is None:
        return password_page({"present": "This is not your present password."}, 422)
    try:
        set_password(login.account.name, request.form.get("password", ""), keep=login.digest)
    except Refused as refusal:
        return password_page(refusal.fields, 422)
    flash("Your password is changed. Every other login has ended.")
    return redirect(url_for("desk.password"), 303)


def password_page(faults: dict[str, str], status: int = 200) -> Response:
    """The form with what is wrong; passwords are never repeated."""
    login = present_login() or abort(401)
    return make_response(render_template("desk/password.html", name=login.account.name, faults=faults), status)
