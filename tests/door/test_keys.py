"""The same key never acts twice."""

from typing import Any

import pytest

from tables.door.service import execute
from tables.door.signatures import ask
from tests.door.mesa import everything
from tests.support.house import CROUPIER, JEFE

pytestmark = pytest.mark.django_db


def test_the_same_key_gives_the_first_answer_and_acts_once(mesa: str) -> None:
    command = {"command": "join", "player": "zoe"}
    first = execute(mesa, command, CROUPIER, key="k1")
    before = everything()
    assert first.ok
    assert execute(mesa, command, CROUPIER, key="k1") == first
    assert execute(mesa, dict(reversed(command.items())), CROUPIER, key="k1") == first
    assert everything() == before


@pytest.mark.parametrize(
    "other", [{"command": "join", "player": "yul"}, {"command": "fly"}, [], None, {"command": "\ud800"}]
)
def test_a_key_that_was_used_for_another_command_is_refused(mesa: str, other: Any) -> None:
    command = {"command": "join", "player": "zoe"}
    first = execute(mesa, command, CROUPIER, key="k1")
    before = everything()
    answer = execute(mesa, other, CROUPIER, key="k1")
    assert answer.http_status == 409 and answer.error and answer.error["code"] == "key_used"
    assert execute(mesa, command, CROUPIER, key="k1") == first
    assert everything() == before


def test_what_was_given_under_a_key_is_not_asked_of_another_under_it(mesa: str) -> None:
    """Nor the other way round: these are two requests, at two addresses."""
    burn = {"command": "burn_shoe", "note": "a card fell"}
    ask(mesa, burn, CROUPIER, key="k1")
    given = execute(mesa, burn, CROUPIER, key="k1")
    assert given.error and given.error["code"] == "key_used"


def test_the_same_key_gives_the_first_refusal_even_when_it_would_now_be_accepted(mesa: str) -> None:
    sit = {"command": "sit", "player": "zoe", "seat": 9}
    refused = execute(mesa, sit, CROUPIER, key="k1")
    execute(mesa, {"command": "join", "player": "zoe"}, CROUPIER)
    assert not refused.ok
    assert execute(mesa, sit, CROUPIER, key="k1") == refused
    assert execute(mesa, sit, CROUPIER, key="k2").ok


def test_a_key_belongs_to_its_actor(mesa: str) -> None:
    execute(mesa, {"command": "join", "player": "zoe"}, CROUPIER, key="k1")
    answer = execute(mesa, {"command": "join", "player": "yul"}, JEFE, key="k1")
    assert answer.events[0]["player"] == "yul"


@pytest.mark.parametrize("key", ["", "x" * 201, "a\x00b", 7])
def test_a_key_has_1_to_200_characters(mesa: str, key: Any) -> None:
    before = everything()
    answer = execute(mesa, {"command": "join", "player": "zoe"}, CROUPIER, key=key)
    assert answer.error and answer.error["code"] == "malformed"
    assert everything() == before
