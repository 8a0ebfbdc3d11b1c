"""The same key never acts twice."""

from typing import Any

import pytest

from tables.service import execute
from tests.house import CROUPIER, JEFE
from tests.service.mesa import everything

pytestmark = pytest.mark.django_db


def test_the_same_key_gives_the_first_answer_and_acts_once(mesa: str) -> None:
    command = {"command": "join", "player": "zoe"}
    first = execute(mesa, command, CROUPIER, key="k1")
    before = everything()
    assert first.ok
    assert execute(mesa, command, CROUPIER, key="k1") == first
    assert execute(mesa, {"command": "fly"}, CROUPIER, key="k1") == first
    assert everything() == before


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
