"""The HTML that a text may contain: the one list that the parser, the sanitiser and the tests go by."""


def named(words: str) -> frozenset[str]:
    """Make a set of names from a line of them."""
    return frozenset(words.split())


VOID = named("br hr img input source track wbr col")
"""Elements without an end tag."""

OPTIONAL_END = named("a p li dt dd td th tr thead tbody tfoot colgroup caption")
"""Elements that the next one of their kind closes."""

TAGS = named(
    "a abbr aside audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl "
    "dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p picture pre q rp rt "
    "ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead time tr "
    "track u ul var video wbr"
)

FORMATTING = named("a b code em i s small strong u")
"""Elements that the HTML parser opens anew where a block cuts through them."""

SPECIAL = named(
    "aside blockquote caption col colgroup dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr img input li ol "
    "p pre section source summary table tbody td tfoot th thead tr track ul wbr"
)
"""Elements that the end tag of an inline element does not reach through."""

VANISHING = named("script style noscript template svg math iframe object")
"""Elements that go with all they contain; of an iframe a link to its page stays, of a formula its signs."""

GENERIC = (TAGS - VOID - SPECIAL) | named("p")
"""Elements whose names stand in angle brackets behind a word when they are type parameters."""

VALUELESS = named(
    "allowfullscreen alt async autofocus autoplay border checked compact contenteditable controls default defer "
    "disabled disablepictureinpicture disableremoteplayback download draggable formnovalidate hidden inert ismap "
    "itemscope loop multiple muted nohref nomodule noresize noshade novalidate nowrap open playsinline popover "
    "readonly required reversed selected"
)
"""Attributes of HTML, old ones included, that are written without a value: they tell a tag from prose."""

SCHEMES = named("http https mailto tel")
URL_ATTRIBUTES = named("href src poster cite")

ATTRIBUTES: dict[str, frozenset[str]] = {
    tag: named(names)
    for tag, names in {
        "*": "class id title lang dir role",
        "a": "href name",
        "audio": "src controls loop muted preload",
        "blockquote": "cite",
        "col": "span",
        "colgroup": "span",
        "del": "cite datetime",
        "details": "open",
        "img": "src srcset sizes alt width height",
        "input": "type checked disabled",
        "ins": "cite datetime",
        "li": "value",
        "ol": "start reversed type",
        "q": "cite",
        "source": "src srcset sizes type media",
        "td": "colspan rowspan",
        "th": "colspan rowspan scope",
        "time": "datetime",
        "track": "src kind srclang label default",
        "video": "src poster controls loop muted playsinline preload width height",
    }.items()
}
