import pytest

from tests.text.tree import text_of, texts, tree_of


@pytest.mark.parametrize(
    "source",
    [
        "- fruit\n  - apple\n  - pear",
        "- fruit\n    - apple\n    - pear",
        "- fruit\n\t- apple\n\t- pear",
        "1. fruit\n   - apple\n   - pear",
        "1. fruit\n  - apple\n  - pear",
        "10. fruit\n    * apple\n    * pear",
        "*   fruit\n    *   apple\n    *   pear",
    ],
)
def test_children_indented_by_two_or_more_columns_nest(source: str) -> None:
    tree = tree_of(source)
    outer = tree[0]
    assert len(outer.findall("li")) == 1
    assert texts(tree, "./*/li/ul/li") == ["apple", "pear"]
    assert (outer[0].text or "").strip() == "fruit"


def test_three_levels_in_steps_of_two_are_three_deep() -> None:
    assert texts(tree_of("- a\n  - b\n    - c\n- d"), "./ul/li/ul/li/ul/li") == ["c"]


def test_a_list_may_follow_a_paragraph_line() -> None:
    tree = tree_of("Shopping:\n- milk\n- tea\n\nSteps:\n1. open\n2. close")
    assert texts(tree, "./p") == ["Shopping:", "Steps:"]
    assert texts(tree, "./ul/li") == ["milk", "tea"]
    assert texts(tree, "./ol/li") == ["open", "close"]


def test_a_wrapped_line_that_begins_with_a_year_stays_prose() -> None:
    tree = tree_of("The summer of\n1986. was warm")
    assert tree.find(".//ol") is None
    assert "1986. was warm" in text_of(tree)


def test_a_list_that_starts_elsewhere_keeps_its_number() -> None:
    start = tree_of("3. three\n4. four")[0]
    assert (start.tag, start.get("start")) == ("ol", "3")


def test_blank_lines_make_a_list_loose_and_their_absence_tight() -> None:
    assert texts(tree_of("- a\n\n- b"), "./ul/li/p") == ["a", "b"]
    assert tree_of("- a\n- b").find(".//p") is None


def test_a_blank_line_inside_code_does_not_make_a_list_loose() -> None:
    assert tree_of("- a\n  ```\n  x\n\n  y\n  ```\n- b").find(".//p") is None


def test_another_sign_begins_another_list() -> None:
    tree = tree_of("- a\n* b\n1. c\n1) d")
    assert [child.tag for child in tree] == ["ul", "ul", "ol", "ol"]


def test_paragraphs_of_an_item_belong_to_it() -> None:
    tree = tree_of("1. one\n\n   more of one\n\n2. two")
    assert texts(tree, "./ol/li[1]/p") == ["one", "more of one"]
    assert len(tree.findall("./ol/li")) == 2


def test_lazy_lines_continue_the_last_paragraph_of_an_item() -> None:
    assert texts(tree_of("- one\ngoes on\n\noutside"), "./ul/li") == ["one\ngoes on"]


def test_task_lists_have_boxes_that_nobody_can_tick() -> None:
    tree = tree_of("- [ ] todo\n- [x] done\n- [no] box")
    boxes = tree.findall(".//input")
    assert [(box.get("type"), box.get("disabled"), box.get("checked")) for box in boxes] == [
        ("checkbox", "", None),
        ("checkbox", "", ""),
    ]
    assert [item.get("class") for item in tree.findall("./ul/li")] == ["task", "task", None]
    assert text_of(tree).split() == ["todo", "done", "[no]", "box"]


def test_a_task_whose_text_is_a_link_target_has_its_box() -> None:
    assert tree_of("- [ ] [a]: /x").find("./ul/li//input") is not None


def test_definition_lists_have_terms_and_definitions() -> None:
    tree = tree_of("Term\n: First\n: Second\n\nOther\nNames\n\n: With\n\n    two paragraphs")
    assert texts(tree, "./dl/dt") == ["Term", "Other", "Names"]
    assert texts(tree, "./dl/dd")[:2] == ["First", "Second"]
    assert texts(tree, "./dl/dd[3]/p") == ["With", "two paragraphs"]


def test_a_rule_of_dashes_is_no_list() -> None:
    assert [child.tag for child in tree_of("- - -\n\n* * *\n\n___")] == ["hr", "hr", "hr"]


def test_an_empty_item_stays_an_item() -> None:
    assert [text.strip() for text in texts(tree_of("-\n- a\n-"), "./ul/li")] == ["", "a", ""]


def test_an_item_without_text_leaves_a_list_tight() -> None:
    tree = tree_of("- a\n- \n- c")
    assert (texts(tree, "./ul/li"), tree.find(".//p")) == (["a", "", "c"], None)
    assert tree_of("- a\n- \n\n- c").find(".//p") is not None


def test_text_behind_a_list_within_an_item_is_a_paragraph_of_its_own() -> None:
    tree = tree_of("* foo\n  * bar\n\n  baz")
    assert texts(tree, "./ul/li/p") == ["foo", "baz"]
    assert texts(tree, "./ul/li/ul/li") == ["bar"]


def test_numbers_with_another_sign_begin_another_list() -> None:
    tree = tree_of("2. a\n3) b\n4) c\n")
    assert [(child.tag, child.get("start"), texts(child, "./li")) for child in tree] == [
        ("ol", "2", ["a"]),
        ("ol", "3", ["b", "c"]),
    ]


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("- a\n\n\t\tb", "  b"),
        ("-\t\tb", "  b"),
        (">\t\tb", "  b"),
        ("> - a\n>\n>\t\tb", "b"),
        ("1.  a\n\n\t\tb\n\t\t\tc", "b\n\tc"),
        ("- ```\n  \tb\n  ```", "\tb"),
        ("> ```\n> \tb\n> ```", "\tb"),
    ],
)
def test_tabs_reach_to_their_stops_within_lists_and_quotes(source: str, code: str) -> None:
    assert texts(tree_of(source), ".//pre") == [f"{code}\n"]


@pytest.mark.parametrize("line", ["===", "    - b", "    > b", "    # b", "    1. b"])
def test_a_lazy_line_of_a_quote_stays_prose(line: str) -> None:
    quote = tree_of(f"> a\n{line}")[0]
    assert texts(quote, "./p") == [f"a\n{line.strip()}"]


def test_a_fence_that_nothing_closes_ends_with_the_text() -> None:
    assert texts(tree_of("```\na\n"), ".//pre") == ["a\n"]
    assert texts(tree_of("```\na\n\n"), ".//pre") == ["a\n\n"]
