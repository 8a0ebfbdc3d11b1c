"""Commands that a table refuses: against the rules, out of turn, malformed; and undo, near and far."""

from typing import TYPE_CHECKING, Any

from . import forms, moves, troubles
from .positions import parse

if TYPE_CHECKING:
    from .games import Game

Command = dict[str, Any]
NO_JSON = ("{", "7", "null", '["join"]', "place_bet")


def undo(g: "Game") -> Command:
    command: Command = {"command": "undo"}
    if g.dice.random() < 0.5:
        command |= {"by": "jefe", "reason": "…"}
    if g.versions and g.dice.random() < 0.5:
        far = g.dice.choice((2, 5, 20, len(g.versions)))
        command["to"] = f"@{g.versions[-min(far, len(g.versions))][0]}"
    return command


def illegal(g: "Game") -> Command:
    """A sensible command with something changed, or one of another phase."""
    dice = g.dice.random()
    if dice < 0.5:
        return _changed(g, moves.sensible(g))
    phase = g.dice.choice(sorted(moves.PHASES))
    if phase in OF_PHASE:
        return _of_another_phase(g, phase)
    if dice < 0.75 and g.table.open:
        return troubles.trouble(g)
    return moves.PHASES[phase](g)


# Commands of each phase, in short form: {who} and {other} are players, {amount} and {depth} numbers.
OF_PHASE = {
    "seating": "shuffle {riffles};open_table {reglamento} {low} {high} 1 @jefe",
    "shuffling": "shuffle {riffles}",
    "cutting": "cut - {depth};cut {who} {depth};decline_cut {who}",
    "auction": "bid {who} {amount};close_auction",
    "offer": "accept_bank {who} {amount};accept_bank {who};decline_bank {who};decline_bank",
    "suite": "suite;take_suite {who} {amount};decline_suite {who};decline_suite;house_takes_suite @jefe;"
    "take_suite {who} - {other}",
    "betting": "place_bet {who} punto {amount};place_bet {who} banca {amount};place_bet {who} tie {amount};"
    "remove_bet {who} punto;repeat_bets;raise_bank {amount};take_half;desist_bank;pass_shoe;associate {who};"
    "set_aside {amount};banco {who} solo;banco {who} suivi;banco {who} table;close_betting",
    "dealing": "card punto {card};card banca {card};decline_cards {who};settle;will draw;bank_choice table;"
    "burn_first 9;"
    "stop_card",
}


def _of_another_phase(g: "Game", phase: str) -> Command:
    low, high = g.table.minimum or 10, g.table.maximum or 1000
    amount = g.dice.choice((1, low, low + 1, high, high + low, g.dice.randint(1, 2 * high)))
    fields = {"who": moves.someone(g), "other": moves.someone(g), "amount": amount, "low": low, "high": high}
    fields |= {"reglamento": g.reglamento, "riffles": g.dice.randint(0, 5), "depth": g.dice.randint(0, 420)}
    line = g.dice.choice(OF_PHASE[phase].split(";"))
    return parse(line.format(card=moves.random_card(g), **fields))


def _changed(g: "Game", command: Command) -> Command:
    dice, command = g.dice, dict(command)
    field = dice.choice(sorted(command))
    if "amount" in command and dice.random() < 0.6:
        command["amount"] = dice.choice((1, command["amount"] + 1, command["amount"] * 3, 10**9))
    elif field in ("player", "given_to", "associate"):
        command[field] = dice.choice((*g.people, "nadie"))
    elif field == "card":
        command[field] = dice.choice(("1", "11", "X", "7x", "", "10h", "Th", "Kd"))
    elif field == "hand":
        command[field] = dice.choice(("punto", "banca"))
    elif dice.random() < 0.3:
        command["by"] = dice.choice(forms.ROLES)
    elif dice.random() < 0.3 and g.versions:
        command["expected_version"] = f"@{dice.choice(g.versions[-3:])[0]}"
    elif dice.random() < 0.2:
        command["expected_version"] = dice.choice((0, 10**6))
    return command


def anything(g: "Game") -> Command:
    """Any command with any fields, well-formed or not."""
    dice = g.dice
    if dice.random() < 0.05:
        return {"raw": dice.choice(NO_JSON)}
    name = dice.choice((*forms.FORMS, "incident", "sing"))
    form = forms.FORMS.get(name, "")
    command: Command = {"command": name}
    if name == "incident":
        command["kind"] = dice.choice(sorted(forms.INCIDENTS))
        form = forms.INCIDENTS[command["kind"]]
    for part in form.split():
        field, kind = part.split(":")
        if field in ("to", "name"):  # versions are each engine's own, and so is an id made from a name
            continue
        if kind.endswith("?") and dice.random() < 0.6:
            continue
        if dice.random() < 0.97:
            command[field] = _value(g, field, kind.rstrip("?"))
    if dice.random() < 0.5:
        command["by"] = dice.choice((*forms.ROLES, "jefe", "jefe", "jefe", "boss"))
    return command


def _value(g: "Game", field: str, kind: str) -> Any:
    dice = g.dice
    if dice.random() < 0.03:
        return dice.choice((None, -1, 0, "", "x", [], {}, True, 1.5))
    values: dict[str, Any] = {
        "player": dice.choice((*g.people, "standing", "nadie")), "name": "N", "seat": dice.randint(0, 15), "text": "…",
        "reason": "…", "limit": dice.choice((1, 10, 100, 1000)), "amount": dice.choice((1, 10, 100, 1000, 5000)),
        "count": dice.randint(0, 300), "some": dice.randint(0, 5), "card": dice.choice(("2", "T", "9h", "Q", "1")),
        "cards": ["2", "3"], "pair": ["4", "5c"], "bool": dice.random() < 0.5, "dict": _settings(g),
        "players": [dice.choice(g.people)], "partners": [dice.choice(g.people)], "article": "6",
        "chance": dice.choice(("punto", "banca", "tie", "even")), "hand": dice.choice(("punto", "banca")),
        "choice": dice.choice(("draw", "stand")), "choice3": dice.choice(("draw", "stand", "table")),
        "who": dice.choice(("inspector", "jefe", "croupier")), "banco": dice.choice(("solo", "suivi", "table")),
        "stage19": dice.choice(("immediate", "bank_unseen", "decided")), "string": g.reglamento,
        "stage20": dice.choice(("bank_unseen", "bank_seen")),
        "done": dice.choice(("warned", "sent_away", "handed_over")),
    }  # fmt: skip
    return values[kind]


def _settings(g: "Game") -> Command:
    """Settings that are sometimes impossible."""
    found = moves.settings(g, 1)
    if g.dice.random() < 0.5:
        key = g.dice.choice((*sorted(found), "dogs"))
        found[key] = g.dice.choice((-1, 0, 7, 400, "2/3", "1/0", None, True, "x"))
    return found


__all__ = ["anything", "illegal", "undo"]
