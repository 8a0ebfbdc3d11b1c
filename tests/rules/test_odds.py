"""The odds, against published numbers and against an enumeration written another way."""

import json
from dataclasses import replace
from fractions import Fraction
from math import factorial

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tables.rules import chances
from tables.rules.chances import Chance
from tables.rules.drawing import BANCA, DrawingTable
from tables.rules.odds import (
    BY_THE_TABLE,
    Choice,
    Play,
    best_answer,
    counts,
    expectations,
    fair_commission,
    house_edges,
    likelihood,
    likelihood_of,
    plays,
    taxed_share,
    upper_tail,
    ways,
)
from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS

PRODUCT = REGLAMENTOS
SLOVENIA, ARGENTINA, CHEMIN = PRODUCT["slovenia"], PRODUCT["argentina"], PRODUCT["chemin-de-fer"]
PUBLISHED = {  # game: banca, punto, tie; e.g. wizardofodds.com/games/baccarat/
    8: (2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
    6: (403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
}


@pytest.mark.parametrize("decks", PUBLISHED)
def test_the_published_counts_come_out_to_the_unit(decks: int) -> None:
    found = counts(SLOVENIA, decks)
    assert (found.banca, found.punto, found.tie) == PUBLISHED[decks]
    assert found.total == factorial(52 * decks) // factorial(52 * decks - 6)


@pytest.mark.parametrize("slug", PRODUCT)
def test_every_ordered_deal_counts_once(slug: str) -> None:
    for play in plays(PRODUCT[slug], 1):
        assert counts(PRODUCT[slug], 1, play).total == factorial(52) // factorial(46)


def test_punto_drawing_on_five_is_the_fixed_table() -> None:
    assert counts(ARGENTINA, 6, Play("draw")) == counts(SLOVENIA, 6)
    assert counts(ARGENTINA, 6, Play("stand")) != counts(SLOVENIA, 6)


def test_a_table_of_a_house_gives_other_odds() -> None:
    never_draws = DrawingTable(punto="S" * 10, banca=dict.fromkeys(range(10), "S" * 11))
    found = counts(replace(SLOVENIA, drawing=never_draws), 8)
    assert found.punto == found.banca  # two cards each, and nobody is asked after the other
    assert found.total == counts(SLOVENIA, 8).total


def plain_counts(five: str) -> dict[str, int]:
    """One deck, card by card in the order of dealing, without any of the product's code."""
    left = {0: 16, **dict.fromkeys(range(1, 10), 4)}
    found = {"punto": 0, "banca": 0, "tie": 0}

    def deal(hand: list[int], ways: int) -> None:
        if len(hand) == 6:
            found[winner(hand, five)] += ways
            return
        for value in range(10):
            if left[value]:
                left[value] -= 1
                deal([*hand, value], ways * (left[value] + 1))
                left[value] += 1

    deal([], 1)
    return found


def winner(cards: list[int], five: str) -> str:
    punto, banca, rest = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10, cards[4:]
    if punto < 8 and banca < 8:
        third = None
        if punto < 5 or (punto == 5 and five == "draw"):
            third = rest.pop(0)
            punto = (punto + third) % 10
        ranges = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}
        draws = banca < 6 if third is None else banca < 3 or third in ranges.get(banca, set())
        if draws:
            banca = (banca + rest.pop(0)) % 10
    return "tie" if punto == banca else "punto" if punto > banca else "banca"


@pytest.mark.parametrize("five", ["draw", "stand"])
def test_another_enumeration_finds_the_same(five: Choice) -> None:
    found = counts(ARGENTINA, 1, Play(five))
    assert {"punto": found.punto, "banca": found.banca, "tie": found.tie} == plain_counts(five)


def expected(rules: Reglamento, decks: int, play: Play = BY_THE_TABLE) -> dict[str, Fraction]:
    return {line.chance: line.expected for line in expectations(rules, counts(rules, decks, play))}


def test_what_each_chance_comes_to() -> None:
    """The house edges that everybody quotes for eight decks: 1.06 %, 1.24 %, 14.36 %."""
    assert {chance: round(float(sum_), 6) for chance, sum_ in expected(SLOVENIA, 8).items()} == {
        "punto": -0.012351,
        "banca": -0.010579,
        "tie": -0.143596,
    }


def test_art_30_ten_per_cent_of_banca_bets() -> None:
    found = counts(ARGENTINA, 6)
    banca, punto = Fraction(found.banca, found.total), Fraction(found.punto, found.total)
    assert expected(ARGENTINA, 6)["banca"] == banca * Fraction(9, 10) - punto
    assert expected(ARGENTINA, 6)["punto"] == punto - banca


def test_art_29_every_second_win_of_the_bank() -> None:
    """Bank after bank to its first loss, summed win by win: what the closed form must come to."""
    found = counts(ARGENTINA, 6)
    q = found.banca / (found.banca + found.punto)
    wins = [q**number for number in range(1, 400)]
    for large, taxed in ((False, wins[1::2]), (True, wins[0::2])):
        assert ARGENTINA.bank_tax
        share = taxed_share(ARGENTINA.bank_tax, found, large_opening=large)
        assert float(share) == pytest.approx(sum(taxed) / sum(wins))
    lines = expected(ARGENTINA, 6)
    assert lines["banca"] < lines["large_bank"] < lines["bank"] < 0


def test_only_the_banker_pays_in_chemin_de_fer() -> None:
    found = counts(CHEMIN, 6)
    bank = Fraction(found.banca * 19, found.total * 20) - Fraction(found.punto, found.total)
    assert expected(CHEMIN, 6) == {"punto": Fraction(found.punto - found.banca, found.total), "bank": bank}


@pytest.mark.parametrize(("five", "stands"), [("draw", frozenset()), ("stand", frozenset({(3, 9), (5, 4)}))])
def test_the_bankers_best_answer_to_what_punto_does_on_five(
    five: Choice, stands: frozenset[tuple[int, int]]
) -> None:
    assert best_answer(CHEMIN, 6, five) == stands
    best = expected(CHEMIN, 6, Play(five, stands))["bank"]
    for other in (frozenset(), {(3, 9)}, {(5, 4)}, {(3, 9), (5, 4)}):
        assert expected(CHEMIN, 6, Play(five, frozenset(other)))["bank"] <= best


def test_the_table_advises_where_the_banker_is_free() -> None:
    rows = {**BANCA, 5: "SSSSSDDDSSD"}
    advised = replace(CHEMIN, drawing=replace(CHEMIN.drawing, banca=rows))
    assert counts(advised, 6) == counts(CHEMIN, 6, Play(stands=frozenset({(5, 4)})))


def test_tie_is_no_chance_where_the_house_does_not_offer_it() -> None:
    without = replace(SLOVENIA, settings={**SLOVENIA.settings, "tie_bet": 0})
    assert [line.chance for line in expectations(without, counts(without, 6))] == ["punto", "banca"]


def test_the_house_gains_what_the_players_lose_of_each_unit() -> None:
    for slug in ("argentina", "spain", "slovenia", "monte-carlo"):
        found = counts(PRODUCT[slug], 6)
        edges = house_edges(PRODUCT[slug], found)
        for line in expectations(PRODUCT[slug], found):
            assert line.chance == "large_bank" or edges[line.chance] == -line.expected


def test_the_house_knows_the_edge_of_a_tie_that_it_may_offer() -> None:
    rules = PRODUCT["argentina"]
    assert not rules.settings["tie_bet"] and "tie" in house_edges(rules, counts(rules, 6))


def test_of_a_covered_bank_the_house_gains_the_deduction_only() -> None:
    rules = PRODUCT["chemin-de-fer"]
    found = counts(rules, 6)
    assert rules.bank_tax
    assert house_edges(rules, found) == {"punto": rules.bank_tax.rate * found.chance_of("banca"), "bank": 0}


def test_a_covered_bank_that_pays_no_deduction_brings_the_house_nothing() -> None:
    rules = replace(CHEMIN, bank_tax=None)
    assert house_edges(rules, counts(rules, 6)) == {"punto": 0, "bank": 0}


def test_a_chance_is_tested_by_its_own_lines() -> None:
    """In 1,000 passes 22.5 dragons and 19.3 of banca's wins with a pair are expected."""
    found = counts(SLOVENIA, 8)
    dragon = Chance("dragon-7", (chances.line(winner="banca", banca_total=7, banca_cards=3, to_one=40),))
    assert likelihood_of(dragon, found, [977, 23]) == pytest.approx(0.92, abs=0.02)
    unlikely = likelihood_of(dragon, found, [950, 50])
    assert unlikely is not None and unlikely < 1e-7
    assert likelihood_of(dragon, found, [0, 0]) is None
    assert likelihood_of(dragon, found, [220, 1]) is None  # 4.98 expected
    assert likelihood_of(dragon, found, [217, 5]) == pytest.approx(1, abs=0.01)


def test_rare_lines_are_tested_together() -> None:
    """With margins of nine and eight alone there would be classes with too few passes."""
    found = counts(SLOVENIA, 8)
    lines = tuple(chances.line(winner="punto", margin=by, to_one=10) for by in (9, 8, 7, 6, 5, 4))
    bonus = Chance("bonus", lines)
    loses, *by_line = ways(bonus, found)
    practice = [round(1000 * deals / found.total) for deals in (loses, *by_line)]
    assert likelihood_of(bonus, found, practice) == pytest.approx(1, abs=0.02)


def test_a_chance_with_the_results_as_its_lines_is_tested_as_the_results_are() -> None:
    found = counts(SLOVENIA, 8)
    every = Chance("every", (chances.line(winner="punto", to_one=1), chances.line(winner="tie", to_one=1)))
    by_chance = likelihood_of(every, found, [430, 480, 90])
    assert by_chance == pytest.approx(likelihood(found, {"punto": 480, "banca": 430, "tie": 90}))


@pytest.mark.parametrize(
    ("degrees", "square", "tail"),
    [(1, 3.841, 0.05), (2, 5.991, 0.05), (3, 11.345, 0.01), (5, 9.236, 0.1), (6, 16.812, 0.01)],
)
def test_the_tails_are_those_of_the_printed_tables(degrees: int, square: float, tail: float) -> None:
    assert upper_tail(square, degrees) == pytest.approx(tail, rel=2e-3)


def test_the_fair_commission_of_eight_decks_is_not_what_spain_claims() -> None:
    assert round(100 * float(fair_commission(counts(PRODUCT["spain"], 8))), 3) == 2.693


def test_how_likely_a_difference_is() -> None:
    found = counts(SLOVENIA, 8)
    assert likelihood(found, {}) is None
    assert likelihood(found, {"punto": 0, "banca": 0, "tie": 0}) is None
    assert likelihood(found, {"punto": 446, "banca": 459, "tie": 95}) == pytest.approx(1, abs=0.01)
    far = likelihood(found, {"punto": 600, "banca": 300, "tie": 100})
    assert far is not None and far < 1e-9


def test_ties_count_and_a_result_that_did_not_come_is_none() -> None:
    found = counts(SLOVENIA, 8)
    none = likelihood(found, {"punto": 5, "banca": 5})
    assert none == likelihood(found, {"punto": 5, "banca": 5, "tie": 0})
    many = likelihood(found, {"punto": 5, "banca": 5, "tie": 10})
    assert none is not None and many is not None and many < 1e-6 < none


@pytest.mark.parametrize(("square", "chance"), [(4.605, 0.1), (5.991, 0.05), (9.210, 0.01)])
def test_the_tail_is_that_of_the_printed_chi_square_tables(square: float, chance: float) -> None:
    """Critical values with two degrees of freedom, as in every printed table."""
    found = counts(SLOVENIA, 8)
    passes = 10**12
    punto, banca, tie = (float(found.chance_of(side)) * passes for side in ("punto", "banca", "tie"))
    shift = round((square / (1 / punto + 1 / banca)) ** 0.5)
    practice = {"punto": round(punto) + shift, "banca": round(banca) - shift, "tie": round(tie)}
    assert likelihood(found, practice) == pytest.approx(chance, rel=1e-3)


def test_the_command_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("odds", "argentina")
    assert "punto stands on 5" in capsys.readouterr().out
    call_command("odds", "spain", "--json", "--decks", "8")
    told = json.loads(capsys.readouterr().out)
    assert told["decks"] == 8
    assert told["plays"][0]["deals"]["banca"] == PUBLISHED[8][0]
    assert round(told["plays"][0]["fair_commission"], 5) == 0.02693


def test_of_a_houses_own_bets_the_command_prints_the_deals(capsys: pytest.CaptureFixture[str]) -> None:
    """The published figures of EZ, to the unit; what would be fair is said where banca pays even only."""
    file = str(settings.BASE_DIR / "docs" / "examples" / "ez.toml")
    call_command("odds", file)
    told = capsys.readouterr().out
    assert "  dragon-7     0.022534   0.977466    -0.076113\n" in told
    assert "  banca, pays 2: 2,179,619,555,108,864\n" in told and "would be fair" not in told
    call_command("odds", file, "--json")
    [play] = json.loads(capsys.readouterr().out)["plays"]
    lines = {line["chance"]: line for line in play["chances"]}
    assert [*lines] == ["punto", "banca", "tie", "dragon-7", "panda-8"]
    assert lines["dragon-7"]["pays"] == [112_633_011_329_024] and lines["punto"]["pays"] == []
    won, all_deals = lines["dragon-7"]["pays"][0], play["deals"]["total"]
    assert Fraction(lines["dragon-7"]["exact"]) == Fraction(41 * won, all_deals) - 1


def test_the_command_tells_the_bankers_best(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("odds", "chemin-de-fer", "--json")
    told = [
        (
            play["punto"],
            {pair["does"] for pair in play["banker"]},
            play["banker_advised"],
            play["banker_best"],
        )
        for play in json.loads(capsys.readouterr().out)["plays"]
    ]
    assert told == [
        ("draw", {"draw"}, True, True),
        ("stand", {"draw"}, True, False),
        ("stand", {"stand"}, False, True),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "said"), [(["nowhere"], "nowhere.*argentina"), (["spain", "--decks", "0"], "decks")]
)
def test_what_the_command_cannot_do_it_says_and_exits_with_2(arguments: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said) as refused:
        call_command("odds", *arguments)
    assert refused.value.returncode == 2


@pytest.mark.parametrize("free", ["DDDWDDSSSS", "DDDDDWDSSS", "DDDDWWSSSS"])
def test_punto_does_what_was_chosen_on_each_total_that_a_houses_table_leaves_free(free: str) -> None:
    drawing = ARGENTINA.drawing
    choices: tuple[tuple[Choice, str], ...] = (("draw", "D"), ("stand", "S"))
    for choice, letter in choices:
        chosen = replace(ARGENTINA, drawing=replace(drawing, punto=free))
        fixed = replace(ARGENTINA, drawing=replace(drawing, punto=free.replace("W", letter)))
        assert counts(chosen, 1, Play(punto=choice)) == counts(fixed, 1)
