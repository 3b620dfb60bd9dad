import pytest

from blog.text import render


def test_blocks_cells_and_lines_are_parted() -> None:
    source = (
        "# Head\npara *one*  \ntwo\n\n- a\n- b\n\n| c | d |\n|---|---|\n| e | f |\n\n```\ncode x\n  y\n```\n\n---\nend"
    )
    assert render(source).plain.split() == [
        "Head",
        "para",
        "one",
        "two",
        "a",
        "b",
        "c",
        "d",
        "e",
        "f",
        "code",
        "x",
        "y",
        "end",
    ]


def test_inline_markup_parts_no_words() -> None:
    assert render("un*frigging*believable H<sub>2</sub>O a<wbr>b").plain == "unfriggingbelievable H2O ab"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("", 0),
        ("one two, three!", 3),
        ("don't e-mail v1.2.3", 3),
        ("Привет, мир! مرحبا بالعالم", 4),
        ("今日の天気", 3),
        ("Rust を使う", 3),
        ("-- ... !", 0),
    ],
)
def test_words_are_counted_in_any_script(source: str, words: int) -> None:
    assert render(source).words == words


def test_where_a_word_may_be_broken_is_shown_and_no_part_of_it() -> None:
    text = render("## Donau&shy;dampf\n\nEin Schiff\u00adfahrts\u2060weg.")
    assert "Schiff\u00adfahrts\u2060weg" in text.html
    assert [heading.id for heading in text.contents] == ["donaudampf"]
    assert (text.excerpt, text.words) == ("Ein Schifffahrtsweg.", 3)


@pytest.mark.parametrize(("words", "minutes"), [(0, 1), (1, 1), (344, 1), (346, 2), (2300, 10)])
def test_minutes_are_whole_and_one_at_least(words: int, minutes: int) -> None:
    assert render("word " * words).minutes == minutes


def test_the_path_of_the_site_goes_before_addresses_from_its_root() -> None:
    source = (
        "[a](/x) [b](/me/y) [c](//cdn.example/z) [d](z) [e](#q) [f](https://a.example/) ![g](/i.png)\n\n"
        '<img src="/s.png" srcset="/1.png 1x, /me/2.png 2x, 3.png 3x"> <video poster="/p.png" src="/v.mp4"></video>'
    )
    html = render(source, root="/me").html
    for address in ("/me/x", "/me/y", "//cdn.example/z", "z", "#q", "https://a.example/", "/me/i.png", "/me/s.png"):
        assert f'"{address}"' in html
    assert 'srcset="/me/1.png 1x, /me/2.png 2x, 3.png 3x"' in html
    assert 'poster="/me/p.png"' in html
    assert "/me/me" not in html
    assert 'href="/x"' in render(source).html


def test_a_path_that_only_begins_alike_is_another() -> None:
    assert 'href="/me/mean"' in render("[a](/mean)", root="/me").html
    assert 'href="/me"' in render("[a](/me)", root="/me").html
