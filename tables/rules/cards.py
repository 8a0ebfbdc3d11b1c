"""Cards as text: a rank `A 2 … 9 10 J Q K`, optionally followed by a suit letter `c d h s`."""

from collections.abc import Iterable, Mapping

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "cdhs"
CARDS_IN_A_DECK = 52
_VALUES = {rank: 0 if rank in {"10", "J", "Q", "K"} else number for number, rank in enumerate(RANKS, 1)}
# What is asked of every card, by its canonical spelling
_RANKS: Mapping[str, str] = {rank + suit: rank for rank in RANKS for suit in ("", *SUITS)}
CARDS = tuple(_RANKS)  # with and without a suit
_SUITS: Mapping[str, str] = {card: card[len(rank) :] for card, rank in _RANKS.items()}
_POINTS = {card: _VALUES[rank] for card, rank in _RANKS.items()}
_points = _POINTS.__getitem__
_SAME_RANK = {card: tuple(rank + suit for suit in ("", *SUITS)) for card, rank in _RANKS.items()}


def read_card(text: str) -> str:
    """Return the canonical spelling of a card: `T` becomes `10`. Raises ValueError for a card that does not exist."""
    suit = text[-1:] if text[-1:] in SUITS else ""
    bare = text[: -len(suit)] if suit else text
    spelt = "10" if bare == "T" else bare
    if spelt not in _VALUES:
        raise ValueError(f"no such card: {text}")
    return spelt + suit


def rank_of(card: str) -> str:
    """The rank of a card: `7s` gives `7`."""
    return _RANKS[card]


def suit_of(card: str) -> str:
    """The suit of a card: `7s` gives `s`. Empty if the suit was not keyed."""
    return _SUITS[card]


def same_rank(card: str) -> tuple[str, ...]:
    """The spellings of all cards of this card's rank, with and without a suit."""
    return _SAME_RANK[card]


def value_of(card: str) -> int:
    """The points of a card: A is 1, 2–9 their face value, 10 J Q K nothing."""
    return _POINTS[card]


def total_of(cards: Iterable[str]) -> int:
    """The total of a hand: the last digit of the sum (argentina art. 25)."""
    return sum(map(_points, cards)) % 10
