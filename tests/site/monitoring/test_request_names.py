"""The name of a request: in its answer and in every line of the log about it, and no stranger gives one."""

import io
import json
import logging
from collections.abc import Iterator
from ipaddress import ip_network

import pytest
import structlog
from django.conf import settings

from casino.common.telemetry.logging import structure
from casino.site.asgi import application, routes
from casino.site.monitoring.requests import NamedRequests
from casino.site.server.proxies import NamedProxies
from tables.door.service import create_table
from tests.hub.sockets import cookie_of, do
from tests.site.monitoring.asking import ask

GIVEN = "0af7651916cd43dd8448eb211c80319c"
BEHIND_NGINX = NamedProxies(NamedRequests(routes), [ip_network("127.0.0.1")])


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The lines of the log as machines collect them."""
    root, written = logging.getLogger(), io.StringIO()
    before, level, commands = root.handlers, root.level, logging.getLogger("commands").level
    root.handlers = [logging.StreamHandler(written)]
    root.setLevel(logging.INFO)
    structure(as_json=True)
    yield written
    root.handlers = before
    root.setLevel(level)
    logging.getLogger("commands").setLevel(commands)
    structlog.contextvars.clear_contextvars()


async def test_the_proxys_name_is_kept() -> None:
    _, headers, _ = await ask("/livez", {"x-request-id": GIVEN}, app=BEHIND_NGINX)
    assert headers["x-request-id"] == GIVEN


@pytest.mark.parametrize("name", ["", "short", "with space in it", "x" * 65, "a\nb-c-d-e-f"])
async def test_a_name_that_is_none_is_replaced(name: str) -> None:
    _, headers, _ = await ask("/livez", {"x-request-id": name}, app=BEHIND_NGINX)
    assert headers["x-request-id"] != name and len(headers["x-request-id"]) == 16


async def test_a_stranger_gives_no_name() -> None:
    for app in (application, BEHIND_NGINX):
        _, headers, _ = await ask("/livez", {"x-request-id": GIVEN}, client="192.0.2.7", app=app)
        assert headers["x-request-id"] != GIVEN


@pytest.mark.django_db(transaction=True)
async def test_a_commands_line_names_request_table_version_and_person(log: io.StringIO) -> None:
    await do(create_table)("mesa", "Mesa")
    session = await cookie_of("jefe")
    cookies = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={'0' * 32}"
    headers = {"cookie": cookies, "x-csrftoken": "0" * 32, "x-request-id": GIVEN}
    opening = {"command": "open_table", "reglamento": "argentina", "minimum": 10, "maximum": 1000, "chip": 1}
    status, _, body = await ask(
        "/api/tables/mesa/commands", headers, app=BEHIND_NGINX, method="POST", said=json.dumps(opening)
    )
    assert status == 200, body
    [line] = [said for said in map(json.loads, log.getvalue().splitlines()) if said["logger"] == "commands"]
    assert (line["event"], line["request"], line["table"], line["actor"], line["role"]) == (
        "accepted",
        GIVEN,
        "mesa",
        "one-jefe",
        "jefe",
    )
    assert line["version"] == json.loads(body)["version"]
