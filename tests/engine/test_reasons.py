"""Why: the facts behind deductions and decisions, as the articles count them."""

from fractions import Fraction

from tables.engine import Game, new_state, reasons
from tests.support.memory_table import BANCA_WINS, PUNTO_WINS, Table, argentina, chemin, facts


def test_art_29_the_second_win_of_a_bank_that_was_not_opened_above_half() -> None:
    table = argentina(100)
    table.deal(*BANCA_WINS)
    first = facts(table.why, "bank_tax")
    assert (first["win_number"], first["rate"], first["deduction"]) == (1, 0, 0)
    assert first["taxed_wins"] == "even" and "exact" not in first
    assert facts(table.now(), "bank_tax")["win_number"] == 2
    table.deal(*BANCA_WINS)
    assert facts(table.why, "bank_tax") == {
        "win_number": 2,
        "opening": 100,
        "half_of_the_maximum": 500,
        "taxed_wins": "even",
        "rate": Fraction(1, 10),
        "won": 200,
        "deduction": 20,
    }
    assert [one.player for one in table.why if one.rule == "bank_tax"] == ["ana"]


def test_art_29_a_large_opening_pays_on_the_odd_wins() -> None:
    table = argentina(501)
    table.deal(*BANCA_WINS)
    found = facts(table.why, "bank_tax")
    assert (found["taxed_wins"], found["exact"], found["chip"], found["deduction"]) == (
        "odd",
        Fraction(501, 10),
        1,
        50,
    )


def test_art_25_the_result_and_art_30_a_bet_on_banca() -> None:
    table = argentina()
    table.give("place_bet", player="bea", chance="banca", amount=55)
    table.deal(*BANCA_WINS)
    assert facts(table.why, "banca_tax") == {
        "stake": 55,
        "rate": Fraction(1, 10),
        "won": 55,
        "exact": Fraction(11, 2),
        "chip": 1,
        "deduction": 5,
    }
    result = facts(table.why, "winner")
    assert (result["punto_total"], result["banca_total"], result["result"]) == (7, 8, "banca")


def test_art_38_a_suite_after_the_third_win() -> None:
    table = argentina()
    for _ in range(3):
        table.deal(*BANCA_WINS)
    table.give("suite")
    found = facts(table.why, "suite_tax")
    assert (found["win_number"], found["last_win"], found["last_win_taxed"]) == (3, 380, "no")
    assert (found["deduction"], found["returned"]) == (38, 722)
    asked = facts(table.now(), "suite_offer")
    assert (asked["asked"], asked["giver"], asked["least"]) == ("bea", "ana", 760)


def test_art_17_and_47_who_takes_the_cards() -> None:
    table = argentina()
    for player, chance, amount in (
        ("bea", "punto", 50),
        ("carl", "punto", 50),
        ("dora", "punto", 90),
        ("dora", "banca", 10),
    ):
        table.give("place_bet", player=player, chance=chance, amount=amount)
    [reason] = [one for one in table.now() if one.rule == "card_holder"]
    found = facts([reason], "card_holder")
    assert reason.player == "bea"
    assert found["largest_bets"] == (("bea", 50), ("carl", 50))
    assert (found["equal_bets"], found["on_both"]) == ("right_of_sabot", ("dora",))


def test_art_17_no_va_mas_says_who_takes_the_cards() -> None:
    table = argentina()
    table.bet("carl", 50)
    table.give("close_betting")
    [reason] = [one for one in table.why if one.rule == "card_holder"]
    assert (reason.player, reason.to_come) == ("carl", False)


def test_art_31_and_32_who_is_asked() -> None:
    table = argentina()
    table.give("join", player="leo")
    table.deal(*PUNTO_WINS)
    found = facts(table.now(), "offer")
    assert (found["asked"], found["from_seat"], found["openers"], found["running"]) == ("bea", 1, ("ana",), 1)
    table.give("decline_bank", player="bea")
    found = facts(table.now(), "offer")
    assert (found["asked"], found["for_seat"], found["declined"]) == ("standing", 2, ("bea",))


def test_art_5_equal_bids_at_the_maximum_go_by_the_right() -> None:
    table = Table("argentina")
    table.give("shuffle", riffles=4)
    for player in ("carl", "bea"):
        table.give("bid", player=player, amount=1000)
    table.give("close_auction")
    [award] = [one for one in table.why if one.rule == "auction"]
    found = facts([award], "auction")
    assert (award.player, found["right_of"], found["leaders"]) == ("bea", 14, ("carl", "bea"))


def test_chemin_de_fer_art_16_only_what_was_covered() -> None:
    table = chemin(300)
    table.bet("bea", 100)
    table.deal(*BANCA_WINS)
    found = facts(table.why, "bank_tax")
    assert (found["covered"], found["rate"], found["won"], found["deduction"]) == (
        100,
        Fraction(1, 20),
        100,
        5,
    )
    assert found["taxed_wins"] == "every" and "opening" not in found


def test_who_called_banco_takes_the_cards_also_while_bets_are_taken() -> None:
    table = Table("chemin-de-fer")
    table.give("join", player="leo")
    table.give("shuffle", riffles=0)
    table.give("cut", depth=100)
    table.give("accept_bank", player="ana", amount=100)
    table.give("banco", player="leo", kind="solo")
    [reason] = [one for one in table.now() if one.rule == "card_holder"]
    assert reason.player == "leo"


def test_a_closed_table_asks_nobody() -> None:
    assert reasons.now(Game(new_state(), None, "jefe")) == []


def test_art_6_a_bank_given_back_is_offered_for_its_seat() -> None:
    table = argentina(100)
    table.give("join", player="leo")
    table.deal("9", "9", "K", "K")
    table.give("desist_bank")
    assert facts(table.now(), "desist")["for_seat"] == 1


def test_art_33_a_last_holder_who_stands_is_asked_after_everybody_else() -> None:
    table = argentina(100)
    table.deal(*PUNTO_WINS)
    table.give("stand_up", player="ana")
    for asked in ({"player": "bea"}, {}, {"player": "carl"}, {}, {"player": "dora"}, {}):  # and all who stand
        table.give("decline_bank", **asked)
    assert facts(table.now(), "twice_running")["asked"] == "ana"


def test_art_37_the_house_s_bank_pays_no_deduction() -> None:
    table = argentina(100)
    table.deal(*BANCA_WINS)
    table.give("suite")
    for player in ("bea", "carl", "dora", "ana"):
        table.give("decline_suite", player=player)
    table.give("house_takes_suite")
    table.bet("bea", 100)
    table.deal(*BANCA_WINS)
    assert facts(table.why, "suite_offer")["origin"] == "house"


def test_where_nobody_has_laps_no_lap_is_told() -> None:
    table = Table("chemin-de-fer")
    table.give("shuffle", riffles=4)
    table.give("cut", depth=100)
    [asked] = table.now()
    assert {fact.name for fact in asked.facts}.isdisjoint({"lap", "openers"})


def test_chemin_de_fer_a_passed_hand_costs_nothing() -> None:
    table = chemin(100)
    table.bet("bea", 100)
    table.deal(*BANCA_WINS)
    table.give("suite")
    assert [why.rule for why in table.why if why.rule == "suite_tax"] == []


def test_art_46_who_takes_the_cards_after_another_has_declined_them() -> None:
    table = argentina()
    for player, amount in (("bea", 40), ("carl", 50)):
        table.give("place_bet", player=player, chance="punto", amount=amount)
    table.give("close_betting")
    table.give("decline_cards", player="carl")
    assert [one.player for one in table.why if one.rule == "card_holder"] == ["bea"]
    assert facts(table.why, "card_holder")["declined"] == ("carl",)
