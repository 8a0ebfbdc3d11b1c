"""Checks of a command's form that need the table's reglamento and so cannot be in the schema."""

from collections.abc import Callable
from typing import Any

from casino.accounts.permissions import Right, may
from casino.common.errors import Refusal
from tables.engine.bank.kinds import kind_of
from tables.engine.betting.commands import PlaceBet, RemoveBet
from tables.engine.betting.stakes import chances_offered
from tables.engine.command import Command
from tables.engine.commands import INCIDENTS
from tables.engine.game import Game
from tables.engine.incidents.commands import Conduct, Incident
from tables.engine.offer.commands import AcceptBank
from tables.engine.shoe.commands import Cut
from tables.engine.table.commands import Note
from tables.engine.undo.commands import Undo


def check(game: Game, command: Command) -> None:
    """Refuse (`malformed`) a command that can never be right at this table or from this role."""
    rule = _CHECKS.get(type(command))
    if rule and (game.state.open or isinstance(command, Undo)):
        rule(game, command)


def _check_reason(game: Game, command: Undo) -> None:
    if command.reason is None and may(game.role, Right.GIVE_REASON_FOR_UNDO):
        raise Refusal("malformed", fault="reason_needed")


def _check_chance(game: Game, command: PlaceBet | RemoveBet) -> None:
    if command.chance not in chances_offered(game):
        raise Refusal("malformed", fault="no_such_chance_here", chance=command.chance)


def _check_bank_amount(game: Game, command: AcceptBank) -> None:
    if kind_of(game).staked != (command.amount is not None):
        raise Refusal("malformed", fault="amount_or_none")


def _check_kind(game: Game, command: Incident) -> None:
    if command.kind not in game.rules.incidents:
        raise Refusal("malformed", fault="no_such_incident_here", kind=command.kind)


def _check_conduct(game: Game, command: Conduct) -> None:
    _check_kind(game, command)
    if command.article is None and game.rules.source.articles:
        raise Refusal("malformed", fault="article_needed")
    _check_article(game, command)


def _check_article(game: Game, command: Conduct | Note) -> None:
    if command.article is not None and command.article not in game.rules.source.articles:
        raise Refusal("malformed", fault="no_such_article")


def _check_cutter(game: Game, command: Cut) -> None:
    if game.rules.cutter == "any_player" and command.player is None and game.state.names:
        raise Refusal("malformed", fault="cutter_needed")


_CHECKS: dict[type[Command], Callable[[Game, Any], None]] = {
    **dict.fromkeys(INCIDENTS.values(), _check_kind),
    Conduct: _check_conduct,
    Note: _check_article,
    Cut: _check_cutter,
    PlaceBet: _check_chance,
    RemoveBet: _check_chance,
    AcceptBank: _check_bank_amount,
    Undo: _check_reason,
}
