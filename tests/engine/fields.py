"""Fields for commands: such as the table would take, such as it might, and such as nobody should send."""

from collections.abc import Callable
from random import Random
from typing import Any

from tables.engine import Game, State
from tables.engine.available import actions
from tables.engine.betting.stakes import chances_offered
from tables.engine.chapters import COMMANDS, INCIDENTS
from tables.engine.dealing.drawing import next_hand
from tables.engine.state import CARDS_OUT, seated
from tables.rules.cards import RANKS
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.candidates import CANDIDATES
from tests.support.well_formed import well_formed

Fields = dict[str, Any]
Maker = Callable[[Random, State], Any]
STRANGERS = ("zoe", "house", "")
USUAL = 40
WEIGHTS = {  # how often a command is chosen where it is possible; the others USUAL
    **dict.fromkeys(("card", "settle", "will", "bank_choice", "resume", "open_table"), 400),
    **dict.fromkeys(("shuffle", "cut", "place_bet"), 160),
    **dict.fromkeys(("suite", "undo", "decline_cut", "raise_bank", "repeat_bets"), 10),
    **dict.fromkeys(("sit", "set_limits", "incident", "void_pass", "burn_shoe"), 3),
    **dict.fromkeys(("join", "leave", "stand_up"), 2),
    **dict.fromkeys(("queue", "unqueue", "stop_card", "suspend", "note", "close_table"), 1),
}
FEW = 5  # so many seated, and others are pressed to sit


def game_of(state: State, role: str = "jefe") -> Game:
    """The table as somebody of `role` looks at it."""
    return Game(state, REGLAMENTOS.get(state.reglamento), role)


def candidates(state: State, name: str) -> list[Fields]:
    """The fields with which `actions` tries a command, as a sender writes them."""
    tried = CANDIDATES[name](state) if name in CANDIDATES else _plain(state, name)
    return [
        {field: value for field, value in fields.items() if value is not None and field != "display_name"}
        for fields in tried
    ]


def _plain(state: State, name: str) -> list[Fields]:
    """With each of the players, if the command names one."""
    tried = [well_formed(name, player) for player in state.names]
    return tried if "player" in well_formed(name) else [well_formed(name)]


def likely(random: Random, state: State, role: str) -> Fields:
    """One of the commands that `actions` names, by their weights, with fields that often suit."""
    names = actions(game_of(state, role))
    if not names:
        return unlikely(random, state)
    name = random.choices(names, [_weight(state, name) for name in names])[0]
    made = SUITABLE[name](random, state) if name in SUITABLE and random.random() < 0.7 else None
    return {"command": name, **(made or random.choice(candidates(state, name)))}


def _weight(state: State, name: str) -> int:
    pressed = {"sit": len(seated(state)) < FEW, "join": len(state.names) < FEW}
    pressed["incident"] = state.phase in CARDS_OUT
    return 60 if pressed.get(name) else WEIGHTS.get(name, USUAL)


def unlikely(random: Random, state: State, name: str = "") -> Fields:
    """Any command, or that of this name, with fields drawn at random: well-formed more often than not, seldom in
    place."""
    name = name or random.choice([*COMMANDS, "incident", "place_bet", "undo", "fly"])
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
    return DRAWN[field](random, state) if field in DRAWN else random.choice(VALUES.get(field, ANYTHING))


def _anyone(random: Random, state: State) -> str:
    return random.choice([*state.names, *state.names, *STRANGERS])


def _someone(random: Random, state: State) -> str:
    return random.choice([*state.names] or ["ana"])


def _amount(random: Random, state: State) -> Any:
    step = state.limits.chip
    several = step * random.randint(-1, 2 * state.limits.maximum // step)
    return random.choice([several, several, several, 7, 0, 10**18, 1.5, "10", True])


def _in_chips(random: Random, state: State) -> int:
    limits = state.limits
    covered = REGLAMENTOS[state.reglamento].bank == "cover" and state.bank
    most = state.bank.stake if covered and state.bank else limits.maximum // random.choice((1, 4, 20))
    return limits.chip * random.randint(1, max(most // limits.chip, 1))


def _bet(random: Random, state: State) -> Fields:
    chance = random.choice(chances_offered(game_of(state)))
    return {"player": _someone(random, state), "chance": chance, "amount": _in_chips(random, state)}


def _player_and_amount(random: Random, state: State) -> Fields:
    return {"player": _someone(random, state), "amount": _in_chips(random, state)}


def _asked_and_amount(asked: str | None, random: Random, state: State) -> Fields:
    who = asked if asked in state.names else _someone(random, state)
    return {"player": who, **({"amount": _in_chips(random, state)} if random.random() < 0.6 else {})}


def _suite(random: Random, state: State) -> Fields:
    fields = _asked_and_amount(state.suite.asked if state.suite else None, random, state)
    return fields | ({"associate": _someone(random, state)} if random.random() < 0.1 else {})


def _card(random: Random, state: State) -> Fields:
    rank = random.choice((*RANKS, "5", "5", "K", "K"))  # so that a five on two cards comes often
    return {"hand": next_hand(game_of(state)) or "punto", "card": rank + random.choice(("", "", "s"))}


def _seat(random: Random, state: State) -> Fields:
    return {"player": _someone(random, state), "seat": random.randint(1, 14)}


def _limits(random: Random, state: State) -> Fields:
    minimum = random.choice((5, 10, 20))
    times = REGLAMENTOS[state.reglamento].maximum_per_minimum or random.choice((1, 10, 50))
    return {"minimum": minimum, "maximum": minimum * times}


def _incident(random: Random, state: State) -> Fields:
    kind = random.choice(REGLAMENTOS[state.reglamento].incidents)
    fields = {"kind": kind}
    for field, about in INCIDENTS[kind].model_fields.items():
        own = field not in {"command", "kind", "expected_version"}
        if own and (about.is_required() or random.random() < 0.5):
            fields[field] = _value(random, state, field, INCIDENTS[kind])
    return fields


def _undo(random: Random, state: State) -> Fields:
    back = {"to": max(state.version - random.randint(0, 12), 0)} if random.random() < 0.3 else {}
    return {**back, "reason": "a mistake"}


SUITABLE: dict[str, Maker] = {
    "place_bet": _bet,
    "bid": _player_and_amount,
    "accept_bank": lambda random, state: _asked_and_amount(
        state.offer.asked if state.offer else None, random, state
    ),
    "raise_bank": lambda random, state: {
        "amount": _in_chips(random, state),
        "associate_agrees": random.choice((True, False)),
    },
    "set_aside": lambda random, state: {"amount": _in_chips(random, state)},
    "take_suite": _suite,
    "card": _card,
    "sit": _seat,
    "set_limits": _limits,
    "incident": _incident,
    "undo": _undo,
    "will": lambda random, state: {"choice": random.choice(("draw", "stand"))},
    "bank_choice": lambda random, state: {"choice": random.choice(("draw", "stand", "table"))},
    "leave": lambda random, state: {"player": _someone(random, state)},
}
DRAWN: dict[str, Maker] = {
    **dict.fromkeys(("player", "given_to", "associate"), _anyone),
    **dict.fromkeys(("amount", "minimum", "maximum", "chip", "depth"), _amount),
}
ANYTHING: list[Any] = ["a note", "", "x" * 600, 1, -1, True, None]
VALUES: dict[str, list[Any]] = {
    "reglamento": ["argentina", "spain", "nowhere"],
    "settings": [{}, {"decks": 6}, {"decks": 5}],
    "display_name": ["Ana", "", "x" * 600],
    "seat": [0, 1, 7, 14, 15, "1"],
    "riffles": [0, 4, 9],
    "card": [*RANKS, *RANKS, "7s", "T", "11", ""],
    "hand": ["punto", "banca", "both"],
    "chance": ["punto", "banca", "tie", "bank"],
    "choice": ["draw", "stand", "table", "fold"],
    "kind": ["solo", "suivi", "association", "table", "alone"],
    "players": [["ana"], ["ana", "bea"], [], None],
    "reason": ["because", "because", "", None],
    "consent": ["jefe", "inspector", "nobody"],
    "stage": ["immediate", "bank_unseen", "decided", "bank_seen"],
    "request": ["punto", "banca", None],
    "count": [1, 2, 20, 400, 0, -1],
    "cards": [["7"], ["7", "K"], ["7", "7"], ["Z"], []],
    "given": [True, False, 1],
    "associate_agrees": [True, True, False, 1, None],
    "rest": [True, False],
    "others_decline": [True, False, None],
    "away": [True, False],
    "done": ["warned", "sent_away", "handed_over", "shot"],
    "device_kept": [True, False, 1],
    "text": ["a note", ""],
    "article": ["12", "51", "x" * 40],
    "to": [0, 1, 5, 20, -1, 10**9],
}
