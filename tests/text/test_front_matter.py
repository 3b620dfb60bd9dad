import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blog.text import FrontMatterError, clean, join_front_matter, split_front_matter


@pytest.mark.parametrize(
    ("header", "data"),
    [
        ("title: 2024-12-19", {"title": "2024-12-19"}),
        ("title: 1984", {"title": "1984"}),
        ("title: no", {"title": "no"}),
        ("title: 12:30", {"title": "12:30"}),
        ("title: null", {"title": "null"}),
        ("title:", {"title": ""}),
        ('title: ""', {"title": ""}),
        ("tags: [2024, yes, no, 1.10]", {"tags": ["2024", "yes", "no", "1.10"]}),
        ("slug: 007", {"slug": "007"}),
        ("date: 2024-01-02 03:04:05 +0530", {"date": "2024-01-02 03:04:05 +0530"}),
        ("date: 2024-01-02T03:04:05+05:30", {"date": "2024-01-02T03:04:05+05:30"}),
        ("draft: true\npublished: False", {"draft": "true", "published": "False"}),
        ("description: 'with # sign'", {"description": "with # sign"}),
        ("a: |\n  two\n  lines\nb: >\n  folded\n  line", {"a": "two\nlines\n", "b": "folded line\n"}),
        ("tags:\n  - a\n  - b\ntags2:\n- c", {"tags": ["a", "b"], "tags2": ["c"]}),
        ("a:\n  b:\n    c: d", {"a": {"b": {"c": "d"}}}),
        ("Schlüssel: ä\n日本: 語", {"Schlüssel": "ä", "日本": "語"}),
        ("# comment\ntitle: x # comment", {"title": "x"}),
        ("title: !!python/object/apply:os.system [x]", {"title": ["x"]}),
        ("a: &x [1]\nb: *x", {"a": ["1"], "b": ["1"]}),
        ("", {}),
    ],
)
def test_yaml_scalars_are_the_characters_as_written(header: str, data: dict[str, object]) -> None:
    found = split_front_matter(f"---\n{header}\n---\n\nBody\n")
    assert (found.data, found.body, found.dialect, found.problems) == (data, "Body\n", "yaml", ())


ODD_TITLES = """
Foo: bar|@x|[x|[x] and y|*x|* x|& co|&a [*a]|`code` first|%x|'x' and y|"x" and y|a: b: c
{x|{{ x }} y|- x: y|> x: y|!x: y|!important note|? x: y|it's: so|&yet is good|&yet|&co & co
"""


@pytest.mark.parametrize("title", ODD_TITLES.strip().replace("\n", "|").split("|"))
def test_simple_lines_that_are_no_yaml_are_taken_as_they_stand(title: str) -> None:
    found = split_front_matter(f"---\ntitle: {title}\ntags: [a, b]\nslug: 007\n---\n\nBody")
    assert found.data == {"title": title, "tags": ["a", "b"], "slug": "007"}
    assert found.problems == ("Line 2: the value of title was taken as it stands.",)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("---\ntitle: x\n  bad: [\n---\nBody", 3),
        ("---\ntitle: x\n\tb: c\n---\nBody", 3),
        ("---\na: [1,\n 2\nb: c\n---\nBody", 4),
        ('+++\ntitle = "x"\nbad\n+++\nBody', 3),
        ('{"a": 1,\n "b": }\nBody', 2),
    ],
)
def test_broken_front_matter_is_named_with_its_line(source: str, line: int) -> None:
    with pytest.raises(FrontMatterError, match=r"not valid (YAML|TOML|JSON)\.$") as caught:
        split_front_matter(source)
    assert caught.value.line == line


def test_toml_gives_truth_values_and_strings() -> None:
    source = (
        '+++\ntitle = "x: y"\ndraft = true\ndate = 2024-01-02T03:04:05+05:30\nlocal = 2024-01-02T03:04:05\n'
        "day = 2024-01-02\nat = 07:32:00\nweight = 3\nversion = 1.10\n"
        'tags = ["a", "b"]\n[params]\nx = "y"\n+++\n\nBody\n'
    )
    found = split_front_matter(source)
    assert found.dialect == "toml"
    assert found.body == "Body\n"
    assert found.data == {
        "title": "x: y",
        "draft": True,
        "date": "2024-01-02T03:04:05+05:30",
        "local": "2024-01-02T03:04:05",
        "day": "2024-01-02",
        "at": "07:32:00",
        "weight": "3",
        "version": "1.10",
        "tags": ["a", "b"],
        "params": {"x": "y"},
    }


def test_json_gives_truth_values_nothing_and_strings() -> None:
    found = split_front_matter('{\n  "title": "x",\n  "draft": false, "n": 1.10, "i": 7, "z": null\n}\n\nBody\n')
    assert found.data == {"title": "x", "draft": False, "n": "1.10", "i": "7", "z": None}
    assert (found.dialect, found.body) == ("json", "Body\n")


@pytest.mark.parametrize("end", ["---", "...", "---  ", "--- \t"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_ending_line_end_and_byte_order_mark_is_read(end: str, newline: str, mark: str) -> None:
    source = mark + newline.join(["--- ", "title: x", "tags: [a, b]", end, "", "Body", "---", "last"])
    found = split_front_matter(source)
    assert found.data == {"title": "x", "tags": ["a", "b"]}
    assert clean(found.body) == "Body\n---\nlast"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Just text\n",
        "# Title\n\n---\ntitle: fake\n---\n",
        "---\n\nA rule, then text.\n\n---\n\nmore\n",
        "---\nNo colon here\n---\n",
        "---\n- a list\n---\n",
        "---\ntitle: never closed\n",
        "+++\nx = 1\n",
        "{{ template }} text",
        "{not json} text",
        "----\na: b\n----\n",
        "```\n---\ntitle: fake\n---\n```\n",
        " ---\na: b\n---\n",
    ],
)
def test_a_text_without_front_matter_is_all_body(text: str) -> None:
    found = split_front_matter(text)
    assert (found.data, found.body, found.dialect) == ({}, text, "none")


def test_dashes_and_fences_of_the_body_stay() -> None:
    body = "First\n\n---\n\n```yaml\n---\ntitle: fake\n---\n```\n...\nLast"
    found = split_front_matter(f"---\ntitle: x\n---\n{body}")
    assert (found.data, found.body) == ({"title": "x"}, body)


EXPANDING = "a: &a [{x}]\nb: &b [{a}]\nc: &c [{b}]\nd: [{c}]".format(
    x=", ".join("x" * 50), a=", ".join(["*a"] * 50), b=", ".join(["*b"] * 50), c=", ".join(["*c"] * 50)
)
BOMBS = {
    "expanding aliases": EXPANDING,
    "lists": "a: " + "[" * 5000,
    "mappings": "a: " + "{b: " * 2000,
    "many values": "a: [" + "x, " * 6_000 + "x]",
    "long": "a: " + "x" * 200_000,
}


@pytest.mark.parametrize("header", BOMBS.values(), ids=BOMBS.keys())
def test_front_matter_that_would_blow_up_is_refused(header: str) -> None:
    with pytest.raises(FrontMatterError):
        split_front_matter(f"---\n{header}\n---\nBody")


WORDS = st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\x00"), max_size=30).map(clean)
ODD = [
    "no",
    "1984",
    "007",
    "1.10",
    "12:30",
    "2024-12-19",
    "~",
    "null",
    "a: b",
    "# x",
    "- a",
    "@x",
    "*x",
    "'",
    '"',
    "\\",
]
LINES = ["", " x ", "x\n", "\nx", "a\n\n  b\n", " a\nb", "a \nb", "x\n\n", "a\n---\nb", "\n"]
SCALARS = st.one_of(WORDS, st.sampled_from([*ODD, *LINES, "😀"]))
KEYS = st.text(alphabet="abcxyz_-é日", min_size=1, max_size=10).filter(lambda key: key[0] != "-")
VALUES = st.one_of(SCALARS, st.lists(SCALARS, max_size=4), st.dictionaries(KEYS, SCALARS, max_size=3))
DATA = st.dictionaries(KEYS, VALUES)
BODIES = st.one_of(WORDS, st.sampled_from(["", "\n", "\n\nx", "---\na: b\n---\n", "x\r\n", "\ufeffx", "# T\n\ny\n"]))


@settings(max_examples=300, deadline=None)
@given(DATA, BODIES)
def test_what_is_joined_is_split_again_byte_for_byte(data: dict[str, object], body: str) -> None:
    found = split_front_matter(join_front_matter(data, body))
    assert found.data == data
    assert list(found.data) == list(data)
    assert found.body == body
    assert found.problems == ()


def test_joined_front_matter_reads_well_and_is_the_same_every_time() -> None:
    data = {
        "title": "Über: 日本 😀",
        "date": "2024-12-19",
        "slug": "007",
        "draft": True,
        "tags": ["a", "no"],
        "note": "two\nlines",
        "long": "word " * 40 + "end",
    }
    joined = join_front_matter(data, "Body\n")
    assert joined == (
        "---\ntitle: 'Über: 日本 😀'\ndate: '2024-12-19'\nslug: '007'\ndraft: true\ntags:\n- a\n- 'no'\n"
        f"note: |-\n  two\n  lines\nlong: {data['long']}\n---\n\nBody\n"
    )
    assert join_front_matter(data, "Body\n") == joined


def test_nothing_to_say_is_still_front_matter_so_that_a_body_may_begin_with_dashes() -> None:
    assert split_front_matter(join_front_matter({}, "---\na: b\n---\n")).body == "---\na: b\n---\n"


@pytest.mark.parametrize("before", ["\n", "\n\n", " \t\n", "\r\n\r\n", "\ufeff\n"])
@pytest.mark.parametrize("header", ["---\ntitle: x\n---\n", '+++\ntitle = "x"\n+++\n'])
def test_blank_lines_may_come_before_front_matter(before: str, header: str) -> None:
    found = split_front_matter(f"{before}{header}Body")
    assert (found.data, found.body) == ({"title": "x"}, "Body")


def test_blank_lines_before_front_matter_are_counted() -> None:
    with pytest.raises(FrontMatterError) as caught:
        split_front_matter("\n\n---\ntitle: x\n  bad: [\n---\nBody")
    assert caught.value.line == 5


def test_a_rule_after_blank_lines_is_no_front_matter() -> None:
    text = "\n---\n\nA rule, then text.\n\n---\n"
    assert split_front_matter(text).body == text
    assert split_front_matter("\r\n" * 50_000 + "x").dialect == "none"


def test_a_character_written_as_two_escaped_halves_is_one() -> None:
    data = split_front_matter('---\ntitle: "\\ud83d\\udc22 \\u00e9"\n---\n').data
    assert data == {"title": "\U0001f422 é"}
