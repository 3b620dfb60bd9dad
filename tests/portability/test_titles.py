"""The title of a note, which never stands in its text a second time."""

import pytest

from blog.models import Kind
from blog.portability.titles import cut, name_of
from tests.portability.conftest import Import, stored


@pytest.mark.parametrize(
    ("body", "title", "source"),
    [
        ("# A title\n\ntext", "A title", "text"),
        ("\n\n# A title #\ntext", "A title", "text"),
        ("A title\n=======\n\ntext", "A title", "text"),
        ("A title\n---\n\ntext", "A title", "text"),
        ("## Smaller\n\ntext", "Smaller", "text"),
        ("Hello.\n\n# A title\n\ntext", "A title", "Hello.\n\ntext"),
        ("# Using `Vec<T>` with *care* and [links](x)\n\ntext", "Using Vec<T> with care and links", "text"),
        ("# C#\n\ntext", "C#", "text"),
        ("# Look ![a (b)](c(d).png) here\n\ntext", "Look here", "![a (b)](c(d).png)\n\ntext"),
        ("# Look [![a][b]](x) ![[d.png]]\n\ntext", "Look", "![a][b]\n\n![[d.png]]\n\ntext"),
        ("Look <img src='c.png'>\n===\ntext", "Look", "<img src='c.png'>\n\ntext"),
        ("# ![a](c.png)\n\ntext", "Some note", "# ![a](c.png)\n\ntext"),
        ("```sh\n# no title\n```\n\n# A title\n\ntext", "A title", "```sh\n# no title\n```\n\ntext"),
        ("Hello.\n\n## A section\n\ntext", "Some note", "Hello.\n\n## A section\n\ntext"),
        ("Hello.\n\n***\n\nmore", "Some note", "Hello.\n\n***\n\nmore"),
        ("#hashtag is no heading", "Some note", "#hashtag is no heading"),
        ("    # code, no title", "Some note", "    # code, no title"),
    ],
)
def test_the_first_heading_is_the_title(take: Import, body: str, title: str, source: str) -> None:
    take({"some-note.md": body})
    assert (stored().title, stored().source) == (title, source)


@pytest.mark.parametrize(
    ("body", "source"),
    [
        ("# The Title\n\ntext", "text"),
        ("# Another\n\ntext", "# Another\n\ntext"),
        ("Hello.\n\n# The title", "Hello.\n\n# The title"),
    ],
)
def test_a_written_title_is_not_said_again(take: Import, body: str, source: str) -> None:
    take({"a.md": f"---\ntitle: The title\n---\n{body}"})
    assert (stored().title, stored().source) == ("The title", source)


def test_a_byte_order_mark_does_not_hide_the_heading(take: Import) -> None:
    take({"a.md": "---\ndate: 2024-01-01\n---\n\ufeff# A title\n\ntext"})
    assert (stored().title, stored().source) == ("A title", "text")


def test_a_thought_may_go_without_a_title(take: Import) -> None:
    take({"some-note.md": "Just a few words."}, kind=Kind.THOUGHT)
    assert (stored().title, stored().slug) == ("", "some-note")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/some_note.md", "Some note"),
        ("a/my-trip/index.md", "My trip"),
        ("2023-01-02.md", "2023 01 02"),
        ("été.md", "Été"),
    ],
)
def test_the_name_of_a_file_reads_as_a_title(path: str, name: str) -> None:
    assert name_of(path) == name


def test_a_cut_never_makes_a_text_longer_than_it_may_be() -> None:
    assert cut("one two three", 9) == "one two…"
    assert cut("x" * 20, 9) == "xxxxxxxx…"
    assert cut("fits", 4) == "fits"
