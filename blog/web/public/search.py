"""Search."""

from flask import Blueprint, render_template, request

from blog.reading.found import MOST_FOUND
from blog.reading.search import search as find
from blog.reading.search import words_of
from blog.state.limits import limiter, tries
from blog.text import clean_line
from blog.web.moment import now

search_page = Blueprint("search", __name__)
MOST_CHARACTERS = 300


@search_page.get("/search/")
@limiter.limit(tries(60, "minute"))
def search() -> str:
    """What holds the words of `q`, with the passage where they stand."""
    asked = clean_line(request.args.get("q", ""))[:MOST_CHARACTERS]
    found = find(asked, now())
    return render_template("search/search.html", asked=asked, words=words_of(asked), found=found, most=MOST_FOUND)
