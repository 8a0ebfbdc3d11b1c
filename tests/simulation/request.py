"""A command over HTTP."""

import json
from collections.abc import Callable

from tests.simulation.errands import Errand
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
        self._status = 0
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
        process.start(process.application(self.scope, self.receive, self.send), self.failed)

    async def receive(self) -> Json:
        """The body, in one piece."""
        return {"type": "http.request", "body": self._errand.body, "more_body": False}

    async def send(self, message: Json) -> None:
        """What the application answers."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            return
        is_json = self._status < 500
        answer = json.loads(message["body"]) if is_json else {}
        if is_json:
            self.accepted(self._errand.key, answer)
        self._world.call_later(self.latency(), self._heard, self._status, answer)

    def failed(self, error: BaseException | None) -> None:
        """The application has ended."""
        if error is not None:
            self._world.call_later(self.latency(), self._heard, 500, None)
