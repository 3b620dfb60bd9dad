"""axe-core over a page as it stands, by day and by night, at three widths; and whether anything is too wide."""

from importlib.resources import files

from playwright.sync_api import Page

from tests.browser.pages import overflow

PACKAGE = "axe_playwright_python"
WIDTHS = (360, 768, 1440)
RUN = """async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const options = { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] };
    const { violations } = await axe.run(options);
    const told = (id, node) => `${id} ${node.target}: ${node.failureSummary}`;
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => told(id, node)));
}"""


def faults(page: Page) -> list[str]:
    """What is wrong with the page that is shown, each fault once, with the width and scheme that show it."""
    page.evaluate((files(PACKAGE) / "axe.min.js").read_text(encoding="utf-8"))
    found: dict[str, str] = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        if wide := overflow(page):
            found[f"wider than its window by {wide} pixels"] = f"{width}"
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            for fault in page.evaluate(RUN):
                found.setdefault(fault, f"{width} {scheme}")
    return [f"{where}: {fault}" for fault, where in found.items()]
