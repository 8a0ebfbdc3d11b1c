"""A command over HTTP."""

import json
from collections.abc import Callable

from tests.simulation.errands import NOT_NOW, Errand
from tests.simulation.line import Json
from tests.simulation.process import Process
from tests.simulation.scheduler import Loop

Heard = Callable[[int, Json | None], None]
Headers = list[tuple[bytes, bytes]]


class Request:
    """One POST of a command."""

    def __init__(self, world: Loop, errand: Errand, head: Headers, heard: Heard) -> None:
        self._world, self._errand, self._heard = world, errand, heard
        self.latency: Callable[[], float] = lambda: 0.0
        self.accepted: Callable[[str, Json], None] = lambda key, answer: None  # told what the server answers
        self.broken: Callable[[str], None] = lambda words: None
        self._status = 0
        self._process: Process | None = None
        address = f"/api/tables/{errand.table}/commands"
        headers = [
            *head,
            (b"content-type", b"application/json"),
            (b"idempotency-key", errand.key.encode()),
        ]
        self.scope: Json = {
            "type": "http",
            "method": "POST",
            "http_version": "1.1",
            "scheme": "http",
            "path": address,
            "raw_path": address.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": headers,
            "client": ["127.0.0.1", 40000],
            "server": ["127.0.0.1", 8000],
            "asgi": {"version": "3.0"},
        }

    def arrive(self, process: Process) -> None:
        """It reaches the process."""
        if process.is_up:
            process.loop.call_soon(self._serve, process)

    def _serve(self, process: Process) -> None:
        self._process = process
        process.start(process.application(self.scope, self.receive, self.send), self.failed)

    async def receive(self) -> Json:
        """The body, in one piece."""
        return {"type": "http.request", "body": self._errand.body, "more_body": False}

    async def send(self, message: Json) -> None:
        """What the application answers."""
        if message["type"] == "http.response.start":
            self._begin(message["status"], {name.lower(): value for name, value in message["headers"]})
            return
        answer = json.loads(message["body"])
        if self._status == NOT_NOW and answer["error"]["code"] not in ("unavailable", "too_busy"):
            self.broken(f"{self._errand.key} was answered {self._status}: {answer}")
        self.accepted(self._errand.key, answer)
        self._world.call_later(self.latency(), self._heard, self._status, answer)

    def _begin(self, status: int, headers: dict[bytes, bytes]) -> None:
        self._status = status
        if status >= 500 and (status != NOT_NOW or b"retry-after" not in headers):
            self.broken(f"{self._errand.key} was answered {status}, and not asked to come again")
        assert self._process is not None
        if self._process.application.draining and headers.get(b"connection") != b"close":
            self.broken(f"{self._errand.key}: a server that stops wants to be asked more on this connection")

    def failed(self, error: BaseException | None) -> None:
        """The application has ended."""
        if error is not None:
            self.broken(f"{self._errand.key} was not answered: {error!r}")
