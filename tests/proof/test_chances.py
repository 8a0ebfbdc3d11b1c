"""All bets that houses offer, played through the service: `shift_proof` comes to what the engine paid, and names each
line that says otherwise."""

import json
import re
from random import Random
from typing import Any

import pytest

from shift_proof import payment
from shift_proof.faults import Broken
from shift_proof.replay import Replay
from tables.record.reglamentos.catalogue import add
from tests.proof.all_chances import BETS, files, payments, play, slugs_of, written
from tests.proof.conftest import NewTable
from tests.proof.shifts import events_of, export
from verify_shift import verify

Json = dict[str, Any]
PASSES = 8


def test_every_bet_is_in_one_file() -> None:
    assert sum(map(len, files())) == len(BETS) == 35


@pytest.mark.parametrize(
    ("file", "commission"), [(0, "each_win"), (0, "end_of_shoe"), (1, "each_win"), (2, "end_of_shoe")]
)
@pytest.mark.parametrize("base", ["slovenia", "spain", "monte-carlo", "argentina"])
def test_every_bet_is_proved_and_each_changed_line_is_named(
    base: str, file: int, commission: str, new_table: NewTable
) -> None:
    house, bets = f"all-{base}", files()[file]
    with new_table():
        add(written(house, base, bets))
        play(house, Random(f"{base} {file}"), PASSES, commission=commission)
        shift = export()
    verify(shift)
    manifest, *records = map(json.loads, shift.splitlines()[:-1])
    assert {line["chance"] for paid in payments(records) for line in paid["settlements"]} >= slugs_of(bets)
    owes = commission == "end_of_shoe" and any("commission" in bet for bet in bets)
    assert owes == bool(events_of(records, "commission_collected"))
    replay = Replay(manifest)
    for record in records:
        for paid in events_of([record], "pass_settled"):
            check_each_change_is_named(replay, paid)
        replay.follow(record)


def check_each_change_is_named(replay: Replay, paid: Json) -> None:
    terms = replay.terms_of[replay.now["reglamento"]]
    for number, line in enumerate(paid["settlements"]):
        changes = {"win": line["win"] + 10, "deduction": line["deduction"] + 10, "article": "99"}
        for field, value in {**changes, "line": (line["line"] or 0) + 1, "chance": "other"}.items():
            lines = [*paid["settlements"]]
            lines[number] = {**line, field: value}
            named = f"{line['player'] or 'the house'}'s {line['chance']} of {line['stake']}: its {field}"
            with pytest.raises(Broken, match=re.escape(named)):
                payment.check(replay.now, terms, {**paid, "settlements": lines}, 2)
