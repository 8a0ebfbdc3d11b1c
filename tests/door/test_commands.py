"""A command is recorded as a whole or changes nothing."""

from typing import Any

import pytest

from ledger import selectors as ledger
from ledger import service
from tables.door import notify
from tables.door.service import create_table, execute, read
from tables.models import Bet, Pass
from tables.rules.roles import Actor
from tests.door.mesa import MESA, OPEN, everything
from tests.support.house import CROUPIER, JEFE, Croupier, game

pytestmark = pytest.mark.django_db


def test_an_accepted_command_is_answered_with_its_numbered_events() -> None:
    create_table(MESA, "Mesa 4")
    answer = execute(MESA, OPEN, JEFE)
    assert (answer.ok, answer.version, answer.phase, answer.http_status) == (True, 1, "seating", 200)
    assert answer.as_dict().keys() == {"ok", "version", "events"}
    assert [(event["seq"], event["type"]) for event in answer.events] == [(1, "table_opened")]


@pytest.mark.parametrize(
    ("command", "actor", "code", "status"),
    [
        (None, CROUPIER, "malformed", 422),
        ({"command": "fly"}, CROUPIER, "unknown_command", 422),
        ({"command": "sit", "player": "nobody", "seat": 9}, CROUPIER, "unknown_player", 409),
        ({"command": "close_table"}, CROUPIER, "not_allowed", 403),
        ({"command": "shuffle", "riffles": 4}, Actor("ines", "inspector"), "not_allowed", 403),
        ({"command": "shuffle", "riffles": 4, "expected_version": 1}, CROUPIER, "stale", 409),
        ({"command": "settle"}, CROUPIER, "wrong_phase", 409),
        ({"command": "join", "player": "zoe", "name": "\ud800"}, CROUPIER, "malformed", 422),
    ],
)
def test_a_refusal_changes_nothing(mesa: str, command: object, actor: Actor, code: str, status: int) -> None:
    before = everything()
    answer = execute(mesa, command, actor)
    assert (answer.ok, answer.error and answer.error["code"], answer.http_status) == (False, code, status)
    assert answer.as_dict().keys() == {"ok", "error"}
    assert everything() == before


def test_the_version_that_was_expected_is_accepted(mesa: str) -> None:
    now = read(mesa)[0].version
    assert execute(mesa, {"command": "shuffle", "riffles": 4, "expected_version": now}, CROUPIER).ok


def test_a_fault_in_the_middle_leaves_nothing_half_written(
    mesa: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game(mesa, 12)
    before = everything()

    def broken(*_: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(service, "post", broken)
    with pytest.raises(RuntimeError):
        game(mesa, 1)
    assert everything() == before


def test_after_every_command_rows_and_money_are_what_the_state_says(mesa: str) -> None:
    croupier = Croupier()
    for _ in range(250):
        game(mesa, 1, croupier)
        table, state = read(mesa)
        assert (table.version, table.phase, table.open) == (state.version, state.phase, state.open)
        assert dict(table.seats.values_list("number", "player")) == dict(state.seats)
        bets = Bet.objects.filter(hand__table=table, hand__number=state.current.number)
        assert {(bet.player, bet.chance, bet.amount) for bet in bets} == {
            (bet.player, bet.chance, bet.amount) for bet in state.current.bets
        }
        held = ledger.balances(f"table:{mesa}")
        assert held.get(f"table:{mesa}:stakes", 0) == sum(bet.amount for bet in state.current.bets)
        assert held.get(f"table:{mesa}:bank", 0) == (state.bank.stake if state.bank else 0)
        assert held.get(f"table:{mesa}:cagnotte", 0) == state.cagnotte
    assert Pass.objects.exclude(result="").count() > 5
    assert ledger.total() == 0


def test_a_command_takes_few_queries(mesa: str, django_assert_max_num_queries: Any) -> None:
    game(mesa, 4)
    bet = {"command": "place_bet", "player": "bea", "chance": "punto", "amount": 10}
    with django_assert_max_num_queries(15):
        assert execute(mesa, bet, CROUPIER).ok


def test_a_notification_is_sent_after_the_commit_and_only_then(
    mesa: str, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(notify, "announce", lambda slug, version, beside: told.append((slug, version)))
    with django_capture_on_commit_callbacks(execute=False) as callbacks:
        answer = execute(mesa, {"command": "join", "player": "zoe"}, CROUPIER)
        execute(mesa, {"command": "fly"}, CROUPIER)
    assert told == []
    assert len(callbacks) == 1
    callbacks[0]()
    assert told == [(mesa, answer.version)]
