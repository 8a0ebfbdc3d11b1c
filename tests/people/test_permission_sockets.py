"""Each role at each socket: what the permission table allows is served, everything else is closed with 4403."""

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings

from casino.people.permissions import SOCKETS, Role, may_listen
from casino.site.asgi import application
from tables.door.service import create_table
from tables.screens.catalogue import SCREENS
from tests.people.test_permission_matrix import MESA, Caller

WAIT = 60.0  # seconds: far more than anything here takes


def socket_path(name: str) -> str:
    if not name.startswith("screens/"):
        return f"/ws/tables/{MESA}/" if name == "table" else f"/ws/{name}/"
    screen = SCREENS[name.removeprefix("screens/")]
    return f"/ws/{name}/{MESA}/" if screen.of_one_table else f"/ws/{name}/"


@database_sync_to_async
def credentials(role: str) -> list[tuple[bytes, bytes]]:
    caller = Caller(role)
    if caller.headers:
        return [(b"authorization", caller.headers["Authorization"].encode())]
    cookie = caller.client.cookies[settings.SESSION_COOKIE_NAME].value
    return [
        (b"host", b"localhost"),
        (b"origin", b"http://localhost"),
        (b"cookie", f"{settings.SESSION_COOKIE_NAME}={cookie}".encode()),
    ]


async def answered(path: str, headers: list[tuple[bytes, bytes]]) -> int:
    """The code with which the socket is closed at once; 0 where it sends something."""
    line = WebsocketCommunicator(application, path, headers=headers)
    assert (await line.connect(WAIT))[0]
    output = await line.receive_output(WAIT)
    await line.disconnect()
    return int(output.get("code", 0))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("role", Role)
async def test_sockets(role: str) -> None:
    await database_sync_to_async(create_table)(MESA, MESA)
    headers = await credentials(role)
    for name in SOCKETS:
        expected = 0 if may_listen(role, name) else 4403
        assert await answered(socket_path(name), headers) == expected, name
