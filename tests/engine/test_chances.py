"""A house's own chances at a table: who may bet how much and until when, and what is paid."""

from typing import Any

import pytest

from casino.common.refusals import Refusal
from tables.engine import Game
from tables.engine.payment.commission import owed_by
from tables.engine.payment.events import CommissionCollected, PassSettled
from tables.engine.state import Bet, Settlement
from tables.record.reglamentos.file import read_reglamento
from tables.view.snapshot import take
from tests.support.memory_table import BANCA_WINS, PUNTO_WINS, Table

HEAD = 'slug = "casa"\ntitle = "Casa"\nbase = "{}"\n'
DRAGON = """
[[chance]]
slug = "dragon-7"
names = { es = "Dragón 7" }
pays = [{ winner = "banca", banca_total = 7, banca_cards = 3, to_one = 40 }]
minimum = "1/10"
maximum = "1/20"
until_pass = 2
"""
PAIR = """
[[chance]]
slug = "either-pair"
names = { es = "Pareja" }
pays = [{ pair = "either", to_one = 5 }]
"""
EZ = """
[[chance]]
slug = "banca"
commission = "0"
pays = [
  { winner = "banca", banca_total = 7, banca_cards = 3, push = true },
  { winner = "banca", to_one = 1 },
  { winner = "tie", push = true },
]
"""
BIG = """
[[chance]]
slug = "big"
names = { es = "Grande" }
pays = [{ cards = [5, 6], to_one = "27/50" }]
"""
DRAGON_WINS = ("2", "2", "3", "K", "K", "5")  # punto 5 draws a nought, banca 2 draws to 7


def table_of(blocks: str, base: str = "slovenia", settings: str = "", **opening: Any) -> Table:
    """A table of a house's file, its shoe cut."""
    text = HEAD.format(base) + (f"[settings]\n{settings}\n" if settings else "") + blocks
    table = Table(read_reglamento(text), **{"minimum": 100, "maximum": 10_000, "chip": 5} | opening)
    table.give("shuffle", riffles=4)
    table.give("cut", depth=100)
    return table


def refused(table: Table, command: str, **fields: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        table.give(command, **fields)
    return caught.value


def paid(table: Table) -> dict[tuple[str | None, str], Settlement]:
    event = next(event for event in table.events if isinstance(event, PassSettled))
    return {(line.player, line.chance): line for line in event.settlements}


def snapshot(table: Table) -> dict[str, Any]:
    return take("mesa", Game(table.state, table.rules, "jefe"))


# Limits


def test_the_limits_of_a_chance_are_shares_of_the_tables() -> None:
    table = table_of(DRAGON, minimum=110, maximum=9_990)
    assert snapshot(table)["limits"]["chances"] == {"dragon-7": {"minimum": 15, "maximum": 495}}
    assert refused(table, "place_bet", player="ana", chance="dragon-7", amount=10).code == "below_minimum"
    assert refused(table, "place_bet", player="ana", chance="dragon-7", amount=500).code == "above_maximum"
    table.bet("ana", 495, "dragon-7")
    table.bet("ana", 9_990, "punto")  # takes nothing from the shared maximum


def test_the_jefe_gives_amounts_instead_until_he_gives_the_shares_back() -> None:
    table = table_of(DRAGON, chances={"dragon-7": {"minimum": 20, "maximum": 200}})
    table.give("set_limits", minimum=50, maximum=5_000, differential=500)
    waiting = snapshot(table)["limits"]["next"]
    assert waiting == {
        "minimum": 50,
        "maximum": 5_000,
        "differential": 500,
        "chances": {"dragon-7": {"minimum": 20, "maximum": 200}},
    }
    table.give("set_limits", minimum=50, maximum=5_000, chances={"dragon-7": None})
    waiting = snapshot(table)["limits"]["next"]
    assert waiting["chances"] == {"dragon-7": {"minimum": 5, "maximum": 250}}
    assert waiting["differential"] == 500  # what is left out stays


CANNOT_BE = [
    {"chances": {"dragon-7": {"minimum": 300, "maximum": 200}}},
    {"chances": {"punto": {"maximum": 200}}},
    {"chances": {"tie": {"maximum": 200}}},
    {"chances": {"no-such": {"minimum": 200}}},
    {"chances": {"dragon-7": {"minimum": 0}}},
    {"differential": 0},
]


@pytest.mark.parametrize("fields", CANNOT_BE)
def test_limits_that_a_chance_cannot_have_are_malformed(fields: dict[str, Any]) -> None:
    table = table_of(DRAGON)
    assert refused(table, "set_limits", minimum=100, maximum=1_000, **fields).code == "malformed"


def test_where_the_bank_covers_the_bets_there_is_no_differential() -> None:
    table = Table("chemin-de-fer")
    assert refused(table, "set_limits", minimum=10, maximum=1_000, differential=5).code == "malformed"


def test_a_lowered_maximum_trims_each_chance_for_itself() -> None:
    table = table_of(PAIR, minimum=10)
    for chance in ("punto", "either-pair"):
        table.bet("ana", 1_000, chance)
    table.give("set_limits", minimum=10, maximum=995)
    table.deal("3", "9", "4", "8")  # a tie: punto stays
    table.bet("ana", 995, "either-pair")
    assert table.state.current.bets == (Bet("ana", "punto", 995), Bet("ana", "either-pair", 995))


# Until when


def test_a_chance_closes_with_its_last_pass_of_the_shoe() -> None:
    table = table_of(DRAGON + PAIR)
    table.bet("ana", 500, "dragon-7")
    table.deal(*BANCA_WINS)
    assert [one["open"] for one in snapshot(table)["chances"]] == [True] * 5
    table.give("void_pass", reason="x")  # counts, too
    chances = {one["slug"]: one["open"] for one in snapshot(table)["chances"]}
    assert chances == {"punto": True, "banca": True, "tie": True, "dragon-7": False, "either-pair": True}
    refusal = refused(table, "place_bet", player="ana", chance="dragon-7", amount=1)
    assert (refusal.code, refusal.fields) == ("chance_closed", {"chance": "dragon-7", "until_pass": 2})
    table.give("repeat_bets")
    assert table.state.current.bets == ()


def test_a_pushed_stake_stays_unless_its_chance_is_closed_by_then() -> None:
    pushes = '[[chance]]\nslug = "x-{0}"\nnames = {{ en = "X" }}\nuntil_pass = {0}\npays = [{1}]\n'
    lines = '{ winner = "tie", push = true }, { pair = "both", to_one = 90 }'
    table = table_of(pushes.format(1, lines) + pushes.format(2, lines))
    for number in (1, 2):
        table.bet("ana", 100, f"x-{number}")
    table.deal("3", "8", "4", "9")
    assert [bet.chance for bet in table.state.current.bets] == ["x-2"]


# Payment


def test_the_first_line_that_holds_pays_and_is_recorded() -> None:
    table = table_of(EZ + DRAGON)
    table.bet("ana", 200, "banca")
    table.bet("bea", 50, "dragon-7")
    table.bet("carl", 100, "punto")
    table.deal(*DRAGON_WINS)
    assert paid(table) == {
        ("ana", "banca"): Settlement("ana", "banca", 200, 0, 0, None, 1),
        ("bea", "dragon-7"): Settlement("bea", "dragon-7", 50, 2_000, 0, None, 1),
        ("carl", "punto"): Settlement("carl", "punto", 100, -100, 0, None, None),
    }
    assert table.state.current.bets == (Bet("ana", "banca", 200),)


@pytest.mark.parametrize(("rounding", "won"), [("player", 60), ("house", 50), ("nearest", 50)])
def test_a_win_that_is_no_whole_stake_is_rounded_to_the_chip(rounding: str, won: int) -> None:
    table = table_of(BIG, chip=10, settings=f'rounding = "{rounding}"')
    table.bet("ana", 100, "big")  # 54
    table.deal(*DRAGON_WINS)
    assert paid(table)["ana", "big"].win == won


def test_a_win_rounded_to_nothing_is_no_push() -> None:
    table = table_of(BIG, chip=10, minimum=10, settings='rounding = "house"')
    table.bet("ana", 10, "big")
    table.deal(*DRAGON_WINS)
    assert paid(table)["ana", "big"].win == 0
    assert table.state.current.bets == ()


def test_where_winning_stakes_stay_every_one_does() -> None:
    table = table_of(PAIR, base="spain")
    table.give("accept_bank", player="ana")
    table.bet("ana", 100, "either-pair")
    table.deal("3", "9", "3", "9")
    assert table.state.current.bets == (Bet("ana", "either-pair", 100),)


def test_marks_go_with_the_results() -> None:
    table = table_of("")
    table.deal("4", "9", "4", "9")
    table.deal(*DRAGON_WINS)
    assert (table.state.results, table.state.marks) == ("TB", ("pbn", ""))


# Suits


def test_suits_are_asked_only_where_a_chance_is_decided_by_them() -> None:
    perfect = PAIR.replace("either-pair", "perfect-pair").replace("pair = ", "perfect_pair = ")
    table = table_of(perfect)
    table.give("close_betting")
    assert refused(table, "card", hand="punto", card="7").code == "suit_needed"
    for hand, card in (("punto", "2s"), ("banca", "2h"), ("punto", "2s"), ("banca", "4d")):
        table.give("card", hand=hand, card=card)
    table.give("card", hand="punto", card="K")  # a third card needs none
    table_of(PAIR).deal(*PUNTO_WINS)


# The differential


def test_the_differential_is_asked_at_no_va_mas_of_the_two_sides_alone() -> None:
    table = table_of(PAIR, differential=500)
    table.bet("ana", 1_000, "banca")
    table.bet("bea", 9_000, "either-pair")
    assert "close_betting" not in snapshot(table)["actions"]
    refusal = refused(table, "close_betting")
    assert refusal.code == "above_differential"
    assert refusal.fields == {"chance": "banca", "excess": 1_000, "differential": 500}
    table.bet("carl", 500, "punto")
    table.give("close_betting")


# Commission at the end of the shoe


def later(**opening: Any) -> Table:
    table = table_of("", settings='commission = "end_of_shoe"', **opening)
    for player, stake in (("ana", 115), ("bea", 500)):
        table.bet(player, stake, "banca")
    table.deal(*BANCA_WINS)
    return table


def test_commission_is_noted_and_rounded_once_on_the_sum() -> None:
    table = later()
    assert paid(table)["ana", "banca"].deduction == 0
    table.bet("ana", 185, "banca")
    table.deal("3", "4", "4", "5")
    assert owed_by_now(table) == {"ana": (300, 15), "bea": (500, 25)}  # by itself each of ana's two is 5


def owed_by_now(table: Table) -> dict[str, tuple[int, int]]:
    return owed_by(Game(table.state, table.rules, "jefe"))


def test_it_is_collected_when_he_leaves_and_his_line_is_gone() -> None:
    table = later()
    table.give("leave", player="bea")
    assert table.events[0] == CommissionCollected(player="bea", won=500, amount=25, article="1")
    assert [line["player"] for line in snapshot(table)["commission"]] == ["ana"]
    assert table.state.cagnotte == 25


@pytest.mark.parametrize(
    "command", [{"command": "burn_shoe", "reason": "x", "consent": "jefe"}, {"command": "close_table"}]
)
def test_it_is_collected_when_the_shoe_or_the_table_ends(command: dict[str, str]) -> None:
    table = later()
    table.give(**command)
    collected = [event for event in table.events if isinstance(event, CommissionCollected)]
    assert [(one.player, one.amount) for one in collected] == [("ana", 5), ("bea", 25)]
    assert table.state.owed == ()


def test_it_is_collected_after_the_last_pass_of_the_shoe() -> None:
    table = later()
    table.give("stop_card")
    table.deal(*PUNTO_WINS)
    assert table.state.phase == "shuffling" and table.state.owed == () and table.state.cagnotte == 30
