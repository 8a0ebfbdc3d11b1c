"""A request to the counter repeated with its idempotency key acts once."""

import pytest

from tests.api.counter import BAD, BUY, SLIPS, client_of, counted, say, steps, told, untouched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("counter")]


def test_the_same_key_again_gives_the_first_slip_and_moves_nothing() -> None:
    client = client_of("cambista")
    first = say(client, SLIPS, BUY, **{"Idempotency-Key": "k1"})
    assert first.status_code == 201
    with untouched():
        again = say(client, SLIPS, BUY, **{"Idempotency-Key": "k1"})
        assert (again.status_code, again.json()) == (201, first.json())
        for said in ({**BUY, "amount": 700}, {"kind": "gift"}):
            assert told(say(client, SLIPS, said, **{"Idempotency-Key": "k1"})) == (409, "key_used")
        assert told(say(client, SLIPS, {}, **{"Idempotency-Key": "k1"})) == BAD


def test_a_step_said_again_with_a_key_is_answered_and_moves_nothing() -> None:
    """As a tablet says it that has lost the answer."""
    number, key = counted(), {"Idempotency-Key": "k1"}
    first = say(client_of("jefe"), steps(number), {"step": "signed"}, **key)
    with untouched():
        again = say(client_of("jefe"), steps(number), {"step": "signed"}, **key)
        assert (first.status_code, again.status_code, again.json()) == (200, 200, first.json())
        assert told(say(client_of("jefe"), steps(number), {"step": "signed"})) == (409, "slip_done")
        assert told(say(client_of("cambista"), steps(number), {"step": "signed"}, **key)) == (
            409,
            "slip_done",
        )


def test_a_step_said_again_with_a_key_is_answered_also_when_others_have_signed_since() -> None:
    """The answer to who sent the chips was lost, and before he asked again they were received."""
    chips = {"kind": "fill", "chips": {"100": 1}}
    number = say(client_of("croupier"), SLIPS, chips).json()["slip"]["number"]
    key = {"Idempotency-Key": "k1"}
    say(client_of("cambista"), steps(number), {"step": "sent"}, **key)
    say(client_of("croupier"), steps(number), {"step": "received"}, **key)
    with untouched():
        again = say(client_of("cambista"), steps(number), {"step": "sent"}, **key)
        assert (again.status_code, again.json()["slip"]["state"]) == (200, "done")
        assert told(say(client_of("cambista"), steps(number), {"step": "sent"})) == (409, "slip_done")


def test_a_key_belongs_to_its_actor_and_without_one_each_is_new() -> None:
    said = {"kind": "tip", "amount": 10}
    callers = [(role, {"Idempotency-Key": "k1"}) for role in ("cambista", "croupier")] + [
        ("cambista", {})
    ] * 2
    answers = [say(client_of(role), SLIPS, said, **key) for role, key in callers]
    assert len({answer.json()["slip"]["number"] for answer in answers}) == 4


@pytest.mark.parametrize("key", ["", "x" * 201, "a\x00b", "a\nb"])
def test_a_rubbish_key_is_refused(key: str) -> None:
    with untouched():
        assert told(say(client_of("cambista"), SLIPS, BUY, **{"Idempotency-Key": key})) == BAD
