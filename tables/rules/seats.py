"""Seats 1–14 rise from the croupier's right; "to the right" is upward and 1 follows 14."""

from collections.abc import Iterator

SEATS = range(1, 15)


def rightward(seat: int) -> Iterator[int]:
    """All fourteen seats from the right of `seat` round to `seat` itself, which comes last."""
    return ((seat + step - 1) % 14 + 1 for step in range(1, 15))


def leftward(seat: int) -> Iterator[int]:
    """All fourteen seats from the left of `seat` down and round to `seat` itself."""
    return ((seat - step - 1) % 14 + 1 for step in range(1, 15))


def distance_right(origin: int, seat: int) -> int:
    """Steps to the right from `origin` to `seat`, 1…14; the origin itself is the farthest."""
    return (seat - origin - 1) % 14 + 1


def distance_left(origin: int, seat: int) -> int:
    """Steps to the left from `origin` to `seat`, 1…14; the origin itself is the farthest."""
    return (origin - seat - 1) % 14 + 1
