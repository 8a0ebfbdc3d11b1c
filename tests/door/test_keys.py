"""The same key never acts twice."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tables.door.service import execute
from tables.door.signatures import ask
from tables.models import Record, Reply
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


def test_an_answer_is_kept_only_where_the_record_does_not_tell_it(mesa: str) -> None:
    join = {"command": "join", "player": "zoe"}
    given = execute(mesa, join, CROUPIER, key="k1")
    assert given.ok and not Reply.objects.exists()
    for number in range(60):  # behind the next record that keeps a state
        execute(mesa, {"command": "join", "player": f"p{number}"}, CROUPIER)
    assert execute(mesa, join, CROUPIER, key="k1") == given
    assert not execute(mesa, join, CROUPIER, key="k2").ok
    assert [reply.key for reply in Reply.objects.all()] == ["k2"]


def test_the_database_has_no_key_twice(mesa: str) -> None:
    """Whoever writes: a worker of an earlier release does not look for the key in the record."""
    execute(mesa, {"command": "join", "player": "zoe"}, CROUPIER, key="k1")
    execute(mesa, {"command": "join", "player": "yul"}, CROUPIER)
    again = Record.objects.get(key="k1")
    again.pk, again.number, again.first_seq, again.version = None, 900, 9_000, 9_000
    with pytest.raises(IntegrityError, match=r"record_once_per_key|tables_record\.key"), transaction.atomic():
        again.save(force_insert=True)


@pytest.mark.parametrize("key", ["", "x" * 201, "a\x00b", 7])
def test_a_key_has_1_to_200_characters(mesa: str, key: Any) -> None:
    before = everything()
    answer = execute(mesa, {"command": "join", "player": "zoe"}, CROUPIER, key=key)
    assert answer.error and answer.error["code"] == "malformed"
    assert everything() == before
