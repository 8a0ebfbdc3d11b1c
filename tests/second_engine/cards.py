"""Cards, and which of them a shoe can still hold."""

from collections import Counter

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "cdhs"


def parse(text: object) -> str | None:
    """The card as it is written (`T` is `10`), or None if there is no such card."""
    if not isinstance(text, str) or not text:
        return None
    suit = text[-1] if text[-1] in SUITS and len(text) > 1 else ""
    rank = text[: len(text) - len(suit)]
    rank = "10" if rank == "T" else rank
    return rank + suit if rank in RANKS else None


def rank_of(card: str) -> str:
    return card.rstrip(SUITS)


def value(card: str) -> int:
    rank = rank_of(card)
    return 1 if rank == "A" else int(rank) if rank in RANKS[1:9] else 0


def total(cards: list[str]) -> int | None:
    return sum(map(value, cards)) % 10 if cards else None


def possible(seen: Counter[str], decks: int, card: str) -> bool:
    """Whether one more such card can come out of a shoe of which `seen` came out."""
    rank, suit = rank_of(card), card[len(rank_of(card)) :]
    of_rank = sum(n for known, n in seen.items() if rank_of(known) == rank)
    return of_rank < 4 * decks and (not suit or seen[card] < decks)
