"""A table in memory with its history, and commands of every kind: likely ones, unlikely ones, and nonsense."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from tables.engine import (
    Decision,
    Refused,
    Standing,
    State,
    actions,
    decide,
    fold,
    new_state,
    parse,
    standing_after,
)
from tables.engine.can import CANDIDATES
from tables.engine.commands import COMMANDS, INCIDENTS
from tables.engine.events import Event, transfers
from tables.engine.events.undo import Undone
from tables.rules.cards import RANKS

Fields = dict[str, Any]
CAST = ("ana", "bea", "carl", "dora", "eva", "leo")
ROLES = ("croupier", "jefe")
LIMITS = {
    "argentina": (10, 500, 5),
    "slovenia": (10, 500, 5),
    "monte-carlo": (10, 800, 10),
    "spain": (10, 500, 5),
}


class WildTable:
    """`states` by version, `money` by account, both as they stand now; the record behind them for undo."""

    def __init__(self) -> None:
        self.state = new_state()
        self.states: dict[int, State] = {0: self.state}
        self.money: Counter[str] = Counter()
        self.highest = 0  # of all maxima so far: new limits leave the stakes below the old ones as they are
        self._moneys: dict[int, Counter[str]] = {0: Counter()}
        self._standing: list[Standing] = []

    def standing(self) -> list[Standing]:
        return self._standing

    def state_at(self, version: int) -> State:
        return self.states[version]

    def give(self, fields: Fields, role: str) -> Decision:
        """Raises Refused. Asserts that folding the events gives the state that was decided."""
        before, command = self.state, parse(fields)
        decision = decide(before, command, role, self)
        assert fold(before, decision.events, command.name, role, self) == decision.state
        made = Standing(before.version, decision.state.version, role, command.name)
        self._standing = standing_after(self._standing, made, decision.events)
        self.state = self.states[made.version] = decision.state
        self.highest = max(self.highest, self.state.limits.maximum)
        self._move(decision.events)
        self._moneys[made.version] = Counter(self.money)
        return decision

    def _move(self, events: tuple[Event, ...]) -> None:
        for happened in events:
            if isinstance(happened, Undone):
                self.money = Counter(self._moneys[happened.to])
            for move in transfers(happened):
                self.money[move.source] -= move.amount
                self.money[move.target] += move.amount


def opened(reglamento: str) -> WildTable:
    """A table with six people, four of them seated."""
    table = WildTable()
    minimum, maximum, chip = LIMITS.get(reglamento, (10, 1000, 5))
    opening = {"reglamento": reglamento, "minimum": minimum, "maximum": maximum, "chip": chip}
    table.give({"command": "open_table", **opening}, "jefe")
    for seat, player in enumerate(CAST, 1):
        table.give({"command": "join", "player": player}, "croupier")
        if seat <= 4:
            table.give({"command": "sit", "player": player, "seat": 3 * seat}, "croupier")
    return table


def likely(random: Random, state: State, role: str) -> Fields:
    """One of the commands that `actions` names, with fields like those it was tried with."""
    names = actions(state, role)
    if not names:
        return unlikely(random, state)
    usual = [name for name in names if name not in RARE] or names
    name = random.choice(usual if random.random() < 0.93 else names)
    tried = list(CANDIDATES[name](state)) if name in CANDIDATES else [{}]
    fields = dict(random.choice(tried)) if tried else {}
    if "display_name" in fields:
        del fields["display_name"]
    if name == "repeat_bets":
        fields = {}
    return {"command": name, **{field: value for field, value in fields.items() if value is not None}}


RARE = {
    "close_table",
    "burn_shoe",
    "leave",
    "void_pass",
    "suspend",
    "note",
    "undo",
    "incident",
    "stop_card",
    "join",
}


def unlikely(random: Random, state: State) -> Fields:
    """Any command with fields drawn at random: well-formed more often than not, seldom in place."""
    name = random.choice([*COMMANDS, "incident", "place_bet", "undo", "fly"])
    kind = INCIDENTS[random.choice([*INCIDENTS])] if name == "incident" else COMMANDS.get(name)
    fields: Fields = {"command": name}
    for field, about in kind.model_fields.items() if kind else ():
        if field in {"command", "expected_version"} or (not about.is_required() and random.random() < 0.5):
            continue
        fields[about.alias or field] = _value(random, state, field, kind)
    return fields


def _value(random: Random, state: State, field: str, kind: type) -> Any:
    if field == "kind" and kind in INCIDENTS.values():
        return next(name for name, found in INCIDENTS.items() if found is kind)
    return (
        random.choice(VALUES.get(field, ["x", 1, None]))(random, state)
        if field in DRAWN
        else random.choice(VALUES[field])
    )


def _player(random: Random, state: State) -> str:
    return random.choice([*CAST, "zoe", "house", ""])


def _amount(random: Random, state: State) -> Any:
    step = state.limits.chip
    return random.choice(
        [step * random.randint(-1, 2 * state.limits.maximum // step), 7, 0, 10**18, 1.5, "10", True]
    )


DRAWN = {"player", "given_to", "associate", "amount", "minimum", "maximum", "chip", "depth"}
VALUES: dict[str, list[Any]] = {
    **{field: [_player] for field in ("player", "given_to", "associate")},
    **{field: [_amount] for field in ("amount", "minimum", "maximum", "chip", "depth")},
    "reglamento": ["argentina", "spain", "nowhere"],
    "settings": [{}, {"decks": 6}, {"decks": 5}],
    "display_name": ["Ana", "", "x" * 600],
    "seat": [0, 1, 7, 14, 15, "1"],
    "riffles": [0, 4, 9],
    "card": [*RANKS, "7s", "T", "11", ""],
    "hand": ["punto", "banca", "both"],
    "chance": ["punto", "banca", "tie", "bank"],
    "choice": ["draw", "stand", "table", "fold"],
    "kind": ["solo", "suivi", "association", "table", "alone"],
    "players": [["ana"], ["ana", "bea"], [], None],
    "reason": ["because", "", None],
    "consent": ["jefe", "inspector", "nobody"],
    "stage": ["immediate", "bank_unseen", "decided", "bank_seen"],
    "request": ["punto", "banca", None],
    "count": [1, 2, 400, 0, -1],
    "cards": [["7"], ["7", "K"], ["Z"], []],
    "given": [True, False, 1],
    "away": [True, False],
    "text": ["a note", ""],
    "article": ["12", "51", "x" * 40],
    "to": [0, 1, 5, 20, -1, 10**9],
}


def play(
    table: WildTable, random: Random, commands: int
) -> Iterator[tuple[State, Fields, str, Decision | Refused]]:
    """Gives that many commands; yields the state before each, the command, the role, and what came of it."""
    for _ in range(commands):
        before, role = table.state, random.choice(ROLES)
        fields = likely(random, before, role) if random.random() < 0.75 else unlikely(random, before)
        try:
            yield before, fields, role, table.give(fields, role)
        except Refused as refusal:
            yield before, fields, role, refusal
