"""The floor of the engine: the least that a game of commands, events and frozen states can be in Python."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class State:
    """A pass of some game, with nothing that the rules of a real one need."""

    version: int = 0
    phase: str = "betting"
    number: int = 1
    bets: tuple[tuple[str, int], ...] = ()
    punto: tuple[str, ...] = ()
    banca: tuple[str, ...] = ()
    stake: int = 1000
    results: int = 0


@dataclass(frozen=True, slots=True)
class Command:
    """Who gives what; `value` is an amount or a card."""

    name: str
    player: str = ""
    value: str | int = 0


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, with the version that it made."""

    seq: int
    name: str
    player: str
    value: str | int


FROM = {"place_bet": "betting", "close_betting": "betting", "card": "dealing", "settle": "dealing"}
PASS = (
    *(Command("place_bet", player, 100) for player in ("ana", "bea", "carl")),
    Command("close_betting"),
    *(Command("card", hand, card) for hand, card in zip(("punto", "banca") * 2, "7K92", strict=True)),
    Command("settle"),
)


def decide(state: State, command: Command) -> tuple[Event, State]:
    """The event of a command and the state after it. Raises ValueError out of its phase."""
    if FROM[command.name] != state.phase:
        raise ValueError(command.name)
    event = Event(state.version + 1, command.name, command.player, command.value)
    return event, evolve(state, event)


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    if event.name == "place_bet":
        return replace(state, version=event.seq, bets=(*state.bets, (event.player, event.value)))
    if event.name == "close_betting":
        return replace(state, version=event.seq, phase="dealing")
    if event.name == "card":
        cards = {event.player: (*getattr(state, event.player), event.value)}
        return replace(state, version=event.seq, **cards)
    return State(event.seq, number=state.number + 1, stake=state.stake, results=state.results + 1)


def play(passes: int) -> State:
    """So many passes of nine commands."""
    state = State()
    for _ in range(passes):
        for command in PASS:
            _, state = decide(state, command)
    return state
