"""Answers that come late: a test holds requests back and lets them go when it likes."""

import re

from playwright.sync_api import Page, Request, Route

MOST_LOOKS = 500


class Held:
    """Holds back every fragment that is asked for under an address, until it is let go."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.page, self.pattern = page, re.compile(pattern)
        self.routes: list[Route] = []
        page.route(self.pattern, self.hold)

    def hold(self, route: Route, request: Request) -> None:
        self.routes.append(route)

    def wait_for(self, number: int) -> None:
        """Wait until `number` requests are held."""
        for _ in range(MOST_LOOKS):
            if len(self.routes) >= number:
                return
            self.page.wait_for_timeout(10)
        raise AssertionError(f"{len(self.routes)} requests came, not {number}")

    def let_go(self) -> None:
        """Let everything through, in the order in which it was asked for."""
        for route in self.routes:
            route.continue_()
        self.page.unroute(self.pattern)
