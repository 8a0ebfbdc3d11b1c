"""Well-formed for this table: what the schema alone cannot know, because the reglamento decides it."""

from collections.abc import Callable
from typing import Any

from tables.engine.commands import (
    INCIDENTS,
    AcceptBank,
    Command,
    Cut,
    Incident,
    OpenTable,
    PlaceBet,
    RemoveBet,
    Undo,
)
from tables.engine.errors import Refused
from tables.engine.settings import share_of
from tables.engine.state import State
from tables.rules.reglamento import Reglamento
from tables.rules.reglamentos import REGLAMENTOS


def check(state: State, command: Command, role: str) -> None:
    """Refuse (`malformed`) a command that can never be right at this table, or from this role."""
    if isinstance(command, OpenTable):
        _check_reglamento(command)
    elif isinstance(command, Undo) and role == "jefe" and command.reason is None:
        raise Refused("malformed", fault="reason: the jefe gives one")
    elif state.open and (rule := _CHECKS.get(type(command))):
        rule(state, REGLAMENTOS[state.reglamento], command)


def chances_offered(state: State, rules: Reglamento) -> tuple[str, ...]:
    """The chances on which one may bet here; tie only where the house offers it."""
    tie = "tie" in rules.chances and share_of(state.settings["tie_bet"]) > 0
    return tuple(chance for chance in rules.chances if chance != "tie" or tie)


def _check_reglamento(command: OpenTable) -> None:
    if command.reglamento not in REGLAMENTOS:
        raise Refused("malformed", fault=f"no such reglamento; there are {_known()}")


def _known() -> str:
    return ", ".join(rules.slug for rules in REGLAMENTOS.newest())


def _check_chance(state: State, rules: Reglamento, command: PlaceBet | RemoveBet) -> None:
    if command.chance not in chances_offered(state, rules):
        raise Refused("malformed", fault=f"{command.chance} is not offered at this table")


def _check_bank_amount(state: State, rules: Reglamento, command: AcceptBank) -> None:
    carries_a_bank = rules.bank != "house"
    if carries_a_bank != (command.amount is not None):
        raise Refused("malformed", fault="amount: needed where the shoe carries a bank, and only there")


def _check_kind(state: State, rules: Reglamento, command: Incident) -> None:
    if command.kind not in rules.incidents:
        raise Refused("malformed", fault=f"{command.kind} does not exist under this reglamento")


def _check_cutter(state: State, rules: Reglamento, command: Cut) -> None:
    if rules.cutter == "any_player" and command.player is None and state.names:
        raise Refused("malformed", fault="player: a player cuts, and is named")


_CHECKS: dict[type[Command], Callable[[State, Reglamento, Any], None]] = {
    **dict.fromkeys(INCIDENTS.values(), _check_kind),
    Cut: _check_cutter,
    PlaceBet: _check_chance,
    RemoveBet: _check_chance,
    AcceptBank: _check_bank_amount,
}
