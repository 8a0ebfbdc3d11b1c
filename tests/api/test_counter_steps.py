"""A step of a slip over HTTP: an ill-formed one is refused without a trace, a void one gives its reason."""

from typing import Any

import pytest

from tests.api.counter import BAD, TEXT, client_of, say, steps, told, untouched
from tests.support.counter import ask

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counter")]
BAD_STEPS: dict[str, tuple[Any, tuple[int, str]]] = {
    "empty": (b"", BAD),
    "not JSON": (b"{", BAD),
    "nothing": ({}, BAD),
    "a number": ({"step": 7}, BAD),
    "unknown": ({"step": "flown"}, (409, "not_this_step")),
    "of another kind": ({"step": "signed"}, (409, "not_this_step")),
    "a reason with a NUL": ({"step": "sent", "reason": "a\x00b"}, TEXT),
    "501 characters": ({"step": "sent", "reason": "x" * 501}, TEXT),
    "void, no word": ({"step": "void"}, (422, "reason_needed")),
    "signer as a number": ({"step": "sent", "signer": 7}, BAD),
    "a long passphrase": ({"step": "sent", "signer": "one-jefe", "passphrase": "x" * 1001}, BAD),
}


@pytest.mark.parametrize("name", BAD_STEPS)
def test_a_step_that_is_none_is_refused_without_a_trace(name: str) -> None:
    said, outcome = BAD_STEPS[name]
    number = ask("fill", 100).number
    with untouched():
        assert told(say(client_of("cambista"), steps(number), said)) == outcome


def test_a_slip_is_made_void_with_a_reason() -> None:
    number, jefe = ask("fill", 100).number, client_of("jefe")
    with untouched():
        for reason in ("", "  "):
            said = {"step": "void", "reason": reason}
            assert told(say(jefe, steps(number), said)) == (422, "reason_needed")
    assert told(say(jefe, steps(number), {"step": "void", "reason": "not now"})) == (200, "void")
    with untouched():
        assert told(say(jefe, steps(number), {"step": "void", "reason": "not now"})) == (409, "slip_done")


@pytest.mark.parametrize("number", [0, 99, 10**18, 10**19, 10**30])
def test_there_is_no_such_slip(number: int) -> None:
    with untouched():
        assert told(say(client_of("jefe"), steps(number), {"step": "signed"})) == (404, "no_such_slip")
