"""MDX becomes Markdown: nothing for the computer is shown to readers, nothing for readers is lost in silence."""

import time

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from blog.models import Status
from blog.portability.mdx import plain_markdown
from blog.portability.mdx_head import exported
from tests.portability.conftest import Import, sentences, stored

NOTE = """\
---
title: A note
date: 2024-01-01
---
import Chart from "../components/Chart.jsx"
import {
  Callout,
  Tabs,
} from "@site/parts"

export const greeting = `Hello

from a template with import inside`

Some words.

{/* a comment */}

<Callout type="warning" onClose={() => { shut("}") }}>
    First paragraph of **children**.

    ```js
    import example from "shown"
    ```

    Second paragraph.
</Callout>

<div className="box" style={{ color: "red" }} id="kept">boxed</div>

Vec<T> and a < b stay, \\{ too.
"""


def test_an_mdx_file_is_shown_as_markdown(take: Import, client: FlaskClient) -> None:
    report = take({"a.mdx": NOTE})
    page = client.get("/notebook/a/").text
    body = page.partition("<body")[2]
    assert "<strong>children</strong>" in body
    assert "Second paragraph." in body
    assert "boxed" in body
    for gone in ("Callout", "className", "a comment", "greeting", "onClose", "color:"):
        assert gone not in body
    assert stored().source.count("import") == 1
    assert 'import example from "shown"' in stored().source
    assert "a.mdx: Module code (import, export) was removed: 8 lines." in sentences(report)
    assert "a.mdx: Components whose content stays as text: Callout." in sentences(report)
    assert stored().status == Status.PUBLISHED


@pytest.mark.parametrize(
    ("lost", "sentence"),
    [
        ('<Chart data={[1, 2]} title="a > b" />', "Components without content were removed: Chart."),
        ("Hello {props.name}.", "Shown as code: 1 expression in braces."),
    ],
)
def test_where_something_was_lost_the_piece_is_a_draft(take: Import, lost: str, sentence: str) -> None:
    report = take({"a.mdx": f"# A\n\nWords.\n\n{lost}\n"})
    assert stored().status == Status.DRAFT
    assert f"a.mdx: {sentence}" in sentences(report)
    assert "comes in as a draft" in sentences(report)
    assert "Words." in stored().source


def test_plain_markdown_is_not_read_as_mdx(take: Import) -> None:
    source = "import taxes\n\n{braces} and <Chart />"
    take({"a.md": f"# A\n\n{source}"})
    assert stored().source == source


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        ("import x from 'y'\n\ntext", "text"),
        ("import 'y.css';\nimport y from \"z\";\ntext", "text"),
        ("import taxes are high", "import taxes are high"),
        ("export default function Layout({ children }) {\n  return <div>{children}</div>\n}\n\ntext", "text"),
        ("export const a = {\n  b: [1, 2],\n}\nexport const c = 1\n\ntext", "text"),
        ("```js\nimport x from 'y'\n{a}\n<B />\n```", "```js\nimport x from 'y'\n{a}\n<B />\n```"),
        ("`{a}` and `<B />`", "`{a}` and `<B />`"),
        ("a {/* b */} c", "a  c"),
        ('a {"literal"} {" "}c', "a literal  c"),
        ("a {b.c} d", "a `{b.c}` d"),
        ("a {`b`} d", "a ``{`b`}`` d"),
        ("{list.map(x => (\n  <Item />\n))}", "```jsx\nlist.map(x => (\n  <Item />\n))\n```\n"),
        ("<A><B>text</B></A>", "text"),
        ("<A.B c='>'>text</A.B>", "text"),
        ("<>text</>", "text"),
        ("<Tabs>\n  <Tab>\n    # Inside\n  </Tab>\n</Tabs>", "# Inside\n\n"),
        ("Vec<T> and Map<K, V>", "Vec<T> and Map<K, V>"),
        ("<p className='a' id={b} {...rest} hidden>x</p>", "<p hidden>x</p>"),
        ("\\{a} \\<B>", "\\{a} \\<B>"),
        ("open { never closed", "open { never closed"),
        ("a <B never closed", "a <B never closed"),
        ("<https://a.example> <me@a.example>", "<https://a.example> <me@a.example>"),
    ],
)
def test_mdx_becomes_markdown(source: str, plain: str) -> None:
    assert plain_markdown(source).text.strip() == plain.strip()


@given(
    st.lists(
        st.sampled_from(["{", "}", "<A>", "</A>", "<B/>", "`", "'", '"', "\n", "import x", "export {", "a", "/*", " "])
    )
)
def test_no_text_is_too_odd(parts: list[str]) -> None:
    plain_markdown("".join(parts))


@pytest.mark.parametrize("part", ["{", "<A>", "{/*", "<A {", "export const a = `\n", "import {\n", "{'"])
def test_hostile_texts_are_read_in_time(part: str) -> None:
    began = time.perf_counter()
    plain_markdown(part * 10_000)
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("name", ["metadata", "meta", "frontmatter", "metadata: Metadata"])
def test_what_a_file_exports_about_itself_is_front_matter(take: Import, name: str) -> None:
    lines = 'title: "It\\\'s “new”",\n  "date": \'2020-01-02\', tags: ["a", `b`],\n  draft: false,\n'
    report = take({"a.mdx": f"import x from 'y'\n\nexport const {name} = {{\n  {lines}}}\n\n# A heading\n\nWords."})
    kept = stored()
    assert (kept.title, kept.status, kept.source) == ("It's “new”", Status.PUBLISHED, "# A heading\n\nWords.")
    assert kept.published_at is not None and kept.published_at.year == 2020
    assert [topic.name for topic in kept.topics] == ["a", "b"]
    assert not report.drafts


@pytest.mark.parametrize(
    "value", ["title: getTitle()", "title: `a ${b}`", "a: {b: 1}", "...base", "title: 'a', // draft: true", "title"]
)
def test_what_it_exports_beyond_simple_values_makes_a_draft(take: Import, value: str) -> None:
    report = take({"a.mdx": f"export const metadata = {{ {value}\n }}\n\n# A\n\nWords."})
    assert stored().status == Status.DRAFT
    assert "what it exports about itself is more than simple values" in sentences(report)


@pytest.mark.parametrize("value", ["draft: true", "published: false", 'status: "wip"'])
def test_a_draft_that_is_exported_as_one_stays_one(take: Import, value: str) -> None:
    take({"a.mdx": f"export const meta = {{ title: 'A', {value} }}\n\nWords."})
    assert (stored().title, stored().status) == ("A", Status.DRAFT)


def test_front_matter_comes_before_what_is_exported(take: Import) -> None:
    take({"a.mdx": "---\ntitle: Front\n---\nexport const meta = { title: 'Back', lang: 'de' }\n\nWords."})
    assert (stored().title, stored().language, stored().source) == ("Front", "de", "Words.")


def test_what_is_shown_as_code_is_no_front_matter(take: Import) -> None:
    take({"a.mdx": "# A\n\n```js\nexport const meta = { title: 'B', draft: true }\n```\n"})
    assert (stored().title, stored().status) == ("A", Status.PUBLISHED)


@pytest.mark.parametrize(
    "inner", ["a: [" + "1" * 50_000, "a: '" + "\\" * 50_001, "a: 1, " * 20_000 + "b", " " * 50_000]
)
def test_hostile_exports_are_read_in_time(inner: str) -> None:
    began = time.perf_counter()
    source = f"export const meta = {{{inner} }}"
    exported(source, source)
    assert time.perf_counter() - began < 5
