"""Who is where: questions about seats that several rooms ask."""

from collections.abc import Iterator

from tables.engine.state import State
from tables.rules.seats import leftward, rightward


def seat_of(state: State, player: str | None) -> int | None:
    """The seat where the player sits now, a borrowed one too."""
    if player is None:
        return None
    return next((seat for seat, sitter in state.seats.items() if sitter == player), None)


def is_here(state: State, player: str) -> bool:
    """Whether the player has joined and not left."""
    return player in state.names


def seated(state: State) -> list[str]:
    """Who sits, from seat 1 on."""
    return [player for player in state.seats.values() if player]


def seated_to_the_right(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """(seat, player) from the right of `seat` round to whoever sits at `seat` itself, last."""
    return ((at, player) for at in rightward(seat) if (player := state.seats[at]))


def seated_to_the_left(state: State, seat: int) -> Iterator[tuple[int, str]]:
    """(seat, player) from the left of `seat` down and round to `seat` itself."""
    return ((at, player) for at in leftward(seat) if (player := state.seats[at]))
