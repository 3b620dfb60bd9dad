from tests.text.tree import tags, text_of, texts, tree_of

COMMANDS = """
| command | what |
|---|---|
| `ps | wc` | bare |
| `ps \\| wc` | escaped |
| `` a`b|c `` | {id} |
"""


def test_pipes_in_code_do_not_part_cells() -> None:
    tree = tree_of(COMMANDS)
    rows = tree.findall("./table/tbody/tr")
    assert [len(row) for row in rows] == [2, 2, 2]
    assert texts(tree, ".//td[1]") == ["ps | wc", "ps | wc", "a`b|c"]
    assert texts(tree, ".//td[2]") == ["bare", "escaped", "{id}"]


def test_columns_are_aligned_by_class() -> None:
    tree = tree_of("a | b | c | d\n:-- | :-: | --: | ---\n1 | 2 | 3 | 4")
    classes = ["left", "center", "right", None]
    assert [cell.get("class") for cell in tree.iter("th")] == classes
    assert [cell.get("class") for cell in tree.iter("td")] == classes
    assert all("style" not in element.attrib and "align" not in element.attrib for element in tree.iter())


def test_no_text_is_lost_in_rows_of_another_width() -> None:
    tree = tree_of("| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |")
    assert texts(tree, ".//td") == ["1", "", "1", "2 | 3"]


def test_cells_hold_inline_markup_and_escaped_pipes() -> None:
    tree = tree_of("| **a** | b \\| c |\n|-|-|\n| [l](x) | ~~d~~ |")
    assert texts(tree, ".//th") == ["a", "b | c"]
    assert {"strong", "a", "del"} <= set(tags(tree))


def test_a_table_follows_a_paragraph_line_and_ends_before_another_block() -> None:
    tree = tree_of("Text:\n| a | b |\n|---|---|\n| 1 | 2 |\n> quote")
    assert [child.tag for child in tree] == ["p", "table", "blockquote"]


def test_a_line_of_dashes_makes_no_table_by_itself() -> None:
    assert tree_of("a | b\n---").find("./h2") is not None
    assert tree_of("| a | b |\n|---|").find(".//table") is None
    assert "| a | b |" in text_of(tree_of("| a | b |\n|---|"))


def test_a_header_without_words_is_a_plain_cell() -> None:
    tree = tree_of("| | b |\n|---|---|\n| 1 | 2 |\n\n<table><tr><th> </th><th>c</th></tr></table>")
    assert [[cell.tag for cell in row] for row in tree.iter("tr")] == [["td", "th"], ["td", "td"], ["td", "th"]]
    assert texts(tree, ".//th") == ["b", "c"]


def test_a_table_that_may_be_too_wide_is_reached_and_scrolled_by_keyboard() -> None:
    tree = tree_of("| a | b |\n|---|---|\n| 1 | 2 |\n\n<table><tr><td>c</td></tr></table>")
    assert [table.get("tabindex") for table in tree.iter("table")] == ["0", "0"]
