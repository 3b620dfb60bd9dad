"""Every page carries the layers of the stylesheet whose rules could mean anything in it."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.pages import long_piece
from tests.browser.watch import Watch
from tests.conftest import Write

STYLESHEET = Path(__file__).parents[2] / "static" / "site.css"
PATHS = (
    *("/", "/notebook/", "/notebook/field-notes/", "/topics/typography/", "/topics/", "/dispatch/", "/projects/"),
    *("/projects/bokashi/", "/paths/start/", "/search/", "/search/?q=sqlite", "/contact/", "/contact/thanks/"),
    *("/changes/", "/colophon/", "/nothing/", "/notebook/names-that-cannot-be-wrong/"),
    *("/notebook/the-measure-of-a-line/", "/notebook/database-is-locked/", "/notebook/drei-groessen-reichen/"),
)
MISSING = """text => {
    const carried = new Set(document.querySelector("style").textContent.split(";")[0].slice(7).split(","));
    const whole = new CSSStyleSheet();
    whole.replaceSync(text);
    const missing = [];
    const look = (rules, layer) => {
        for (const rule of rules) {
            if (rule instanceof CSSLayerBlockRule) look(rule.cssRules, rule.name);
            else if (rule.cssRules?.length && !rule.selectorText) look(rule.cssRules, layer);
            else if (rule.selectorText && !carried.has(layer)) {
                const plain = rule.selectorText.replace(/::[\\w-]+/g, "").replace(/:(hover|focus(-\\w+)?)/g, "");
                if (document.querySelector(plain)) missing.push(`${layer}: ${rule.selectorText}`);
            }
        }
    };
    look(whole.cssRules, "");
    return [carried.size, missing];
}"""


@pytest.fixture(scope="session")
def full_instance(sample_instance: Path) -> Path:
    """An instance folder with the sample notebook."""
    return sample_instance


def missing(page: Page) -> list[str]:
    """The rules that an element of the page would follow, if only their layer were there."""
    carried, rules = page.evaluate(MISSING, STYLESHEET.read_text(encoding="utf-8"))
    assert 4 <= carried < 10  # or there would be nothing to miss
    return [str(rule) for rule in rules]


@pytest.mark.parametrize("path", PATHS)
def test_no_rule_that_means_a_page_is_in_a_layer_it_lacks(page: Page, watch: Watch, path: str) -> None:
    watch.allow("Failed to load resource")
    page.goto(path)
    assert missing(page) == []


def test_what_scripts_add_to_a_piece_needs_no_other_layer(page: Page, write: Write) -> None:
    """Buttons there are no buttons of forms: they have a look of their own."""
    page.goto(long_piece(write))
    page.mouse.wheel(0, 400)
    page.locator(".copy").first.wait_for(state="attached")
    assert [rule for rule in missing(page) if not rule.startswith("forms: button")] == []
