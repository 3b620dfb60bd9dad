"""Front matter in every dialect, and files of every encoding."""

import codecs
from datetime import UTC, datetime

import pytest

from blog.models import Kind, Status
from blog.portability.dates import PUBLISHED
from blog.portability.foreign import UNDERSTOOD
from tests.portability.conftest import Import, sentences, stored

TEXT = "---   \ntitle: Grüße\ntags: [one, two]\ndate: 2024-01-01\n---\n\nFirst line – ü.\n\nLast line."


@pytest.mark.parametrize(
    "title",
    [
        "2024-12-19",
        "1984",
        "no",
        "12:30",
        "1.10",
        "007",
        "Foo: bar",
        "@home",
        "[x] done",
        "*star*",
        "`code`: why",
        "a # b",
    ],
)
def test_a_title_is_the_characters_that_were_typed(take: Import, title: str) -> None:
    take(
        {"a.md": f"---\ntitle: {title}\n---\ntext"}
        if "#" not in title
        else {"a.md": f"---\ntitle: '{title}'\n---\ntext"}
    )
    assert stored().title == title


def test_topics_and_slugs_are_the_characters_that_were_typed(take: Import) -> None:
    take({"a.md": "---\ntitle: A\nslug: 007\ntags: [2024, yes, no, 1.10]\n---\ntext"})
    assert stored().slug == "007"
    assert [topic.name for topic in stored().topics] == ["2024", "yes", "no", "1.10"]


@pytest.mark.parametrize(
    ("lines", "names"),
    [
        ("tags: a, b", ["a", "b"]),
        ("tags: solo", ["solo"]),
        ("tags: [one, [two, [three]]]", ["one", "two", "three"]),
        ("categories: [A, B]", ["A", "B"]),
        ("tags:\n  - x\ncategories: x", ["x"]),
        ("topics: [a]\ntags: [b]\ncategory: c", ["a", "b", "c"]),
        ("tags: []", ["folder"]),
        ("tags: [Café, Cafe\u0301, CAFÉ]", ["Café"]),
    ],
)
def test_topics_are_names_never_letters(take: Import, lines: str, names: list[str]) -> None:
    take({"folder/a.md": f"---\ntitle: A\n{lines}\n---\ntext"})
    assert [topic.name for topic in stored().topics] == names


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("github-actions/a.md", ["github-actions"]),
        ("posts/a.md", []),
        ("content/posts/rust/a.md", ["rust"]),
        ("linux/note/index.md", ["linux"]),
        ("posts/note/index.md", []),
        ("2023/05/a.md", []),
        ("a.md", []),
        ("Cafe\u0301/a.md", ["Café"]),
    ],
)
def test_without_topics_the_folder_is_the_topic(take: Import, path: str, names: list[str]) -> None:
    take({path: "# A title\n\ntext"})
    assert [topic.name for topic in stored().topics] == names


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ("draft: true", Status.DRAFT),
        ('draft: "true"', Status.DRAFT),
        ("draft: Yes", Status.DRAFT),
        ("published: false", Status.DRAFT),
        ("status: Draft", Status.DRAFT),
        ("private: true", Status.DRAFT),
        ("status: archived", Status.WITHDRAWN),
        ("draft: false", Status.PUBLISHED),
        ("status: published", Status.PUBLISHED),
    ],
)
def test_a_draft_in_any_spelling_is_not_public(take: Import, lines: str, status: Status) -> None:
    take({"a.md": f"---\ntitle: A\ndate: 2024-01-01\n{lines}\n---\ntext"})
    assert stored().status == status


def test_what_lies_among_drafts_is_a_draft(take: Import) -> None:
    assert take({"_drafts/a.md": "# A\n\ntext"}).drafts == 1
    assert stored().status == Status.DRAFT


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ('+++\ntitle = "T"\ndate = 2024-01-01T10:00:00Z\ndraft = false\ntags = ["x"]\n+++\n\nBody', "toml"),
        ('{"title": "T", "date": "2024-01-01T10:00:00Z", "tags": ["x"], "draft": false}\n\nBody', "json"),
        ("---\ntitle: T\ndate: 2024-01-01T10:00:00Z\ntags: x\n...\n\nBody", "yaml"),
        ("title: T\npublished_date: 2024-01-01T10:00:00Z\ntags: x\n___\n\nBody", "bear"),
    ],
)
def test_every_dialect_is_read(take: Import, text: str, dialect: str) -> None:
    take({f"{dialect}.md": text})
    assert (stored().title, stored().source) == ("T", "Body")
    assert stored().published_at == datetime(2024, 1, 1, 10, tzinfo=UTC)
    assert [topic.name for topic in stored().topics] == ["x"]


def test_the_head_that_bear_writes_gives_slug_and_address(take: Import) -> None:
    take({"a.md": "title: A title\nlink: my-post\nalias: old-post\nlang: de\n___\n\nBody\n___\nmore"})
    assert (stored().slug, stored().language, stored().source) == ("my-post", "de", "Body\n___\nmore")


@pytest.mark.parametrize("body", ["One\n\n---\n\nTwo", "```yaml\n---\ntitle: other\n---\n```", "key: value\n\nmore"])
def test_the_body_keeps_its_own_lines(take: Import, body: str) -> None:
    take({"a.md": f"---\ntitle: A\n---\n\n{body}"})
    assert stored().source == body


def test_broken_front_matter_is_named_with_its_line_and_the_others_come_in(take: Import) -> None:
    report = take({"a.md": "---\ntitle: A\nx:\n  - [\n---\ntext", "b.md": "---\ntitle: B\n---\ntext"})
    assert (report.refused, report.added) == (1, 1)
    assert "a.md:" in sentences(report)
    assert "Not imported: " in sentences(report)
    assert stored().title == "B"


VARIANTS = {
    "lf": TEXT.encode(),
    "crlf": TEXT.replace("\n", "\r\n").encode(),
    "cr": TEXT.replace("\n", "\r").encode(),
    "bom": codecs.BOM_UTF8 + TEXT.encode(),
    "utf-16": TEXT.encode("utf-16"),
    "utf-16-be": codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
    "cp1252": TEXT.encode("cp1252"),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_file_from_any_system_is_the_same_piece(take: Import, variant: str) -> None:
    report = take({"a.md": VARIANTS[variant]})
    assert (stored().title, stored().source) == ("Grüße", "First line – ü.\n\nLast line.")
    assert [topic.name for topic in stored().topics] == ["one", "two"]
    assert ("Windows-1252" in sentences(report)) == (variant == "cp1252")


@pytest.mark.parametrize("data", [b"\x00\x01\x02", TEXT.encode("utf-16-le"), b"\x81\x8d\xff", b"GIF89a\x00"])
def test_what_is_no_text_is_refused_by_name(take: Import, data: bytes) -> None:
    report = take({"a.md": data, "b.md": "# B\n\nb"})
    assert "a.md: Not imported: this is no text" in sentences(report)
    assert stored().title == "B"


def test_a_stray_control_character_is_left_out_and_said(take: Import) -> None:
    report = take({"a.md": TEXT.replace("First", "Fi\x00rst\x1f\x08").encode()})
    assert stored().source == "First line – ü.\n\nLast line."
    assert "a.md: Control characters in it were left out." in sentences(report)


def test_a_file_that_is_far_too_large_is_refused_by_name(take: Import) -> None:
    report = take({"a.md": "x" * 9_000_000, "b.md": "# B\n\nb"})
    assert "a.md: Not imported: the file has 9 MB; 8 MB are the most." in sentences(report)


def test_a_text_that_the_renderer_refuses_is_named(take: Import) -> None:
    report = take({"a.md": "word " * 300_000, "b.md": "# B\n\n[a](a.md)"})
    assert "a.md: Not imported: " in sentences(report)
    assert "b.md: The link to a.md leads to nothing" in sentences(report)
    assert stored().title == "B"


def test_summary_language_and_canonical_address_are_taken_where_they_are_good(take: Import) -> None:
    head = "description: Short.\nlang: de_AT\ncanonicalURL: https://old.example/a"
    take({"a.md": f"---\ntitle: A\n{head}\n---\ntext"})
    assert (stored().summary, stored().language, stored().canonical) == ("Short.", "de-AT", "https://old.example/a")


def test_a_bad_language_or_address_is_left_out_with_a_word(take: Import) -> None:
    report = take({"a.md": "---\ntitle: A\nlang: Schwäbisch!\ncanonical: javascript:alert(1)\n---\ntext"})
    assert (stored().language, stored().canonical) == ("", "")
    assert sentences(report).count("left out") == 2


def test_a_long_title_and_summary_are_cut_at_a_word_and_reported(take: Import) -> None:
    report = take({"a.md": f"---\ntitle: {'word ' * 800}\nsummary: {'more ' * 400}\n---\ntext"})
    assert len(stored().title) <= 300
    assert stored().title.endswith("word…")
    assert len(stored().summary) <= 1000
    assert sentences(report).count("was cut to") == 2


def test_keys_that_mean_nothing_are_counted(take: Import) -> None:
    report = take(
        {"a.md": "---\ntitle: A\nlayout: post\ntoc: true\n---\nx", "b.md": "---\ntitle: B\nlayout: post\n---\nx"}
    )
    assert "Keys that mean nothing here: layout (2), toc (1)." in list(report.lines())
    assert set(PUBLISHED) <= UNDERSTOOD


@pytest.mark.parametrize("kind", Kind)
def test_the_kind_is_what_is_written_or_asked_for(take: Import, kind: Kind) -> None:
    take({"a.md": "# A\n\ntext", "b.md": "---\nkind: thought\ntitle: B\n---\ntext"}, kind=kind)
    assert stored("a").kind == kind
    assert stored("b").kind == Kind.THOUGHT


def test_an_unlisted_note_stays_unlisted(take: Import) -> None:
    take({"a.md": "---\ntitle: A\nunlisted: true\n---\ntext"})
    assert not stored().listed


def test_a_comment_behind_the_opening_signs_is_one(take: Import) -> None:
    take({"a.md": "--- # about this note\ntitle: A\ndraft: true\n---\nText."})
    assert (stored().title, stored().source, stored().status) == ("A", "Text.", Status.DRAFT)


def test_topics_of_zola_stand_in_a_table_of_their_own(take: Import) -> None:
    take({"a.md": '+++\ntitle = "A"\n[taxonomies]\ntags = ["rust", "web"]\nCategories = ["tools"]\n+++\nText.'})
    assert sorted(topic.name for topic in stored().topics) == ["rust", "tools", "web"]


def test_a_topic_loses_the_sign_that_some_programs_put_before_it(take: Import) -> None:
    take({"a.md": "---\ntags: ['#rust', '#', c#]\n---\nText."})
    assert sorted(topic.name for topic in stored().topics) == ["c#", "rust"]


@pytest.mark.parametrize("word", ["git Created", "Created", "Last Modified", "git Last Modified"])
def test_a_word_that_sends_for_the_date_elsewhere_is_no_wrong_date(take: Import, word: str) -> None:
    report = take({"2024-01-02-a.md": f"---\ntitle: A\ndate: {word}\n---\nText."})
    assert report.refused == 0
    at = stored().published_at
    assert at is not None and at.date().isoformat() == "2024-01-02"


HEAD = "Title: A title\nDate: 2024-01-02 10:20\nCategory: Python\nTags: x,\n    y\nSlug: my-post\nAuthor: Me\n"


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ("", Status.PUBLISHED),
        ("Status: published\n", Status.PUBLISHED),
        ("Status: draft\n", Status.DRAFT),
        ("Status: hidden\n", Status.DRAFT),
        ("STATUS: Draft\n", Status.DRAFT),
    ],
)
def test_the_head_that_pelican_writes_is_read(take: Import, lines: str, status: Status) -> None:
    take({"a.md": f"{HEAD}{lines}\nBody\n\nNote: more"})
    piece = stored()
    assert (piece.title, piece.slug, piece.source, piece.status) == ("A title", "my-post", "Body\n\nNote: more", status)
    assert {topic.name for topic in piece.topics} == {"Python", "x", "y"}


@pytest.mark.parametrize(
    "text",
    [
        "Title: A\nDate: 2024-01-02\n\nStatus: draft\n\nBody",
        "Title: A\nDate: 2024-01-02\nStatus: draft\nStatus: published\n\nBody",
        "Title: A\nDate: 2024-01-02\nBody at once",
        "Question: why?\nAnswer: because.\n\nBody",
    ],
)
def test_what_is_not_surely_a_head_of_pelican_makes_a_draft_and_stays(take: Import, text: str) -> None:
    take({"a.md": text})
    assert (stored().status, stored().source) == (Status.DRAFT, text)
