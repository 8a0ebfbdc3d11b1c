"""Opening a socket in a test, reading its messages, and changing the table that it shows."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from casino.people.models import Token, User
from casino.people.sessions import displays
from casino.site.asgi import application
from tables.door.service import execute
from tests.support.house import JEFE

HOST = (b"host", b"localhost")
WAIT = 60.0  # seconds: far more than anything here takes

Json = dict[str, Any]
Line = WebsocketCommunicator


@database_sync_to_async
def cookie_of(role: str) -> str:
    user, _ = User.objects.get_or_create(username=f"one-{role}", defaults={"role": role})
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@database_sync_to_async
def token(kind: str, table: str = "mesa") -> str:
    return Token.objects.issue(kind, kind, table)


@database_sync_to_async
def display_of(secret: str) -> str:
    """The cookie that the display's link is exchanged for."""
    return Client().get(f"/wall/{secret}/").cookies[f"{displays.COOKIE}1"].value


@database_sync_to_async
def give(**command: Any) -> int:
    answer = execute("mesa", command, JEFE)
    assert answer.ok, answer.error
    return answer.version


do = database_sync_to_async


@asynccontextmanager
async def opened(path: str, role: str = "", secret: str = "", shown: str = "") -> AsyncIterator[Line]:
    """`secret`: of a device; `shown`: of a display, which sends its cookie."""
    headers = (
        [(b"authorization", f"Bearer {secret}".encode())]
        if secret
        else [HOST, (b"origin", b"http://localhost")]
    )
    if role:
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={await cookie_of(role)}".encode()))
    if shown:
        headers.append((b"cookie", f"{displays.COOKIE}1={await display_of(shown)}".encode()))
    line = WebsocketCommunicator(application, path, headers=headers)
    connected, _ = await line.connect(WAIT)
    assert connected
    try:
        yield line
    finally:
        await line.disconnect()
        # What the hub had begun in the thread of the database is over: in memory, another connection's flush would
        # find its table locked.
        await do(lambda: None)()


async def hear(line: Line, kind: str, wanted: Callable[[Json], bool] = lambda message: True) -> Json:
    """The next message of that kind that is wanted; a screen's are acknowledged."""
    async with asyncio.timeout(WAIT):
        while True:
            message = json.loads(await line.receive_from(WAIT))
            if message["type"] == "screen":
                await line.send_to(json.dumps({"type": "shown", "version": message["version"]}))
            if message["type"] == kind and wanted(message):
                return message


async def closed(line: Line) -> int:
    async with asyncio.timeout(WAIT):
        while True:
            output = await line.receive_output(WAIT)
            if output["type"] == "websocket.close":
                return output["code"]
