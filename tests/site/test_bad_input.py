"""Bad input for everything that takes any: the API, pages and their forms, a socket, a house's files.

Whatever comes is answered or refused, and never by an error of the server.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import schemathesis
from asgiref.sync import async_to_sync
from django.conf import settings as house
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pytest_django.plugin import DjangoDbBlocker
from schemathesis import GenerationMode, checks

from casino.people.models import User
from casino.people.permissions import STAFF
from tables.api import api
from tables.engine import COMMANDS, INCIDENTS
from tables.live.consumers import MALFORMED
from tables.record.reglamentos.fault import Fault
from tables.record.reglamentos.file import read_reglamento
from tests.hub.sockets import WAIT, hear, opened, token
from tests.support.built import built_for_a_module
from tests.support.counter import cage, table
from tests.support.house import Croupier, game
from tests.support.mangle import ODD, TEXTS, spoiled

pytestmark = pytest.mark.django_db
SERVED = get_wsgi_application()
# What is in the house; half of the addresses name it.
THERE = {
    "slug": ("mesa",),
    "number": (1, 2, 9),
    "player": ("ana",),
    "name": ("argentina",),
    "article": ("29",),
}
NOT_ASKED = ("logout/", "lock/", "/api/tablets/{number}/end")  # who has left asks nothing more
FIELDS = (
    "since until table shift kind result line article as before actor command incident language number player "
    "next token version theme act person pin"
)
MANY = settings(
    max_examples=200,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
ROLES = st.sampled_from(sorted(map(str, STAFF)))
JSON = st.recursive(
    st.one_of(st.sampled_from(ODD), st.integers(), st.floats(), st.sampled_from(TEXTS)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=8,
)
VALUES = st.sampled_from(["ana", 100, "punto", "7"]) | JSON
SAID = st.fixed_dictionaries(
    {"command": st.sampled_from([*COMMANDS, *INCIDENTS, "", "fly"])},
    optional=dict.fromkeys(("player", "amount", "card", "hand"), VALUES),
)
EXAMPLES = [path.read_bytes() for path in sorted((house.BASE_DIR / "docs/examples").glob("*.toml"))]
OPERATIONS = [
    found.ok() for found in schemathesis.openapi.from_dict(api.get_openapi_schema()).get_all_operations()
]


def pages(found: list[Any], before: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each address but the API's, with its parts in brackets, and their names."""
    for one in found:
        if isinstance(one, URLResolver):
            yield from pages(one.url_patterns, before + str(one.pattern))
        elif (
            isinstance(one, URLPattern) and not before.startswith("api") and str(one.pattern) not in NOT_ASKED
        ):
            yield before + str(one.pattern), tuple(one.pattern.converters)


@pytest.fixture(scope="module")
def house_underway(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """An open counter, a table underway, and a member of the staff of each role."""

    def build() -> None:
        cage()
        table("mesa")
        game("mesa", 60, Croupier(5))
        for role in STAFF:
            User.objects.create_user(f"one-{role}", role=role, password="right horse battery")

    with built_for_a_module(django_db_blocker, build):
        yield


@pytest.fixture(scope="module", autouse=True)
def one_connection() -> Iterator[None]:
    """A request closes no connection whose transaction is the test's, as with Django's own client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("channels.db.close_old_connections", lambda: None)
        yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def callers(house_underway: None, db: None) -> dict[str, Client]:
    """The browser of each of them, by role."""
    found = {str(role): Client(raise_request_exception=False) for role in STAFF}
    for role, client in found.items():
        client.force_login(User.objects.get(username=f"one-{role}"))
    return found


@MANY
@given(st.data(), st.sampled_from([one for one in OPERATIONS if one.path not in NOT_ASKED]), ROLES)
def test_the_api_answers_as_its_document_says(
    callers: dict[str, Client], data: Any, operation: Any, role: str
) -> None:
    takes_anything = any(map(len, (operation.path_parameters, operation.query, operation.body)))
    modes = [GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if takes_anything else [])]
    case = data.draw(operation.as_strategy(generation_mode=data.draw(st.sampled_from(modes))))
    for name in set(case.path_parameters or {}) & set(THERE):
        case.path_parameters[name] = data.draw(st.sampled_from([case.path_parameters[name], *THERE[name]]))
    (case.headers or {}).pop("Authorization", None)  # the cookie says who asks
    session = callers[role].cookies[house.SESSION_COOKIE_NAME].value
    cookies = {house.SESSION_COOKIE_NAME: session, house.CSRF_COOKIE_NAME: "c" * 32}
    headers = {"X-CSRFToken": "c" * 32, "Accept-Encoding": "identity"}
    answer = case.call(app=SERVED, cookies=cookies, headers=headers)
    conforms = (
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    )
    case.validate_response(answer, checks=[checks.not_a_server_error, *conforms])


@MANY
@given(st.data(), st.sampled_from([*pages(get_resolver().url_patterns)]), ROLES, st.booleans())
def test_no_page_fails_whatever_its_address_and_its_fields_say(
    callers: dict[str, Client], data: Any, page: tuple[str, tuple[str, ...]], role: str, is_form: bool
) -> None:
    path = f"/{page[0]}"
    for name in page[1]:
        value = data.draw(st.sampled_from([*map(str, THERE.get(name, ())), *TEXTS]))
        path = (
            path[: path.index("<")]
            + quote(value, safe="", errors="surrogatepass")
            + path[path.index(">") + 1 :]
        )
    texts = st.sampled_from(["mesa", "ana", "1", "csv", "29", *TEXTS])
    fields = data.draw(st.dictionaries(st.sampled_from(FIELDS.split()), texts, max_size=4))
    said, client = urlencode(fields, errors="surrogatepass"), callers[role]
    kind = "application/x-www-form-urlencoded"
    answer = client.post(path, said, content_type=kind) if is_form else client.get(f"{path}?{said}")
    assert answer.status_code < 500, (role, path, said)


@settings(MANY, max_examples=40)
@given(st.lists((SAID | JSON).map(json.dumps) | st.text(min_size=1, max_size=50), min_size=3, max_size=10))
def test_whatever_is_said_on_a_socket_is_answered_or_closes_it(
    house_underway: None, db: None, said: list[str]
) -> None:
    async def talk() -> None:
        async with opened("/ws/tables/mesa/", secret=await token("device")) as line:
            await hear(line, "snapshot")
            for message in said:
                await line.send_to(message)
                told = await line.receive_output(WAIT)
                if told["type"] == "websocket.close":
                    assert told["code"] == MALFORMED, message
                    return

    async_to_sync(talk)()


@MANY
@given(st.integers(0, 2**32))
def test_a_spoiled_reglamento_is_read_or_refused_in_a_line_that_is_there(seed: int) -> None:
    random = Random(seed)
    text = spoiled(random, random.choice(EXAMPLES)).decode(errors="ignore")
    try:
        rules = read_reglamento(text)
    except Fault as fault:
        assert 1 <= fault.line <= len(text.splitlines()) + 1 and fault.reason
    else:
        assert rules.slug and rules.title
