import pytest

from tests.text.tree import text_of, texts, tree_of


@pytest.mark.parametrize("kind", ["note", "tip", "important", "warning", "caution"])
def test_a_quote_that_names_a_kind_is_a_call_out(kind: str) -> None:
    aside = tree_of(f"> [!{kind.upper()}]\n> **Body**\n>\n> - item").find("./aside")
    assert aside is not None
    assert (aside.get("class"), aside.get("role")) == (f"callout {kind}", "note")
    assert texts(aside, "./p[@class='callout-title'][@lang='en']") == [kind.capitalize()]
    assert texts(aside, "./p/strong") == ["Body"]
    assert texts(aside, "./ul/li") == ["item"]


def test_a_call_out_may_have_a_title_of_its_own() -> None:
    assert texts(tree_of("> [!TIP] Mind *this*\n> text"), "./aside/p") == ["Mind this", "text"]


def test_an_unknown_kind_is_a_quote() -> None:
    assert "[!OTHER]" in text_of(tree_of("> [!OTHER]\n> text").find("./blockquote"))


def test_an_admonition_is_a_call_out() -> None:
    tree = tree_of('!!! danger "Watch <out>"\n    Body\n\n    - item\n\nafter')
    aside = tree.find("./aside")
    assert aside is not None
    assert aside.get("class") == "callout caution"
    assert texts(aside, "./p") == ["Watch <out>", "Body"]
    assert texts(aside, "./ul/li") == ["item"]
    assert texts(tree, "./p") == ["after"]


def test_a_collapsible_admonition_is_a_details_element() -> None:
    tree = tree_of('??? note "Long *log*"\n    hidden\n\n???+ tip\n    shown')
    details = tree.findall("./details")
    assert texts(tree, "./details/summary") == ["Long log", "Tip"]
    assert [element.get("open") for element in details] == [None, ""]
    assert "hidden" in text_of(details[0])


def test_details_between_blank_lines_hold_markdown() -> None:
    source = (
        "<details>\n<summary>Log</summary>\n\na **bold** paragraph\n\n```\ncode\n```\n\n- one\n- two\n\n"
        "</details>\n\nafter *it*"
    )
    tree = tree_of(source)
    assert [child.tag for child in tree] == ["details", "p"]
    assert texts(tree, "./details/summary") == ["Log"]
    assert texts(tree, "./details/p/strong") == ["bold"]
    assert texts(tree, "./details/pre") == ["code\n"]
    assert texts(tree, "./details/ul/li") == ["one", "two"]
    assert texts(tree, "./p/em") == ["it"]
    assert all(text_of(paragraph).strip() for paragraph in tree.iter("p"))


def test_quotes_hold_blocks_and_lazy_lines() -> None:
    tree = tree_of("> # Head\n> para\nlazy\n> > inner\n\noutside")
    assert texts(tree, "./blockquote/p") == ["para\nlazy"]
    assert texts(tree, "./blockquote/blockquote/p") == ["inner"]
    assert texts(tree, "./p") == ["outside"]
