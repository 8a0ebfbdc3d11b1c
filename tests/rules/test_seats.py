"""To the right is upward and 1 follows 14; first from the croupier's left is seat 14."""

from itertools import product

import pytest

from tables.rules.seats import SEATS, distance_left, distance_right, leftward, rightward

RIGHT = [
    (1, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 1]),
    (7, [8, 9, 10, 11, 12, 13, 14, 1, 2, 3, 4, 5, 6, 7]),
    (14, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]),
]
LEFT = [
    (1, [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
    (7, [6, 5, 4, 3, 2, 1, 14, 13, 12, 11, 10, 9, 8, 7]),
    (14, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 14]),
]


@pytest.mark.parametrize(("seat", "order"), RIGHT)
def test_to_the_right(seat: int, order: list[int]) -> None:
    assert list(rightward(seat)) == order


@pytest.mark.parametrize(("seat", "order"), LEFT)
def test_to_the_left(seat: int, order: list[int]) -> None:
    assert list(leftward(seat)) == order


@pytest.mark.parametrize("seat", SEATS)
def test_every_seat_is_met_once_and_the_origin_last(seat: int) -> None:
    for walk in (rightward(seat), leftward(seat)):
        met = list(walk)
        assert sorted(met) == list(SEATS) and met[-1] == seat


def test_a_distance_is_the_place_in_the_walk() -> None:
    for origin, seat in product(SEATS, SEATS):
        assert list(rightward(origin))[distance_right(origin, seat) - 1] == seat
        assert list(leftward(origin))[distance_left(origin, seat) - 1] == seat


def test_right_of_the_one_is_left_of_the_other() -> None:
    for origin, seat in product(SEATS, SEATS):
        assert distance_right(origin, seat) == distance_left(seat, origin)


def test_nobody_is_nearer_than_himself_is_far() -> None:
    for origin in SEATS:
        assert distance_right(origin, origin) == distance_left(origin, origin) == 14
