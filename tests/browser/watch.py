"""What must not happen behind any page."""

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

# Chromium gives an arrival up, and says so, where a page is drawn before its stylesheet has come. It may say so before
# wake.js is there to take it up.
HARMLESS = ("ViewTransition opt-in disabled",)


class Watch:
    """Collects console errors (the policy's violations among them), script errors and requests to other hosts."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.seen: list[str] = []
        self.allowed: list[str] = [*HARMLESS]
        self.requests: list[Request] = []

    def allow(self, *parts: str) -> None:
        """Accept errors that hold one of `parts`: the test provokes them."""
        self.allowed += parts

    def over(self, context: BrowserContext) -> None:
        """Watch every page of a browser profile."""
        context.on("console", self.console)
        context.on("weberror", self.script_error)
        context.on("request", self.request)

    def console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.seen.append(message.text)

    def script_error(self, error: WebError) -> None:
        self.seen.append(str(error.error))

    def request(self, request: Request) -> None:
        self.requests.append(request)
        if not request.url.startswith((f"{self.site}/", "data:")):
            self.seen.append(f"asked another host: {request.url}")

    def partials(self) -> list[str]:
        """The addresses that were asked for as fragments so far, in order."""
        return [request.url for request in self.requests if "hx-request-type" in request.headers]

    def faults(self) -> list[str]:
        """Everything that was seen and not allowed."""
        return [text for text in self.seen if not any(part in text for part in self.allowed)]
