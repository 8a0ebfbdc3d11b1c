"""HTTP: what the OpenAPI document allows and forbids, and the pages with addresses and forms that nobody types."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import requests
import schemathesis
from django.urls import URLPattern, URLResolver, get_resolver
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from tables.api import api
from tests.fuzz.given import each
from tests.fuzz.mangle import TEXTS
from tests.fuzz.outcome import Defect, Outcome
from tests.fuzz.server import Caller, House

Json = dict[str, Any]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
THERE = {  # what is in the house; half of the addresses name it
    "slug": ("mesa", "otra"),
    "number": tuple(range(1, 12)),
    "player": ("ana", "bea"),
    "name": ("argentina", "spain"),
    "article": ("1", "8 bis", "29"),
}
# A caller who has left, or whose tablet was locked or ended, asks nothing more.
NOT_ASKED = ("logout/", "lock/", "/api/tablets/{number}/end")
ASKED = (
    *("since", "until", "table", "shift", "kind", "result", "line", "article", "deducted", "as", "before"),
    *("actor", "command", "incident", "language", "number", "player", "next", "token", "version", "theme"),
    *("act", "person", "pin"),
)
WAIT = 60  # seconds
FORMS = 0.2  # of the requests to pages


def api_cases(house: House, seed: int, inputs: int) -> Iterator[Outcome]:
    """Each operation of the document in turn, with good and with bad data, as each of the callers."""
    random = Random(seed)
    schema = schemathesis.openapi.from_dict(_document())
    session = requests.Session()
    ask = partial(_case, house, random, session)
    streams = [
        each(found.as_strategy(generation_mode=mode), seed, ask)
        for found in (one.ok() for one in schema.get_all_operations())
        if found.path not in NOT_ASKED
        for mode in _modes(found)
    ]
    for number in range(inputs):
        yield next(streams[number % len(streams)])


def _document() -> Json:
    return dict(api.get_openapi_schema())


def _modes(operation: Any) -> list[GenerationMode]:
    """Nothing can be wrong where nothing is said."""
    parts = operation.path_parameters, operation.query, operation.body
    return [GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if any(map(len, parts)) else [])]


def _case(house: House, random: Random, session: requests.Session, case: Any) -> Outcome:
    for name in case.path_parameters or {}:
        if name in THERE and random.random() < 0.5:
            case.path_parameters[name] = random.choice(THERE[name])
    caller = random.choice(house.callers)
    (case.headers or {}).pop("Authorization", None)  # he says himself who he is
    session.cookies.clear()
    try:
        answer = case.call(
            base_url=house.address, session=session, headers=dict(caller.headers), timeout=WAIT
        )
        case.validate_response(answer, checks=CHECKS)
    except (requests.exceptions.InvalidHeader, UnicodeError):
        return "not HTTP"  # the client cannot write it
    except Exception as error:  # noqa: BLE001 # whatever it is, it is found and told
        return Defect(str(error), [caller.role, case.as_curl_command()])
    return f"{answer.status_code}"


def pages(house: House, seed: int, inputs: int) -> Iterator[Outcome]:
    """Each page with odd values in its path and query, and its form with odd fields, as each of the callers."""
    random, session = Random(seed), requests.Session()
    patterns = list(_patterns(get_resolver().url_patterns))
    for number in range(inputs):
        path = _path(random, patterns[number % len(patterns)])
        yield _page(house, random, session, path)


def _patterns(found: list[Any], before: str = "") -> Iterator[tuple[str, Json]]:
    """Address with its parts in braces, and their converters."""
    for one in found:
        if isinstance(one, URLResolver):
            yield from _patterns(one.url_patterns, before + str(one.pattern))
        elif isinstance(one, URLPattern) and not before.startswith("api"):
            route = before + str(one.pattern)
            if route not in NOT_ASKED:
                yield route, one.pattern.converters


def _path(random: Random, pattern: tuple[str, Json]) -> str:
    route, converters = pattern
    for name in converters:
        known = THERE.get(name, ("1", "2"))
        value = str(random.choice(known if random.random() < 0.7 else TEXTS))
        start, end = route.index("<"), route.index(">")
        route = route[:start] + quote(value, safe="", errors="surrogatepass") + route[end + 1 :]
    return "/" + route


def _page(house: House, random: Random, session: requests.Session, path: str) -> Outcome:
    said = [(random.choice(ASKED), _value(random)) for _ in range(random.randint(0, 4))]
    caller, form = random.choice(house.callers), random.random() < FORMS
    address = f"{house.address}{path}"
    written = urlencode(said, errors="surrogatepass")
    session.cookies.clear()
    try:
        answer = _asked(session, caller, address, written, form)
    except requests.exceptions.RequestException as error:
        return Defect(repr(error), [caller.role, path, said])
    if answer.status_code >= 500 or "Traceback" in answer.text:
        return Defect(f"{answer.status_code}", [caller.role, "POST" if form else "GET", path, said])
    return f"{answer.status_code}"


def _value(random: Random) -> str:
    known = ("mesa", "ana", "csv", "pdf", "1", "2026-11-22T10:00", "won", "buy_in", "en", "29", "join")
    return random.choice(known) if random.random() < 0.5 else random.choice(TEXTS)


def _asked(
    session: requests.Session, caller: Caller, address: str, written: str, form: bool
) -> requests.Response:
    if not form:
        return session.get(
            f"{address}?{written}", headers=caller.headers, timeout=WAIT, allow_redirects=False
        )
    headers = caller.headers | {"Content-Type": "application/x-www-form-urlencoded"}
    return session.post(address, data=written, headers=headers, timeout=WAIT, allow_redirects=False)
