"""How many deals of two cards each are pairs, and how many of those are of one suit.

The values of the four cards are given. Only cards of one value can be of one rank, so a hand of two values is never a
pair. Value 0 has four ranks, every other value one; a rank has four suits, and each card lies in the shoe once for each
deck.
"""

from collections.abc import Mapping
from functools import cache
from itertools import product

from tables.rules.chances import Pair

Values = tuple[int, int]  # of a hand's two cards
SUITS = 4


@cache
def pairings(decks: int, punto: Values, banca: Values) -> Mapping[tuple[Pair, Pair], int]:
    """The ordered draws of two cards for punto, then two for banca, with these values in either order within a hand; by
    whether each hand is a pair."""
    if punto == banca and _is_double(punto):
        return _both(decks, punto[0])
    if not _is_double(punto) and not _is_double(banca):
        return {("", ""): _draws(decks, punto, ()) * _draws(decks, banca, punto)}
    if not _is_double(punto):
        return {(other, one): ways for (one, other), ways in pairings(decks, banca, punto).items()}
    if _is_double(banca):
        two = product(_double(decks, punto[0]).items(), _double(decks, banca[0]).items())
        return {(one, other): ways * more for (one, ways), (other, more) in two}
    rest = _draws(decks, banca, punto)
    return {(one, ""): ways * rest for one, ways in _double(decks, punto[0]).items()}


def _is_double(hand: Values) -> bool:
    return hand[0] == hand[1]


def _ranks(value: int) -> int:
    return 4 if value == 0 else 1


def _draws(decks: int, hand: Values, gone: tuple[int, ...]) -> int:
    """The ordered draws of a hand of these values, in either order, after cards of the values in `gone` were drawn."""
    first, second = hand
    left = [SUITS * _ranks(value) * decks - gone.count(value) for value in hand]
    return left[0] * (left[1] - (first == second)) * (1 if first == second else 2)


def _double(decks: int, value: int) -> dict[Pair, int]:
    """The ordered draws of two cards of one value from a whole shoe."""
    ranks = _ranks(value)
    first = SUITS * ranks * decks
    found: dict[Pair, int] = {
        "": first * (ranks - 1) * SUITS * decks,
        "pair": first * (SUITS - 1) * decks,
        "perfect": first * (decks - 1),
    }
    return {pair: ways for pair, ways in found.items() if ways}


def _both(decks: int, value: int) -> dict[tuple[Pair, Pair], int]:
    """The ordered draws of four cards of one value, of which the second hand has what the first left."""
    cards = [*product(range(_ranks(value)), range(SUITS))]
    found: dict[tuple[Pair, Pair], int] = {}
    first = cards[0]  # whichever it is, the rest is alike
    for second, third, fourth in product(cards, repeat=3):
        drawn = [first]
        ways = len(cards) * decks
        for card in (second, third, fourth):
            ways *= decks - drawn.count(card)
            drawn.append(card)
        if ways:
            pairs = _pair(first, second), _pair(third, fourth)
            found[pairs] = found.get(pairs, 0) + ways
    return found


def _pair(one: tuple[int, int], other: tuple[int, int]) -> Pair:
    if one == other:
        return "perfect"
    return "pair" if one[0] == other[0] else ""
