"""What stands for the cache in front of the site: it takes purges and remembers them."""

from tests.servers import threaded


class Front(threaded.Threaded):
    """Takes purges. `told` are their keys, `asked` their methods, paths and headers; `status` is what it answers."""

    def __init__(self) -> None:
        super().__init__(Answers)
        self.told: list[str] = []
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        self.status = 200


class Answers(threaded.Answers):
    """What it answers."""

    server: Front

    def do_POST(self) -> None:
        self.server.asked.append((self.command, self.path, dict(self.headers)))
        self.server.goes_on.wait()
        if self.server.status == 200:
            self.server.told.append(self.headers["Surrogate-Key"])
        self.send_response(self.server.status)
        self.end_headers()
