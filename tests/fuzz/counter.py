"""The counter: slips of every kind, with amounts that fit and that do not, and steps in any order by anybody."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import requests
from hypothesis import strategies as st

from ledger.cage.slips import KINDS, STEPS
from tests.fuzz.given import each
from tests.fuzz.mangle import ODD
from tests.fuzz.outcome import Defect, Outcome
from tests.fuzz.server import House

Json = dict[str, Any]
WAIT = 60  # seconds
ANYTHING = st.sampled_from([odd for odd in ODD if odd != "\ud800"])  # the client cannot write that one
AMOUNTS = st.one_of(st.integers(-10, 3000), st.integers(10**14, 10**20), ANYTHING)
CHIPS = st.dictionaries(
    st.sampled_from(["1", "100", "5000", "0", "-1", "٣", "x", "9" * 30]),
    st.one_of(st.integers(-2, 50), st.just(10**18)),
    max_size=3,
)
ASKED = st.fixed_dictionaries(
    {"kind": st.sampled_from([*KINDS, *KINDS, *KINDS, "", "\x00"])},
    optional={
        "amount": AMOUNTS,
        "chips": st.one_of(CHIPS, CHIPS, ANYTHING),
        "player": st.one_of(st.sampled_from(["ana", "bea", "nobody"]), st.text(max_size=40)),
        "reason": st.one_of(st.just("because"), st.text(max_size=600)),
        "number": st.one_of(st.integers(-1, 40), ANYTHING),
    },
)
TAKEN = st.fixed_dictionaries(
    {"step": st.sampled_from([*STEPS, *STEPS, "asked", ""])},
    optional={"reason": st.one_of(st.just("because"), st.text(max_size=60))},
)
WHERE = st.sampled_from(["/api/tables/mesa/slips", "/api/tables/otra/slips", "/api/cage/slips"])
WHICH = st.integers(1, 60).map("/api/slips/{}/steps".format)
KEYS = st.one_of(st.none(), st.sampled_from(["a", "b", "é", "x" * 300]), st.just(""))
REQUESTS = st.one_of(st.tuples(WHERE, ASKED, KEYS), st.tuples(WHICH, TAKEN, KEYS))


def slips(house: House, seed: int, inputs: int) -> Iterator[Outcome]:
    """Slips that are asked for, and their steps."""
    ask = partial(_asked, house, Random(seed), requests.Session())
    stream = each(REQUESTS, seed, ask)
    for _ in range(inputs):
        yield next(stream)


def _asked(house: House, random: Random, session: requests.Session, said: tuple[str, Json, Any]) -> Outcome:
    (path, body, key), caller = said, random.choice(house.callers)
    headers = caller.headers | ({} if key is None else {"Idempotency-Key": key.encode()})
    session.cookies.clear()
    try:
        answer = session.post(house.address + path, json=body, headers=headers, timeout=WAIT)
    except requests.exceptions.RequestException as error:
        return Defect(repr(error), [caller.role, said])
    if answer.status_code >= 500:
        return Defect(f"{answer.status_code}", [caller.role, said])
    answer.json()
    return f"{answer.status_code}"
