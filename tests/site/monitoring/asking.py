"""Asking the ASGI application as a proxy or Prometheus does, without a server."""

from collections.abc import Mapping
from typing import Any

from asgiref.testing import ApplicationCommunicator

from casino.site.asgi import application

WAIT = 30.0  # seconds: far more than anything here takes
LOCAL = "127.0.0.1"

Answer = tuple[int, dict[str, str], str]


async def ask(
    path: str,
    headers: Mapping[str, str] | None = None,
    *,
    client: str = LOCAL,
    app: Any = application,
    method: str = "GET",
    said: str = "",
) -> Answer:
    """Status, headers and text of the answer."""
    sent = {"host": "localhost", "content-type": "application/json", **(headers or {})}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "http_version": "1.1",
        "client": (client, 4000),
        "server": ("localhost", 80),
        "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
    }
    communicator: Any = ApplicationCommunicator  # it has no types
    line = communicator(app, scope)
    await line.send_input({"type": "http.request", "body": said.encode()})
    start = await line.receive_output(WAIT)
    body = await line.receive_output(WAIT)
    await line.wait(WAIT)
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return start["status"], found, body["body"].decode()
