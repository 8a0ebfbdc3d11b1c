"""Chances as data: which line decides, and the exact number of deals in which each does."""

import json
from fractions import Fraction
from itertools import product
from math import perm
from pathlib import Path
from typing import Any

import pytest

from tables.rules.cards import RANKS, SUITS
from tables.rules.chances import CONDITIONS, Chance, Line, Outcome, outcome_of, paytable
from tables.rules.odds import chance_expectation, counts, most_gaining, ways
from tables.rules.pairs import pairings
from tables.rules.reglamentos import REGLAMENTOS

PUBLISHED = json.loads((Path(__file__).parents[1] / "data" / "chances.json").read_text(encoding="utf-8"))
SLOVENIA = REGLAMENTOS["slovenia"]


def chance_of(entry: dict[str, Any]) -> Chance:
    """A chance of the list, as a file would say it."""
    lines = [_line(dict(said)) for said in entry["pays"]]
    return Chance(entry["slug"], tuple(lines), commission=Fraction(entry.get("commission", "0")))


def _line(said: dict[str, Any]) -> Line:
    paid = {name: said.pop(name, None) for name in ("to_one", "push")}
    asked = ((name, frozenset(value if isinstance(value, list) else [value])) for name, value in said.items())
    return Line(tuple(asked), None if paid["push"] else Fraction(paid["to_one"]))


@pytest.mark.parametrize("entry", PUBLISHED["chances"], ids=lambda entry: entry["id"])
def test_the_odds_are_those_that_others_have_published(entry: dict[str, Any]) -> None:
    chance = chance_of(entry)
    for decks, published in entry.get("published", {}).items():
        found = counts(SLOVENIA, int(decks))
        if "lines" in published:
            assert list(ways(chance, found)[1:]) == published["lines"]
        if "edge_percent" in published:
            places = len(published["edge_percent"].partition(".")[2])
            edge = -100 * chance_expectation(chance, found).expected
            # some sources cut the last figure instead of rounding it
            assert abs(edge - Fraction(published["edge_percent"])) < Fraction(1, 10**places)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_every_ordered_deal_of_six_cards_is_counted_once(decks: int) -> None:
    assert sum(counts(SLOVENIA, decks).outcomes.values()) == perm(52 * decks, 6)


def test_pairs_are_counted_as_dealing_every_card_would_count_them() -> None:
    """With one deck, for hands of values that share cards and for hands that do not."""
    deck = [*product(RANKS, SUITS)]
    for punto, banca in [
        ((0, 0), (0, 0)),
        ((0, 0), (0, 5)),
        ((3, 3), (3, 3)),
        ((2, 7), (7, 7)),
        ((1, 9), (4, 0)),
    ]:
        found: dict[tuple[str, str], int] = {}
        wanted = [[card for card in deck if _value(card[0]) in hand] for hand in (punto, punto, banca, banca)]
        for cards in product(*wanted):
            values = [_value(rank) for rank, _ in cards]
            if (
                len({*cards}) == 4
                and sorted(values[:2]) == sorted(punto)
                and sorted(values[2:]) == sorted(banca)
            ):
                keyed = ["".join(card) for card in cards]
                outcome = outcome_of("tie", keyed[:2], keyed[2:])
                pairs = outcome.punto_pair, outcome.banca_pair
                found[pairs] = found.get(pairs, 0) + 1
        assert dict(pairings(1, punto, banca)) == found


def _value(rank: str) -> int:
    return {"A": 1, "10": 0, "J": 0, "Q": 0, "K": 0}.get(rank) or (int(rank) if rank.isdigit() else 0) % 10


ENDS = {
    "punto's natural, and a pair": (
        ("punto", ("4", "4"), ("2", "5")),
        {"punto", "either"},
        {"punto", "either"},
    ),
    "two naturals, two pairs": (
        ("tie", ("4", "4"), ("9", "9")),
        {"punto", "banca", "either", "both"},
        {"punto", "banca", "either", "both"},
    ),
    "three cards are no natural": (
        ("punto", ("2", "2", "4"), ("K", "J", "7")),
        {"neither"},
        {"punto", "either"},
    ),
}


@pytest.mark.parametrize("end", ENDS)
def test_what_is_asked_of_both_hands(end: str) -> None:
    dealt, natural, pair = ENDS[end]
    outcome = outcome_of(*dealt)
    assert CONDITIONS["natural"].found(outcome) == natural
    assert CONDITIONS["pair"].found(outcome) == pair
    assert CONDITIONS["perfect_pair"].found(outcome) == {"neither"}


def test_a_perfect_pair_is_a_pair_of_one_suit() -> None:
    outcome = outcome_of("banca", ("Ks", "Kh"), ("7d", "7d"))
    assert (outcome.punto_pair, outcome.banca_pair) == ("pair", "perfect")
    assert CONDITIONS["perfect_pair"].found(outcome) == {"banca", "either"}
    assert outcome_of("tie", ("K", "K"), ("10", "J")).punto_pair == "pair"  # not told: no perfect one


def test_the_first_line_that_holds_decides() -> None:
    six = _line({"winner": "banca", "banca_total": 6, "to_one": "1/2"})
    chance = Chance(
        "x", (six, _line({"winner": "banca", "to_one": 1}), _line({"winner": "tie", "push": True}))
    )
    decided = {
        outcome: chance.decided_by(outcome)
        for outcome in (
            Outcome("banca", 4, 6, 2, 2),
            Outcome("banca", 4, 7, 2, 2),
            Outcome("tie", 7, 7, 2, 2),
            Outcome("punto", 8, 6, 2, 2),
        )
    }
    assert [*decided.values()] == [1, 2, 3, None]


def test_a_paytable_says_what_the_file_said() -> None:
    said = [
        {"winner": ["banca", "tie"], "cards": 4, "to_one": "3/2", "commission": "1/20"},
        {"natural": "both", "push": True},
    ]
    lines = (
        Line(
            (("winner", frozenset(("banca", "tie"))), ("cards", frozenset((4,)))),
            Fraction("3/2"),
            Fraction(1, 20),
        ),
        Line((("natural", frozenset(("both",))),), None),
    )
    assert paytable(Chance("x", lines)) == said


@pytest.mark.parametrize(
    ("chip", "rounding", "most"),
    [(25, "player", 475), (25, "house", None), (25, "nearest", 225), (1, "player", 19)],
)
def test_on_small_stakes_a_rounded_commission_is_none(chip: int, rounding: str, most: int | None) -> None:
    """5 % of 25 is 1.25: with a chip of 25 nothing, up to a stake of 475."""
    stakes = range(chip, 1001, chip) if chip > 1 else range(1, 1001)
    assert most_gaining(SLOVENIA, SLOVENIA.chance("banca"), 8, stakes, chip, rounding) == most
