"""To the right is upward and the lowest follows the highest; first from the croupier's left is the highest seat."""

from itertools import product

import pytest

from tables.rules.seats import (
    HIGHEST_SEAT,
    SEATS,
    distance_left,
    distance_right,
    leftward,
    numbered,
    rightward,
)

TABLES = (list(SEATS), numbered(14, (13,)), numbered(9), numbered(1), numbered(15, (1, 4)))


def test_the_next_seat() -> None:
    walks = rightward(SEATS, 1), rightward(SEATS, 14), leftward(SEATS, 1), leftward(SEATS, 7)
    assert [walk[0] for walk in walks] == [2, 1, 14, 6]


def test_numbers_run_from_one_and_leave_out_what_is_left_out() -> None:
    assert numbered(14) == list(SEATS)
    assert numbered(14, (13,)) == [*range(1, 13), 14, 15]
    assert numbered(3, (1, 2, 30)) == [3, 4, 5]
    assert max(numbered(15, range(1, 31))) == HIGHEST_SEAT


@pytest.mark.parametrize("seats", TABLES)
def test_every_seat_is_met_once_and_the_origin_last(seats: list[int]) -> None:
    for seat in seats:
        for met in (rightward(seats, seat), leftward(seats, seat)):
            assert sorted(met) == seats and met[-1] == seat


def test_a_walk_may_begin_where_there_is_no_seat() -> None:
    seats = numbered(9)
    assert rightward(seats, 14) == seats and leftward(seats, 14) == seats[::-1]
    seats = numbered(4, (3,))
    assert rightward(seats, 3) == [4, 5, 1, 2] and leftward(seats, 3) == [2, 1, 5, 4]
    assert (distance_right(seats, 3, 5), distance_left(seats, 3, 5)) == (2, 3)


@pytest.mark.parametrize("seats", TABLES)
def test_a_distance_is_the_place_in_the_walk(seats: list[int]) -> None:
    for origin, seat in product(seats, seats):
        assert rightward(seats, origin)[distance_right(seats, origin, seat) - 1] == seat
        assert leftward(seats, origin)[distance_left(seats, origin, seat) - 1] == seat
        assert distance_right(seats, origin, seat) == distance_left(seats, seat, origin)


@pytest.mark.parametrize("seats", TABLES)
def test_nobody_is_nearer_than_himself_is_far(seats: list[int]) -> None:
    for origin in seats:
        assert distance_right(seats, origin, origin) == distance_left(seats, origin, origin) == len(seats)
