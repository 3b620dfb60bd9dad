"""How long the breath holds a reader up, and whether all is covered at the swap, on a site that is running.

python -m tests.browser.breath.measure http://127.0.0.1:8000 [number of clicks]
"""

import os
import shutil
import sys
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.breath.diary import come

SWITCHES = {"with WebGL": [], "without WebGL": ["--disable-3d-apis"]}
LINKS = "main h2 a[href]:not([hx-get]), main h3 a[href]:not([hx-get])"
# At the swap: is paper over the whole window, and does the browser take it over into the next page?
NOTES = """
  let clicked;
  addEventListener("click", () => (clicked = performance.now()), true);
  navigation.addEventListener("navigate", () => (sessionStorage.delay = performance.now() - clicked));
  addEventListener("pageswap", ({ viewTransition }) => {
    const cover = document.querySelector("canvas");
    const { backgroundColor, opacity } = getComputedStyle(cover);
    const { left, top, right, bottom } = cover.getBoundingClientRect();
    const isWhole = left <= 0 && top <= 0 && right >= document.documentElement.clientWidth && bottom >= innerHeight;
    const isPaper = backgroundColor === getComputedStyle(document.documentElement).backgroundColor && opacity === "1";
    sessionStorage.covered = isWhole && isPaper ? 1 : 0;
    sessionStorage.taken = viewTransition ? 1 : 0;
  });
"""


def click_through(page: Page, site: str, number: int) -> tuple[float, int, int]:
    """Follow one link: the delay in milliseconds, whether all was covered, whether the cover was taken over."""
    come(page, f"{site}/notebook/")
    links = page.locator(LINKS)
    links.nth(number % links.count()).click(no_wait_after=True)
    page.wait_for_url(lambda url: not url.endswith("/notebook/"))
    seen = page.evaluate("({ ...sessionStorage })")
    return float(seen["delay"]), int(seen["covered"]), int(seen["taken"])


def measure(browser: Browser, site: str, clicks: int) -> str:
    """What a number of clicks came to, in a sentence."""
    context = browser.new_context()
    context.add_init_script(f"if (location.protocol !== 'about:') {{ {NOTES} }}")
    page = context.new_page()
    delays, covered, taken = zip(*(click_through(page, site, number) for number in range(clicks)), strict=True)
    return (
        f"{sum(covered)} of {clicks} covered at the swap, {sum(taken)} taken over by the next page; "
        f"going on after {median(delays):.0f} ms in the middle, {max(delays):.0f} ms at most"
    )


def main(site: str, clicks: str = "20") -> None:
    """Print the figures, with WebGL and without."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        for name, switches in SWITCHES.items():
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", *switches])
            print(f"{name}: {measure(browser, site.rstrip('/'), int(clicks))}")
            browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
