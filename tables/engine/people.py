"""Questions about who sits where, shared by several chapters."""

from collections.abc import Iterator

from tables.engine.state import State
from tables.rules.seats import leftward, rightward


def seat_of(state: State, player: str) -> int | None:
    """The seat where the player sits now, including a borrowed one; None if he stands."""
    for seat, sitter in state.seats.items():
        if sitter == player:
            return seat
    return None


def is_here(state: State, player: str) -> bool:
    """Whether the player has joined and not left."""
    return player in state.names


def seated(state: State) -> list[str]:
    """The seated players, from seat 1 on."""
    return [player for player in state.seats.values() if player]


def seated_to_the_right(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """(seat, player) pairs from the right of `seat` round the table; `seat` itself comes last."""
    return ((at, player) for at in rightward(seat) if (player := state.seats[at]))


def seated_to_the_left(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """(seat, player) pairs from the left of `seat` round the table; `seat` itself comes last."""
    return ((at, player) for at in leftward(seat) if (player := state.seats[at]))
