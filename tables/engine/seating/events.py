"""Events of people who come, sit, wait and go."""

from dataclasses import replace

from tables.engine.event import Event, event
from tables.engine.state import State


@event("player_joined")
class PlayerJoined(Event):
    player: str
    name: str

    def evolve(self, state: State) -> State:
        return replace(
            state, standing=(*state.standing, self.player), names={**state.names, self.player: self.name}
        )


@event("player_left")
class PlayerLeft(Event):
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
        )

    def _waits(self, state: State) -> dict[str, int]:
        """Who changes his seat, or sits down in mid-shoe, lets one hand pass (chemin de fer)."""
        mid_shoe = self.player in state.seats.values() or state.phase not in ("seating", "shuffling")
        return {self.player: state.current.number} if state.shoe and mid_shoe else {}


@event("player_stood")
class PlayerStood(Event):
    """Off the seat his refusals of the bank are no longer counted."""

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
    player: str

    def evolve(self, state: State) -> State:
        return replace(state, waiting=(*state.waiting, self.player))


@event("player_unqueued")
class PlayerUnqueued(Event):
    player: str

    def evolve(self, state: State) -> State:
        return replace(state, waiting=without(state.waiting, self.player))


@event("seat_lent")
class SeatLent(Event):
    """`owner` stands for as long as `borrower` has the bank; None when the seat was free (arts. 32, 37 b)."""

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
    """The borrower stands, if he is still here; the seat is the owner's again, or free when he has left."""

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
    """The same people in the same order, but for one."""
    return tuple(other for other in people if other != player)


def _off_the_seats(state: State, player: str) -> dict[int, str | None]:
    return {seat: None if sitter == player else sitter for seat, sitter in state.seats.items()}
