"""What holds for every text whatsoever, tried with many that nobody would write."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blog.text import TextRefused, clean, for_feed, for_list, render
from tests.text.test_hostile import NESTS, assert_harmless
from tests.text.tree import parse

PIECES = [
    "\n", "\n\n", "  ", "    ", "\t", "a", "b c", "word ", "*", "**", "_", "__", "~~", "`", "``", "```\n",
    "~~~\n", "```js\n", "# ", "## ", "- ", "* ", "1. ", "2) ", "- [ ] ", "> ", ">", "---\n", "===\n", "|",
    "| a | b |\n|---|---|\n", ": ", "[", "]", "](", ")", "![", "[a](b)", "[^1]", "[^1]: ", "[a]: b\n",
    "*[a]: b\n", "<", ">", "</", "<!--", "-->", "&", "&amp;", "<b>", "</b>", "<p>", "</p>", "<div>", "</div>",
    "<table>", "<tr>", "<td>", "</table>", "<a href=x>", "</a>", "<ul>", "<li>", "<pre>", "</pre>", "<code>",
    "<img src=x>", "<h1>", "</h1>", "<details>", "<summary>", "</details>", "<i>", "<span>", "</span>",
    "<script>", "</script>", "<style>", "<svg>", "<br>", "<dl>", "<dt>", "<ruby>", "<rt>", "<video>",
    "<textarea>", "<select>", "<caption>", "<colgroup>", "<col>", "<id='x'>", "<b id=x>", "<sup id=fn-k-1>",
    "https://a.b/c", "!!! note\n", "> [!NOTE]\n", "\\", "\\*", "é", "漢", "😀", "\u200d", "\x02", "\x03", "\x00",
    "\ufeff", "\r\n", "\r", "\ud800",
]  # fmt: skip
SOURCES = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.lists(st.sampled_from(NESTS + PIECES), max_size=8).map("".join),
    st.text(max_size=100),
)
THOROUGH = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@THOROUGH
@given(SOURCES)
def test_every_text_is_harmless_balanced_and_a_fixed_point(source: str) -> None:
    assert_harmless(source)


@THOROUGH
@given(SOURCES)
def test_no_internal_sign_is_ever_shown(source: str) -> None:
    rendered = render(source)
    for text in (rendered.html, rendered.plain, rendered.excerpt):
        assert text == clean(text)
        assert ("klzzwxh" in text or "wzxhzdk" in text) is ("klzzwxh" in source or "wzxhzdk" in source)
    assert rendered.minutes >= 1


@THOROUGH
@given(SOURCES)
def test_ids_stay_unique_when_texts_meet_on_a_page_or_in_a_feed(source: str) -> None:
    html = render(source).html
    lists = [for_list(html, permalink="/n/a/", key="a"), for_list(html, permalink="/n/b/", key="b")]
    feeds = [for_feed(html, permalink=f"https://b.example/{k}/", site_url="https://b.example", key=k) for k in "ab"]
    for page in ("".join(lists), "".join(feeds)):
        ids = [element.get("id") for element in parse(page).iter() if element.get("id")]
        assert len(ids) == len(set(ids))


@settings(THOROUGH, max_examples=60)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=4), st.integers(100, 1500))
def test_repetition_is_rendered_or_refused_with_a_sentence(pieces: list[str], times: int) -> None:
    try:
        render("".join(pieces) * times)
    except TextRefused as refusal:
        assert str(refusal).endswith(".")
