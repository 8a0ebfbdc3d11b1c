"""Seats 1–14 are numbered from the croupier's right. "To the right" means upward, and 1 follows 14."""

from collections.abc import Iterator

SEATS = range(1, 15)


def rightward(seat: int) -> Iterator[int]:
    """All fourteen seats from the right of `seat`; `seat` itself comes last."""
    return ((seat + step - 1) % 14 + 1 for step in range(1, 15))


def leftward(seat: int) -> Iterator[int]:
    """All fourteen seats from the left of `seat`, downward; `seat` itself comes last."""
    return ((seat - step - 1) % 14 + 1 for step in range(1, 15))


def distance_right(origin: int, seat: int) -> int:
    """Steps to the right from `origin` to `seat`, 1…14. The origin itself is 14 steps away."""
    return (seat - origin - 1) % 14 + 1


def distance_left(origin: int, seat: int) -> int:
    """Steps to the left from `origin` to `seat`, 1…14. The origin itself is 14 steps away."""
    return (origin - seat - 1) % 14 + 1
