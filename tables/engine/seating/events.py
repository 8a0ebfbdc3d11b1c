"""Events of people at the table: joining, sitting, waiting, leaving."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.state import State


@event("player_joined")
class PlayerJoined(Event):
    """A player came to the table and stands."""

    player: str
    name: str

    def evolve(self, state: State) -> State:
        return replace(
            state, standing=(*state.standing, self.player), names={**state.names, self.player: self.name}
        )


@event("player_left")
class PlayerLeft(Event):
    """A player left the table."""

    player: str

    def evolve(self, state: State) -> State:
        return replace(
            state,
            seats=_off_the_seats(state, self.player),
            lent={seat: None if owner == self.player else owner for seat, owner in state.lent.items()},
            standing=without(state.standing, self.player),
            waiting=without(state.waiting, self.player),
            names={who: name for who, name in state.names.items() if who != self.player},
            refusals={who: times for who, times in state.refusals.items() if who != self.player},
        )


@event("player_sat")
class PlayerSat(Event):
    """A player took a seat. Refusals of the bank are counted from now."""

    player: str
    seat: int

    def evolve(self, state: State) -> State:
        return replace(
            state,
            seats={**_off_the_seats(state, self.player), self.seat: self.player},
            sat_in={**state.sat_in, **self._waits(state)},
            standing=without(state.standing, self.player),
            waiting=without(state.waiting, self.player),
            lent={seat: None if owner == self.player else owner for seat, owner in state.lent.items()},
            refusals={who: times for who, times in state.refusals.items() if who != self.player},
        )

    def _waits(self, state: State) -> dict[str, int]:
        """A player who changes seats or sits down in mid-shoe waits one hand for priority (chemin de fer)."""
        mid_shoe = self.player in state.seats.values() or state.phase not in ("seating", "shuffling")
        return {self.player: state.current.number} if state.shoe and mid_shoe else {}


@event("player_stood")
class PlayerStood(Event):
    """A player left his seat. His refusals of the bank are no longer counted."""

    player: str

    def evolve(self, state: State) -> State:
        return replace(
            state,
            seats=_off_the_seats(state, self.player),
            standing=(*state.standing, self.player),
            refusals={who: times for who, times in state.refusals.items() if who != self.player},
        )


@event("player_queued")
class PlayerQueued(Event):
    """A player joined the waiting list."""

    player: str

    def evolve(self, state: State) -> State:
        return replace(state, waiting=(*state.waiting, self.player))


@event("player_unqueued")
class PlayerUnqueued(Event):
    """A player left the waiting list."""

    player: str

    def evolve(self, state: State) -> State:
        return replace(state, waiting=without(state.waiting, self.player))


@event("seat_lent")
class SeatLent(Event):
    """`owner` stands while `borrower` holds the bank at his seat. None: the seat was free (arts. 32, 37 b)."""

    seat: int
    owner: str | None
    borrower: str

    def evolve(self, state: State) -> State:
        standing = without(state.standing, self.borrower)
        return replace(
            state,
            seats={**state.seats, self.seat: self.borrower},
            lent={**state.lent, self.seat: self.owner},
            standing=(*standing, self.owner) if self.owner else standing,
            waiting=without(state.waiting, self.borrower),
        )


@event("seat_returned")
class SeatReturned(Event):
    """The borrower stands, if he is still here. The seat is its owner's again, or free if he has left."""

    seat: int
    owner: str | None
    borrower: str | None

    def evolve(self, state: State) -> State:
        standing = without(state.standing, self.owner) if self.owner else state.standing
        return replace(
            state,
            seats={**state.seats, self.seat: self.owner},
            lent={seat: owner for seat, owner in state.lent.items() if seat != self.seat},
            standing=(*standing, self.borrower) if self.borrower else standing,
            waiting=without(state.waiting, self.owner) if self.owner else state.waiting,
        )


def without(people: tuple[str, ...], player: str) -> tuple[str, ...]:
    """`people` without `player`, in the same order."""
    return tuple(other for other in people if other != player)


def _off_the_seats(state: State, player: str) -> dict[int, str | None]:
    return {seat: None if sitter == player else sitter for seat, sitter in state.seats.items()}
