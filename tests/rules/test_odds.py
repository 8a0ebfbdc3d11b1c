"""The odds, against published numbers and against an enumeration written another way."""

import json
from fractions import Fraction
from itertools import product
from math import factorial

import pytest
from django.core.management import CommandError, call_command

from tables.rules.odds import counts, fair_commission, likelihood, prospects, taxed_share
from tables.rules.reglamentos import REGLAMENTOS

SLOVENIA, ARGENTINA = REGLAMENTOS["slovenia"], REGLAMENTOS["argentina"]
PUBLISHED = {  # game: banca, punto, tie; e.g. wizardofodds.com/games/baccarat/
    8: (2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
    6: (403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
}


@pytest.mark.parametrize("decks", PUBLISHED)
def test_the_published_counts_come_out_to_the_unit(decks: int) -> None:
    found = counts(SLOVENIA, decks)
    assert (found.banca, found.punto, found.tie) == PUBLISHED[decks]
    assert found.total == factorial(52 * decks) // factorial(52 * decks - 6)


@pytest.mark.parametrize(
    ("slug", "five", "banker"), product(REGLAMENTOS, ("draw", "stand"), ("draw", "stand"))
)
def test_every_ordered_deal_counts_once(slug: str, five: str, banker: str) -> None:
    found = counts(REGLAMENTOS[slug], 1, five, banker)
    assert found.total == factorial(52) // factorial(46)


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
def test_another_enumeration_finds_the_same(five: str) -> None:
    found = counts(ARGENTINA, 1, five)
    assert {"punto": found.punto, "banca": found.banca, "tie": found.tie} == plain_counts(five)


def test_what_each_chance_comes_to() -> None:
    by_chance = {line.chance: line.expected for line in prospects(SLOVENIA, counts(SLOVENIA, 8))}
    assert round(float(by_chance["punto"]), 6) == -0.012351
    assert round(float(by_chance["banca"]), 6) == -0.010579
    assert round(float(by_chance["tie"]), 6) == -0.143596


def test_nineteen_to_twenty_is_five_per_cent() -> None:
    monaco = REGLAMENTOS["monte-carlo"]
    assert (
        prospects(monaco, counts(monaco, 8))[1].expected
        == prospects(SLOVENIA, counts(SLOVENIA, 8))[1].expected
    )


def test_the_fair_commission_of_eight_decks_is_not_what_spain_claims() -> None:
    assert round(100 * float(fair_commission(counts(SLOVENIA, 8))), 3) == 2.693


def test_even_and_odd_wins_share_all_wins() -> None:
    tax, found = ARGENTINA.bank_tax, counts(ARGENTINA, 6)
    assert tax
    even, odd = taxed_share(tax, found), taxed_share(tax, found, large_opening=True)
    assert even + odd == 1
    assert Fraction(1, 3) < even < Fraction(2, 5)


def test_how_likely_a_difference_is() -> None:
    found = counts(SLOVENIA, 8)
    assert likelihood(found, {}) is None
    assert likelihood(found, {"punto": 446, "banca": 459, "tie": 95}) == pytest.approx(1, abs=0.01)
    far = likelihood(found, {"punto": 600, "banca": 300, "tie": 100})
    assert far is not None and far < 1e-9


def test_the_command_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("odds", "argentina")
    assert "punto stands on 5" in capsys.readouterr().out
    call_command("odds", "spain", "--json", "--decks", "8")
    told = json.loads(capsys.readouterr().out)
    assert told["decks"] == 8
    assert told["plays"][0]["deals"]["banca"] == PUBLISHED[8][0]
    with pytest.raises(CommandError, match="argentina"):
        call_command("odds", "nowhere")
