"""What a hostile text may try: the result is read by another parser and holds nothing but what may be there."""

import html
import re

import pytest

from blog.text import render
from blog.text.allowed import named
from tests.text.tree import parse, serialise, shape, tags, text_of, tree_of

SCRIPT_LINKS = [
    "[t](javascript:alert(1))",
    "[t](JaVaScRiPt:alert(1))",
    "[t]( javascript:alert(1))",
    "[t](java&#x09;script:alert(1))",
    "[t](java&#10;script:alert(1))",
    "[t](javascript&#58;alert(1))",
    "[t](javascript&#0000058alert(1))",
    "[t](javascript&colon;alert(1))",
    "[t](<javascript:alert(1)>)",
    "[t](<java\tscript:alert(1)>)",
    "[t](\x01javascript:alert(1))",
    "[t](vbscript:x)",
    "[t](data:text/html,<script>alert(1)</script>)",
    "[t](data:text/html;base64,PHN2Zz4=)",
    "[t][r]\n\n[r]: javascript:alert(1)",
    "[t][r]\n\n[r]: <java&Tab;script:alert(1)>",
    "[t]\n\n[t]: javascript&#0058;alert(1)",
    "![t](javascript:alert(1))",
    "![t](data:image/svg+xml,<svg onload=alert(1)>)",
    "![t][r]\n\n[r]: data:image/svg+xml;base64,PHN2Zz4=",
    "<javascript:alert(1)> t",
    "<javascript://x.example/%0aalert(1)> t",
    '<a href="javascript:alert(1)">t</a>',
    '<a href=" &#14;  javascript:alert(1)">t</a>',
    "<a href=java&#13;script:alert(1)>t</a>",
    "<a href='&#0000106avascript:alert(1)'>t</a>",
    "<a\nhref\n=\n'jav\nascript:alert(1)'>t</a>",
    "<a href='\u200bjavascript:alert(1)'>t</a>",
    "<A HREF='JAVASCRIPT:alert(1)'>t</A>",
    "<img src='javascript:alert(1)'> t",
    "<img srcset='a.png 1x, javascript:alert(1) 2x'> t",
    "<video poster='javascript:alert(1)'></video> t",
    "<blockquote cite='javascript:alert(1)'>t</blockquote>",
    "<a href='file:///etc/passwd'>t</a>",
    "<a href='blob:x'>t</a>",
]
SCHEMES = {"http", "https", "mailto", "tel"}


@pytest.mark.parametrize("source", SCRIPT_LINKS)
def test_no_address_has_a_scheme_that_runs_something(source: str) -> None:
    rendered = render(source)
    tree = parse(rendered.html)
    for element in tree.iter():
        for name in ("href", "src", "poster", "cite", "srcset"):
            for address in re.split(r",\s+", element.get(name, "")):
                plain = re.sub(r"[\x00-\x20\u200b]", "", html.unescape(address)).lower()
                scheme = re.match(r"[a-z][a-z0-9+.-]*(?=:)", plain)
                assert scheme is None or scheme[0] in SCHEMES
    assert "t" in text_of(tree) or tree.find(".//img[@alt='t']") is not None


NESTS = [
    "<svg><style><img title='</style><img src=x onerror=alert(1)>'></style></svg>",
    "<math><mtext><table><mglyph><style><img title='</style><img src onerror=alert(1)>'></table></mtext></math>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<table><a><table><a onclick=x>t",
    "<a><b><a><b><p>x</b></a>",
    "<svg></p><style><a id='</style><img src=1 onerror=alert(1)>'>",
    "<math><annotation-xml encoding='text/html'><style><img src onerror=alert(1)></annotation-xml></math>",
    "<template><script>alert(1)</script></template>",
    "<b <script>alert(1)</script>>",
    "<<b>script>alert(1)<</b>/script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=`x`onerror=alert(1)>",
    "<img src='x'onerror='alert(1)'>",
    '<img alt="a" src="x" onerror="alert(1)">',
    '<p title="` onclick=alert(1) `">x</p>',
    "<object data=x><embed src=y><applet>",
    "<base href='https://evil.example/'><meta http-equiv=refresh content=0><link rel=stylesheet href=x>",
    "<form action=/x><button formaction=javascript:x>y</button><input name=z autofocus onfocus=x></form>",
    "<input type=text value=x><input type=CHECKBOX onclick=x><input>",
    "<details ontoggle=alert(1) open><summary onclick=x>y</summary></details>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<p style='position:fixed;inset:0'>x</p><td style='text-align:left;background:url(x)'>y</td>",
    "<div class='anchor desk is-admin' id='main' role='main' hx-get='/x' data-x=1>z</div>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<!--[if IE]><script>alert(1)</script><![endif]-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml-stylesheet href=x?><!DOCTYPE html>",
    "<xmp><img src=x onerror=alert(1)></xmp><listing>",
    "</p><br/><hr><wbr/><p/>",
    "<ul><li><table><tr><li>x</ul>",
    "<h1><div><h2>x</h1>y</h2>",
    "<pre>\n\n\nx</pre>",
    "| a |\n|---|\n| <td onclick=x> |\n",
    "[a](x 'b\" onmouseover=\"alert(1)')",
    "[a](x\"onmouseover=\"alert(1))",
    "![a\" onerror=\"alert(1)](x)",
    "[![a](b)<img src=x onerror=alert(1)>](c)",
    "*[x]: y\" onclick=\"z\n\nx",
    "[^1]\n\n[^1]: <script>alert(1)</script><img src=x onerror=y>",
    "# <img src=x onerror=alert(1)> <script>alert(1)</script>",
    "> [!NOTE] <img src=x onerror=alert(1)>\n> x",
    '!!! note "<img src=x onerror=alert(1)>"\n    x',
    "&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=y&#62;",
    "`<script>` <script>`</script>`",
    "<a title='`'>x</a> `<a title='`'>",
    "<a href='x' title='a>b<c&quot;'>x</a>",
]  # fmt: skip
FORBIDDEN = named(
    "script style svg math noscript iframe object embed form button textarea select option base meta link "
    "template plaintext xmp listing title applet frame frameset html head body mglyph"
)
ATTRIBUTES = named(
    "alt aria-label checked cite class colspan controls datetime decoding dir disabled height "
    "href id kind label lang loading loop media muted name open playsinline poster preload reversed role "
    "rowspan scope sizes span src srclang srcset start tabindex title type value width"
)


def assert_harmless(source: str) -> None:
    """Hold what must be true of every text."""
    rendered = render(source, key="k")
    tree = parse(rendered.html)
    assert not FORBIDDEN & set(tags(tree))
    for element in tree.iter():
        assert set(element.keys()) <= ATTRIBUTES
        assert element.tag != "input" or (element.get("type"), element.get("disabled")) == ("checkbox", "")
    ids = [element.get("id") for element in tree.iter() if element.get("id") is not None]
    assert len(ids) == len(set(ids))
    again = parse(serialise(tree))
    assert shape(again) == shape(tree)


@pytest.mark.parametrize("source", [*NESTS, *SCRIPT_LINKS])
def test_the_result_is_harmless_and_the_same_when_parsed_again(source: str) -> None:
    assert_harmless(source)


@pytest.mark.parametrize("source", [*NESTS, *SCRIPT_LINKS])
def test_what_follows_a_hostile_text_stays_where_it_is(source: str) -> None:
    page = parse(f"<main><article>{render(source).html}</article><footer>foot</footer></main>")
    main = page.find("./main")
    assert main is not None
    assert [child.tag for child in main] == ["article", "footer"]
    assert text_of(main[1]) == "foot"


def test_classes_and_ids_of_the_site_are_not_the_authors_to_use() -> None:
    element = tree_of("<div class='desk is-admin' id='main' role='main'>z</div>")[0]
    assert dict(element.items()) == {"id": "in-main"}


def test_a_class_of_our_own_may_be_used() -> None:
    assert tree_of("<p class='center'>z</p>")[0].get("class") == "center"


def test_everything_the_renderer_makes_survives_cleaning() -> None:
    source = (
        "```js {1}\nlet a = 1;\n```\n\n| a |\n|:-:|\n| b |\n\n- [x] done\n- [ ] not\n\na[^1]\n\n[^1]: note\n\n"
        "Term\n: Def\n\nHTML\n\n*[HTML]: x\n\n~~s~~ <mark>m</mark> <img src=a.png width=1 height=2>\n\n> > q\n\n"
        "> [!TIP]\n> t\n\n3. x\n\n# h\n\n---\n\na  \nb `c` **d** *e*"
    )
    rendered = render(source)
    expected = named(
        "pre code span table thead tbody tr th td ul li input p sup a div hr ol dl dt dd abbr del mark img "
        "blockquote aside h2 br strong em"
    )
    assert expected <= set(tags(parse(rendered.html)))
    assert "&lt;" not in rendered.html
    for css_class in ("hll", "k", "center", "task-list", "task", "footnote", "footnote-ref", "callout tip"):
        assert f'class="{css_class}"' in rendered.html
