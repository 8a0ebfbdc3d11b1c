"""Seats are numbered from the croupier's right. "To the right" means upward, and the lowest follows the highest.

A table has the usual fourteen, or as many as its house says; a house may leave numbers out.
"""

from collections.abc import Collection, Iterable
from itertools import count, islice

MOST_SEATS = 15
HIGHEST_LEFT_OUT = 30
HIGHEST_SEAT = MOST_SEATS + HIGHEST_LEFT_OUT  # where each of the lower numbers is left out
SEATS = range(1, 15)


def numbered(seats: int, left_out: Collection[int] = ()) -> list[int]:
    """The numbers of so many seats, from 1 on; those that are left out do not exist."""
    return list(islice((number for number in count(1) if number not in left_out), seats))


def rightward(seats: Iterable[int], origin: int) -> list[int]:
    """All seats from the right of `origin`, which may be none of them; if it is one, it comes last."""
    return sorted(seats, key=lambda seat: (seat <= origin, seat))


def leftward(seats: Iterable[int], origin: int) -> list[int]:
    """All seats from the left of `origin`, downward, in the same way."""
    return sorted(seats, key=lambda seat: (seat >= origin, -seat))


def distance_right(seats: Iterable[int], origin: int, seat: int) -> int:
    """Steps to the right from `origin` to `seat`, from 1. The origin itself is as many steps away as there are
    seats."""
    return rightward(seats, origin).index(seat) + 1


def distance_left(seats: Iterable[int], origin: int, seat: int) -> int:
    """Steps to the left from `origin` to `seat`, in the same way."""
    return leftward(seats, origin).index(seat) + 1
