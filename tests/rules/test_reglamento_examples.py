"""A house's own bets: each of the list is one block of its file, and the examples pay what their texts say."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from tables.door.service import create_table, execute
from tables.engine import Game
from tables.engine.betting.stakes import offered
from tables.engine.payment.events import PassSettled
from tables.models import Bet
from tables.record.reglamentos.catalogue import add
from tables.record.reglamentos.chances import BLOCK
from tables.record.reglamentos.file import read_reglamento
from tables.record.reglamentos.review import prospects
from tables.robot.client import LocalClient
from tables.robot.play import play
from tables.robot.robot import Robot
from tables.rules.chances import paytable
from tables.rules.reglamento import Reglamento
from tests.support.house import JEFE
from tests.support.memory_table import Table

EXAMPLES = settings.BASE_DIR / "docs" / "examples"
LISTED = json.loads((Path(__file__).parents[1] / "data" / "chances.json").read_text(encoding="utf-8"))[
    "chances"
]
HEAD = 'slug = "casa"\ntitle = "Casa"\nbase = "slovenia"\n'
# Cards as they are dealt, each after its hand
DRAGON = "p6 b5 pK bK b2"  # punto 6 stands, banca 5 draws to 7
SIX = "p2 bK p3 b3 pK b3"  # punto 5 draws a nought, banca 3 draws to 6
FIVE = "p2 bK p2 b2 pK b3"  # punto 4 draws a nought, banca 2 draws to 5
TWO_PAIRS = "p4 b2 p4 b2"  # punto's natural, by four
# Of a stake of 100 on each
WON = [
    ("ez", DRAGON, {"banca": 0, "dragon-7": 4_000, "panda-8": -100, "punto": -100, "tie": -100}),
    ("ez", SIX, {"banca": 100, "dragon-7": -100}),
    ("punto-2000", SIX, {"banca": 50, "punto-pair": -100, "banca-dragon-bonus": -100}),
    ("punto-2000", DRAGON, {"banca": 100, "banca-dragon-bonus": -100}),
    ("punto-2000", TWO_PAIRS, {"banca": -100, "punto-pair": 1_100, "banca-pair": 1_100}),
    ("punto-2000", TWO_PAIRS, {"punto": 100, "punto-dragon-bonus": 100, "banca-dragon-bonus": -100}),
    ("ponto-e-banca", FIVE, {"banca": 50, "par-do-ponto": 1_100, "par-da-banca": -100}),
    ("ponto-e-banca", SIX, {"banca": 100, "par-do-ponto": -100}),
]


def written(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {written(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize("entry", LISTED, ids=lambda entry: entry["id"])
def test_a_bet_of_the_list_costs_one_block(entry: dict[str, Any]) -> None:
    """A table offers it, and its odds are counted, with no word of it anywhere else."""
    said = {"commission": "0"} | {key: value for key, value in entry.items() if key in BLOCK}
    rules = read_reglamento(
        HEAD + "\n".join(("[[chance]]", *(f"{key} = {written(value)}" for key, value in said.items())))
    )
    shown = {one.slug: paytable(one) for one in offered(Game(table_of(rules).state, rules, "jefe"))}
    paid = [{"commission": said["commission"]} | line for line in entry["pays"]]
    assert shown[entry["slug"]] == [_as_shown(line) for line in paid]
    counted = {one.line.chance: one.line.wins for one in prospects(rules)}
    assert 0 < counted[entry["slug"]] < 1


def _as_shown(line: dict[str, Any]) -> dict[str, Any]:
    is_paid = "to_one" in line and line["commission"] != "0"
    return {key: value for key, value in line.items() if key != "commission" or is_paid}


def table_of(rules: Reglamento) -> Table:
    """A table under these rules, its shoe cut."""
    table = Table(rules, minimum=100, maximum=10_000, chip=5)
    table.give("shuffle", riffles=4)
    by_a_player = {} if rules.cutter == "croupier" else {"player": "dora"}
    table.give("cut", depth=100, **by_a_player)
    if table.state.phase == "burning":
        table.give("burn_first", card="2")
    return table


@pytest.mark.parametrize(("example", "cards", "won"), WON)
def test_an_example_pays_what_its_text_says(example: str, cards: str, won: dict[str, int]) -> None:
    table = table_of(read_reglamento((EXAMPLES / f"{example}.toml").read_text()))
    for chance in won:
        table.bet("ana", 100, chance)
    table.give("close_betting")
    for card in cards.split():
        table.give("card", hand={"p": "punto", "b": "banca"}[card[0]], card=card[1:])
    table.give("settle")
    [event] = [event for event in table.events if isinstance(event, PassSettled)]
    assert {line.chance: line.win for line in event.settlements} == won
    assert not any(line.deduction for line in event.settlements)


@pytest.mark.django_db
@pytest.mark.parametrize("example", ["ez", "punto-2000", "ponto-e-banca"])
def test_an_evening_under_an_example_is_played_and_proved(example: str) -> None:
    """Also what the robot bets on the side."""
    rules, _ = add((EXAMPLES / f"{example}.toml").read_text())
    create_table("mesa", "Mesa")
    opening = {
        "command": "open_table",
        "reglamento": rules.slug,
        "minimum": 100,
        "maximum": 10_000,
        "chip": 5,
    }
    assert execute("mesa", opening, JEFE).ok
    play(LocalClient("mesa", JEFE), Robot(7), pace=0, passes=12)
    assert {*Bet.objects.values_list("chance", flat=True)} == {chance.slug for chance in rules.chances}
    call_command("audit", "mesa")
