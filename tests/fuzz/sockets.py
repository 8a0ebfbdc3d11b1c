"""Sockets: whatever is said on one is answered, or the socket is closed with a code that says why."""

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from hypothesis import strategies as st

from tables.engine import COMMANDS, INCIDENTS
from tests.engine.fields import VALUES
from tests.fuzz.given import each
from tests.fuzz.mangle import ODD, TEXTS, spoiled
from tests.fuzz.outcome import Defect, Outcome
from tests.fuzz.server import Caller, House
from tests.wire import Wire

Json = dict[str, Any]
ANSWERING, FLOOR = "/ws/tables/", "/ws/floor/"  # there, each message is answered; there, none is
PATHS = (
    *("/ws/tables/mesa/", "/ws/tables/otra/") * 4,
    *("/ws/screens/console/mesa/", "/ws/screens/counter/", "/ws/screens/floor/"),
    FLOOR,
)
EXPECTED = {"4400", "4401", "4403", "1002", "1007", "1009"}
LAST = json.dumps({"type": "command", "key": "last", "command": {"command": "note", "text": "over"}})
BEATS = 6  # heartbeats without an answer: it will not come

JSON = st.recursive(
    st.one_of(st.sampled_from(ODD), st.integers(), st.floats(), st.text(max_size=20), st.sampled_from(TEXTS)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    [*VALUES, "player", "amount", "minimum", "maximum", "chip", "depth", "by", "expected_version"]
)
NAMES = st.sampled_from([*COMMANDS, *INCIDENTS, "", "fly"])


@st.composite
def commands(draw: st.DrawFn) -> Json:
    """A command with fields that are right, nearly right, or anything."""
    said: Json = {"command": draw(NAMES)}
    for field in draw(st.lists(FIELDS, max_size=4)):
        known = st.sampled_from(VALUES.get(field, ["ana", 100, 10]))
        said[field] = draw(st.one_of(known, known, JSON))
    return said


def _framed(said: Any) -> Any:
    """As a screen says it."""
    return {"type": "command", "key": "k", "command": said}


MESSAGES = st.one_of(
    commands().map(json.dumps),
    commands().map(_framed).map(json.dumps),
    JSON.map(json.dumps),
    st.builds(lambda version: json.dumps({"type": "shown", "version": version}), JSON),
    st.text(max_size=50),
    st.integers(0, 2**32).map(lambda seed: _spoiled(Random(seed))),
    st.binary(max_size=40),  # a frame as it is, masked or not
)


def _spoiled(random: Random) -> str:
    return spoiled(random, b'{"command": "card", "hand": "punto", "card": "7"}').decode(errors="ignore")


def messages(house: House, seed: int, inputs: int) -> Iterator[Outcome]:
    """One socket after another, as each of the callers, each with up to ten messages or broken frames."""
    random = Random(seed)
    given = 0
    for outcomes in each(st.lists(MESSAGES, min_size=3, max_size=10), seed, partial(_talk, house, random)):
        yield from outcomes[: inputs - given]
        given += len(outcomes)
        if given >= inputs:
            return


def _talk(house: House, random: Random, said: list[str | bytes]) -> list[Outcome]:
    path, caller = random.choice(PATHS), random.choice(house.callers)
    try:
        return asyncio.run(_said(house.port, path, caller, said))
    except (AssertionError, OSError, TimeoutError, asyncio.IncompleteReadError) as error:
        return [Defect(f"{path} ends with {error!r}", [caller.role, said])]


async def _said(port: int, path: str, caller: Caller, said: list[str | bytes]) -> list[Outcome]:
    wire = await Wire.open(port, path, headers=caller.headers | {"Origin": f"http://127.0.0.1:{port}"})
    found: list[Outcome] = []
    try:
        for message in [*said, LAST]:
            if isinstance(message, bytes):
                wire.say_raw(message)
                return [*found, "broken frame"]  # what the server takes it for is its own affair
            wire.say(message)
            outcome = await _answer(wire, path) if path.startswith(ANSWERING) or message == LAST else "told"
            if isinstance(outcome, Defect):
                return [*found, Defect(outcome.what, [caller.role, path, message, said])]
            found.append(outcome)
            if outcome in EXPECTED:
                break
    finally:
        wire.leave()
    return found


async def _answer(wire: Wire, path: str) -> Outcome:
    """The next answer, or the end of the socket. A floor is alive as long as its heart beats."""
    beats = 0
    while beats < BEATS:
        heard = await wire.hear()
        if heard.isdecimal():
            return heard if heard in EXPECTED else Defect(f"closed with {heard}", "")
        told = json.loads(heard)
        beats += told["type"] == "heartbeat"
        if told["type"] == "answer":
            return f"answer {told['status']}" if told["status"] < 500 else Defect(f"is answered {heard}", "")
        if path == FLOOR and beats:
            return "silence"
    return Defect("no answer", "")
