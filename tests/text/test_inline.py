import pytest

from blog.text import render
from tests.text.tree import text_of, texts, tree_of


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("*a* _b_ **c** __d e__ ***f***", "<em>a</em> <em>b</em> <strong>c</strong> <strong>d e</strong> "
         "<em><strong>f</strong></em>"),
        ("*a **b** c*", "<em>a <strong>b</strong> c</em>"),
        ("**a *b* c**", "<strong>a <em>b</em> c</strong>"),
        ("un*frigging*believable", "un<em>frigging</em>believable"),
        ("~~gone~~ ~5 and ~6 H~2~O", "<del>gone</del> ~5 and ~6 H~2~O"),
        ("*args, **kwargs", "*args, **kwargs"),
        ("2 * 3 * 4 and a ** b ** c", "2 * 3 * 4 and a ** b ** c"),
        ("**bold**text and **[a](b)**s", '<strong>bold</strong>text and <strong><a href="b">a</a></strong>s'),
        ("**你好。**世界", "<strong>你好。</strong>世界"),
        ("*a _b* c_", "<em>a _b</em> c_"),
        ("\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<b>", "*a* _b_ `c` [d](e) &lt;b&gt;"),
        ("*a `*` b*", "<em>a <code>*</code> b</em>"),
        ("_(a)_, _b_.", "<em>(a)</em>, <em>b</em>."),
        ("**Note:**<br>a **b:**`c` *d:*[e](f) ~~g.~~<b>h</b>", "<strong>Note:</strong><br>a <strong>b:</strong>"
         '<code>c</code> <em>d:</em><a href="f">e</a> <del>g.</del><b>h</b>'),
        ("_a:_<br>b `c`**(d)** e", "<em>a:</em><br>b <code>c</code><strong>(d)</strong> e"),
        ("a_`b`_c **d:**\\\ne", "a_<code>b</code>_c <strong>d:</strong><br>e"),
    ],
)  # fmt: skip
def test_emphasis_is_what_the_marks_say(source: str, html: str) -> None:
    assert render(source).html == f"<p>{html}</p>"


@pytest.mark.parametrize(
    "text",
    [
        "Start it with --kv-unified, --dry-run and --log-level=debug.",
        "__CUDA_ARCH__ and __init__.py and __FILE__:__LINE__",
        "snake_case_name, _leading and ASSERT(obj.next_ptr)",
        'He said "ok" -- really... (c) 1/2 x^2 a==b',
        "Lunch was $12, dinner $30; budget $1,000 to $2,500 (US$ or CA$).",
        "{{ 7*7 }} {% raw %} ${x} {name} {} {: .a}",
        "Use Box<Item> and Map<K,V>, then run tool <input-file> 2>&1; a <b and c> d.",
        "Vec<T>, List<List<int>>, <Widget>, </Widget>, <a, b>, 1 < 2 > 0, x<y, <3, <-, <>",
        "Vec<S>, Option<A>, List<P>, Iterator<I> and if a<b>c; Foo<Code> is none",
        "a & b && c &x; &; R&D AT&T ?a=1&copy=2",
        "C:\\new\\table and \\d+ in a regex",
        "wzxhzdk:0 klzzwxh:0001 and marker",
        "#hashtag #5 and 1986. and 3) and +1",
        "[not a link] [x] ![no] [a](b",
        "@media 50% off ^caret^ :smile: ==x== ++y++ ||z||",
    ],
)
def test_what_is_no_markdown_comes_out_as_typed(text: str) -> None:
    rendered = render(text)
    assert text_of(tree_of(text)) == text
    assert rendered.plain == text
    assert rendered.excerpt == text


def test_a_line_of_one_unknown_tag_is_shown_and_what_follows_is_markdown() -> None:
    tree = tree_of("<Widget>\n\nSecond **bold**")
    assert texts(tree, "./p") == ["<Widget>", "Second bold"]
    assert texts(tree, ".//strong") == ["bold"]


def test_entities_become_their_signs_and_are_escaped_once() -> None:
    html = render("AT&T &copy; 2024 &amp; &lt;b&gt; `&lt;`").html
    assert text_of(tree_of("AT&T &copy; 2024 &amp; &lt;b&gt; `&lt;`")) == "AT&T © 2024 & <b> &lt;"
    assert "&amp;amp;" not in html


def test_two_blanks_or_a_backslash_break_a_line() -> None:
    assert render("one  \ntwo\\\nthree\nfour").html == "<p>one<br>two<br>three\nfour</p>"


def test_bare_addresses_become_links_without_the_punctuation_around_them() -> None:
    source = (
        "See https://wiki.example/Ada_(language)_notes, (https://docs.example/a_b_c), *https://x.example/_p_/q_* "
        "and https://e.example/?a=1&b=2."
    )
    tree = tree_of(source)
    addresses = [
        "https://wiki.example/Ada_(language)_notes",
        "https://docs.example/a_b_c",
        "https://x.example/_p_/q_",
        "https://e.example/?a=1&b=2",
    ]
    assert [link.get("href") for link in tree.iter("a")] == addresses
    assert texts(tree, ".//a") == addresses
    assert tree.find(".//a//em") is None
    assert texts(tree, "./p") == [source.replace("*", "")]


@pytest.mark.parametrize(
    ("source", "href"),
    [
        ("www.example.org/a.", "http://www.example.org/a"),
        ("_https://a.example/b_", "https://a.example/b"),
        ("https://a.example/x?q=(1)&amp;r=2", "https://a.example/x?q=(1)&r=2"),
        ("<https://a.example/~b_c_d>", "https://a.example/~b_c_d"),
        ("<person@example.org>", "mailto:person@example.org"),
        ("[a](https://x.example/a_b_--c?x=1&y=2 'A \"title\"')", "https://x.example/a_b_--c?x=1&y=2"),
        ("[a](<b c>)", "b%20c"),
        ("[a *b*][ref]\n\n[Ref]: /target 'Title'", "/target"),
        ("[ref]\n\n[ref]: <x y>", "x%20y"),
        ("[a](b_(c)_d)", "b_(c)_d"),
        ("[![alt](i.png)](big.png)", "big.png"),
        ("[`a](b)`](c)", "c"),
    ],
)
def test_links_lead_where_they_say(source: str, href: str) -> None:
    assert [link.get("href") for link in tree_of(source).iter("a")] == [href]


@pytest.mark.parametrize("source", ["https://", "www.", "git@github.com:a/b", "xhttps://a.example", "a/https://b.c"])
def test_what_only_resembles_an_address_is_no_link(source: str) -> None:
    assert tree_of(source).find(".//a") is None


def test_an_address_in_a_link_text_is_no_second_link() -> None:
    tree = tree_of("[see https://a.example/b now](https://c.example)")
    assert [link.get("href") for link in tree.iter("a")] == ["https://c.example"]


def test_link_targets_show_nothing_and_the_first_of_a_name_counts() -> None:
    tree = tree_of("[x]\n\n[x]: /one\n[x]: /two")
    assert text_of(tree).strip() == "x"
    assert [link.get("href") for link in tree.iter("a")] == ["/one"]


def test_images_keep_their_words_and_load_late() -> None:
    image = tree_of('![A "b" *c*](a.png "Title")').find(".//img")
    assert image is not None
    assert dict(image.items()) == {
        "alt": 'A "b" c',
        "src": "a.png",
        "title": "Title",
        "loading": "lazy",
        "decoding": "async",
    }


def test_abbreviations_are_explained_in_prose_but_not_in_code() -> None:
    tree = tree_of('HTML and `HTML`.\n\n*[HTML]: Hyper "Text"')
    assert [(e.get("title"), e.text) for e in tree.iter("abbr")] == [('Hyper "Text"', "HTML")]
    assert text_of(tree).strip() == "HTML and HTML."


def test_two_labels_with_a_blank_between_them_are_two_links() -> None:
    links = tree_of("[one] [two] [one]\n[two] [x][two]\n\n[one]: /1\n[two]: /2").findall(".//a")
    assert [(link.text, link.get("href")) for link in links] == [
        ("one", "/1"),
        ("two", "/2"),
        ("one", "/1"),
        ("two", "/2"),
        ("x", "/2"),
    ]


def test_a_picture_takes_no_label_after_a_blank() -> None:
    pictures = tree_of("![one] [two]\n\n[one]: /1\n[two]: /2").findall(".//img")
    assert [picture.get("src") for picture in pictures] == ["/1"]


def test_an_address_that_may_not_be_linked_stays_as_typed() -> None:
    tree = tree_of("<ftp://x.example/a> <https://x.example/b>")
    assert text_of(tree).strip() == "<ftp://x.example/a> https://x.example/b"
    assert [link.get("href") for link in tree.iter("a")] == ["https://x.example/b"]


@pytest.mark.parametrize(
    ("source", "bare"),
    [
        ("https://example.org/?a=1&b=2", True),
        ("www.example.org", True),
        ("<https://example.org/x>", True),
        ("<ann@example.org>", True),
        ("[example.org](https://example.org)", True),
        ("[here](https://example.org)", False),
        ("[https://example.org](https://elsewhere.example)", False),
        ("[/x/](https://example.org/x/)", False),
    ],
)
def test_a_link_whose_words_are_its_address_is_marked(source: str, bare: bool) -> None:
    link = tree_of(source).find(".//a")
    assert link is not None and (link.get("class") == "bare") is bare


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ('<b title="`">a</b> `c`', '<b title="`">a</b> <code>c</code>'),
        ('`<b title="`">', '<code>&lt;b title="</code>"&gt;'),
        ("a <!-- ` --> b ` c", "a  b ` c"),
        ("<https://a.example/`x>`", '<a href="https://a.example/`x" class="bare">https://a.example/`x</a>`'),
        ("\\<b title=`x`>", "&lt;b title=<code>x</code>&gt;"),
        ("Vec<`T`> and a <`b`", "Vec&lt;<code>T</code>&gt; and a &lt;<code>b</code>"),
    ],
)
def test_code_and_tags_bind_alike_and_the_first_to_begin_wins(source: str, html: str) -> None:
    assert render(source).html == f"<p>{html}</p>"


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("[a [b](c) d](e)", '[a <a href="c">b</a> d](e)'),
        ("[a *[b [c](d)](e)*](f)", '[a <em>[b <a href="d">c</a>](e)</em>](f)'),
        ("[a [b](c)][r]\n\n[r]: s", '[a <a href="c">b</a>]<a href="s">r</a>'),
        ("[a [r]](c)\n\n[r]: s", '[a <a href="s">r</a>](c)'),
        ("[a [r][]](c)\n\n[r]: s", '[a <a href="s">r</a>](c)'),
        ("[a [b]](c)", '<a href="c">a [b]</a>'),
        ("[a `[b](c)`](d)", '<a href="d">a <code>[b](c)</code></a>'),
    ],
)
def test_of_links_in_one_another_the_innermost_is_the_link(source: str, html: str) -> None:
    assert render(source).html == f"<p>{html}</p>"


def test_a_picture_may_stand_in_a_link() -> None:
    link = tree_of("[![a](b.png)](c)").find("./p/a")
    assert link is not None
    assert (link.get("href"), [child.tag for child in link]) == ("c", ["img"])


@pytest.mark.parametrize(
    ("target", "href", "title"),
    [
        ("/u (a title)", "/u", "a title"),
        ("</u> (a title)", "/u", "a title"),
        ("/u\n(a\ntitle)", "/u", "a title"),
        ('/u "a\ntitle"', "/u", "a title"),
        ("/Foo_(bar) (a title)", "/Foo_(bar)", "a title"),
        ("/Foo_(bar)", "/Foo_(bar)", None),
        ("</u 1> (a \\) title)", "/u%201", "a ) title"),
    ],
)
def test_a_link_has_the_title_behind_its_target(target: str, href: str, title: str | None) -> None:
    link = tree_of(f"[x]({target})").find("./p/a")
    assert link is not None
    assert (link.get("href"), link.get("title")) == (href, title)
    assert text_of(link) == "x"


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("<https://a.example/?b=\\*c>", '<a href="https://a.example/?b=\\*c" class="bare">https://a.example/?b=\\*c</a>'),
        ("<https://a.example/ b>", '&lt;<a href="https://a.example/" class="bare">https://a.example/</a> b&gt;'),
        ("<https://a.example/?b&c>", '<a href="https://a.example/?b&amp;c" class="bare">https://a.example/?b&amp;c</a>'),
    ],
)  # fmt: skip
def test_an_address_in_angle_brackets_is_as_it_is_typed(source: str, html: str) -> None:
    assert render(source).html == f"<p>{html}</p>"


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ('[a <b title="]">c</b> d](e)', '<a href="e">a <b title="]">c</b> d</a>'),
        ('<b title="[a](b)">c</b>', '<b title="[a](b)">c</b>'),
        ('[a](b "<c>") and [d](<e>)', '<a href="b" title="&lt;c&gt;">a</a> and <a href="e">d</a>'),
        ("[a <!-- ] --> b](c)", '<a href="c">a  b</a>'),
        ('\\<b title="[a](b)">', '&lt;b title="<a href="b">a</a>"&gt;'),
    ],
)
def test_brackets_in_tags_make_no_links(source: str, html: str) -> None:
    assert render(source).html == f"<p>{html}</p>"
