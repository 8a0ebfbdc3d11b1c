"""The record says who did what; every earlier state is found in it, and an undo goes back to one."""

import pytest

from tables.door.service import execute, read
from tables.models import Player, PlayerName, Record, Table
from tables.record.history import CHECKPOINT_EVERY, RecordHistory
from tables.record.stored import previous_of
from tests.door.mesa import everything, without_ids
from tests.support.house import CROUPIER, JEFE, Croupier, game

pytestmark = pytest.mark.django_db


def test_the_record_says_who_did_what_and_is_chained(mesa: str) -> None:
    execute(mesa, {"command": "place_bet", "player": "ana", "chance": "punto", "amount": 10}, CROUPIER)
    execute(mesa, {"command": "join", "player": "zoe", "name": "Zoë"}, CROUPIER, key="k1")
    first, *_, last = Record.objects.order_by("number")
    assert (first.number, first.first_seq, previous_of(first)) == (1, 1, "")
    assert (last.name, last.actor, last.role, last.key) == ("join", "carla", "croupier", "k1")
    reference = PlayerName.objects.get(number=last.number).reference
    assert last.command == {"command": "join", "player": "zoe", "name": reference}
    assert previous_of(last) == Record.objects.get(number=last.number - 1).digest
    assert Table.objects.get().head == last.digest


def test_an_earlier_state_is_found_from_the_nearest_checkpoint(mesa: str) -> None:
    states, croupier = {}, Croupier()
    for _ in range(CHECKPOINT_EVERY + 20):
        game(mesa, 1, croupier)
        state = read(mesa)[1]
        states[state.version] = state
    table = Table.objects.get()
    history = RecordHistory(table.pk, table.version)
    assert Record.objects.exclude(state="").exists()
    assert all(history.state_at(version) == state for version, state in states.items())
    with pytest.raises(ValueError, match="no record"):
        history.state_at(table.version + 1)


def test_an_undo_gives_everything_back_but_the_record(mesa: str) -> None:
    game(mesa, 40)
    before, version = everything(), read(mesa)[0].version
    game(mesa, 60, Croupier(3))
    answer = execute(mesa, {"command": "undo", "to": version, "reason": "misdealt"}, JEFE)
    assert answer.ok, answer.error
    after = everything()
    assert without_ids(after[3:]) == without_ids(before[3:])
    assert Record.objects.count() == 40 + 10 + 60 + 1
    assert read(mesa)[1].version > version


def test_who_came_is_remembered_by_the_name_that_he_said_last(mesa: str) -> None:
    def said(name: str) -> str:
        execute(mesa, {"command": "join", "player": "eva", "name": name}, JEFE)
        return str(Player.objects.get(player="eva").name)

    assert said("Eva López") == "Eva López"
    version = read(mesa)[0].version
    execute(mesa, {"command": "leave", "player": "eva"}, JEFE)
    assert said("E" * 500) == "E" * 500
    execute(mesa, {"command": "undo", "to": version, "reason": "she had stayed"}, JEFE)
    assert Player.objects.get(player="eva").name == "Eva López"
    execute(mesa, {"command": "undo", "to": version - 1, "reason": "nobody came"}, JEFE)
    assert Player.objects.get(player="eva").name == "Eva López"
    assert Player.objects.get(player="leo").name == "leo"


def test_what_still_stands_is_read_backwards_over_undone_commands(mesa: str) -> None:
    game(mesa, 30)
    names = list(Record.objects.order_by("number").values_list("name", flat=True))
    version = read(mesa)[0].version
    game(mesa, 2)
    assert execute(mesa, {"command": "undo", "to": version, "reason": "misdealt"}, JEFE).ok
    table = Table.objects.get()
    standing = RecordHistory(table.pk, table.version).standing()
    assert [made.command for made in standing] == names
    assert standing[-1].version == version
    assert len(standing) == len(names)
