"""A card as it is keyed, and what it counts (argentina arts. 24, 25)."""

import pytest

from tables.rules.cards import (
    CARDS,
    CARDS_IN_A_DECK,
    RANKS,
    SUITS,
    rank_of,
    read_card,
    same_rank,
    suit_of,
    total_of,
    value_of,
)

POINTS = {
    "A": 1,
    **{str(number): number for number in range(2, 10)},
    **dict.fromkeys(("10", "J", "Q", "K"), 0),
}


def test_there_are_thirteen_ranks_in_four_suits() -> None:
    assert tuple(POINTS) == RANKS and SUITS == "cdhs"
    assert len(RANKS) * len(SUITS) == CARDS_IN_A_DECK == 52


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("suit", ["", *SUITS])
def test_every_card_is_read_as_it_is_spelt(rank: str, suit: str) -> None:
    card = read_card(rank + suit)
    assert card == rank + suit and card in CARDS
    assert (rank_of(card), suit_of(card), value_of(card)) == (rank, suit, POINTS[rank])
    assert same_rank(card) == tuple(rank + one for one in ("", *SUITS))


@pytest.mark.parametrize(("keyed", "card"), [("T", "10"), ("Th", "10h"), ("10", "10"), ("10c", "10c")])
def test_ten_has_two_spellings(keyed: str, card: str) -> None:
    assert read_card(keyed) == card


@pytest.mark.parametrize("text", ["", "h", "1", "11", "Z", "Ahh", "hA", "A ", "a", "AH", "TT", "10T", "0"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"no such card: {text}"):
        read_card(text)


def test_only_the_last_digit_of_a_sum_counts() -> None:
    assert (total_of(["7", "8"]), total_of(["9c", "Kh", "10"]), total_of(["5", "5"]), total_of([])) == (
        5,
        9,
        0,
        0,
    )
