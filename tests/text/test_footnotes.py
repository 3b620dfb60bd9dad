from collections import Counter

from blog.text import render
from tests.text.tree import parse, text_of, texts, tree_of

SOURCE = "One[^1] two[^b] again[^1].\n\n[^b]: Second *note*.\n[^1]: First\n    line.\n\n    Another paragraph.\n"


def test_notes_stand_below_in_the_order_of_their_references() -> None:
    tree = tree_of(SOURCE)
    assert [reference.text for reference in tree.iterfind(".//sup/a")] == ["1", "2", "1"]
    first, second = tree.findall("./div[@class='footnote']/ol/li")
    assert texts(first, "./p")[0] == "First\nline."
    assert "Another paragraph." in text_of(first)
    assert second.find(".//em") is not None


def test_references_and_notes_lead_to_one_another() -> None:
    tree = tree_of(SOURCE)
    ids = Counter(element.get("id") for element in tree.iter() if element.get("id"))
    assert set(ids.values()) == {1}
    targets = [link.get("href", "") for link in tree.iter("a")]
    assert len(targets) == 6
    assert {target.removeprefix("#") for target in targets} == set(ids)


def test_ids_of_two_pieces_on_one_page_differ() -> None:
    page = parse(render(SOURCE, key="a").html + render(SOURCE, key="b").html)
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len(set(ids)) == 10


def test_a_note_that_is_never_defined_stays_as_typed() -> None:
    assert text_of(tree_of("a[^x] b[^two words]")).strip() == "a[^x] b[^two words]"


def test_a_note_that_nothing_refers_to_is_kept_without_an_arrow() -> None:
    tree = tree_of("text[^1]\n\n[^x]: lost?\n[^1]: found")
    assert texts(tree, "./div/ol/li/p") == ["found\xa0^", "lost?"]
    assert len(tree.findall(".//a[@class='footnote-backref']")) == 1


def test_labels_of_any_kind_make_ids_without_blanks_or_markup() -> None:
    source = "a[^&'><b>] b[^日本] c[^a.b] d[^a-b]\n\n[^&'><b>]: x\n[^日本]: y\n[^a.b]: z\n[^a-b]: w"
    ids = [element.get("id", "") for element in tree_of(source).iter() if element.get("id")]
    assert len(set(ids)) == 8
    assert not any(" " in name for name in ids)
    assert tree_of(source).find(".//b") is None


def test_code_and_lists_in_a_note_belong_to_it() -> None:
    tree = tree_of("a[^1]\n\n[^1]: text\n\n    ```\n    code\n    ```\n\n    - item\n\nafter")
    note = tree.find("./div/ol/li")
    assert note is not None
    assert texts(note, "./pre") == ["code\n"]
    assert texts(note, "./ul/li") == ["item"]
    assert texts(tree, "./p") == ["a1", "after"]


def test_a_note_may_begin_with_code() -> None:
    tree = tree_of("a[^1] b[^2]\n\n[^1]:\n    ```\n    code\n    ```\n\n[^2]: x")
    assert [note.strip() for note in texts(tree, "./div/ol/li/pre")] == ["code"]


def test_notes_are_left_out_of_the_excerpt_and_their_numbers_of_the_text() -> None:
    rendered = render(SOURCE)
    assert rendered.excerpt == "One two again."
    assert rendered.plain.startswith("One two again.\n")
    assert "Second note." in rendered.plain
    assert "^" not in rendered.plain


def test_notes_are_numbered_in_the_order_in_which_a_reader_meets_them() -> None:
    source = (
        "| a[^t] |\n|---|\n| b[^u] |\n\nc[^p] d[^t]\n\n- e[^l]\n\n> f[^q]\n\ng[^z]\n\n# h[^h]\n\n"
        "[^z]: z[^deep]\n[^alone]: alone[^last]\n[^h]: h\n[^q]: q\n[^l]: l\n[^p]: p\n[^u]: u\n[^t]: t\n"
        "[^deep]: deep\n[^last]: last"
    )
    tree = tree_of(source)
    assert texts(tree, ".//sup") == ["1", "2", "3", "1", "4", "5", "6", "7", "8", "9"]
    assert [text[:4].strip("\xa0^\n") for text in texts(tree, "./div/ol/li")] == [
        "t", "u", "p", "l", "q", "z8", "h", "deep", "last", "alon",
    ]  # fmt: skip
    again = [sup.get("id") for sup in tree.iter("sup") if text_of(sup) == "1"]
    assert again == ["fnref-k-t", "fnref2-k-t"]
