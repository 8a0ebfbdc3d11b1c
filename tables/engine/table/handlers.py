"""The table as a whole: opening, limits, closing, suspending, notes (argentina art. 2)."""

from collections.abc import Mapping

from casino.common.errors import Refusal
from tables.engine.bank.lifecycle import return_stake
from tables.engine.betting.events import BetsReturned
from tables.engine.context import CommandContext
from tables.engine.copying import replace
from tables.engine.game import Game
from tables.engine.handlers import handles
from tables.engine.phase import CARDS_OUT, OPEN, PASS_UNDER_WAY
from tables.engine.state import Limits
from tables.engine.suite.events import SuiteDeductionGivenBack
from tables.engine.table import limits, settings
from tables.engine.table.commands import CloseTable, Note, OpenTable, Resume, SetLimits, Suspend
from tables.engine.table.events import (
    LimitsAnnounced,
    Noted,
    TableClosed,
    TableOpened,
    TableResumed,
    TableSuspended,
)
from tables.engine.table.warnings import LimitsWarning, warnings
from tables.rules.departures import departures
from tables.rules.reglamento import SettingValue


@handles("open_table", "closed")
def open_table(context: CommandContext, command: OpenTable) -> None:
    """The jefe opens the table under a reglamento, with its limits and the house's settings."""
    rules = context.rules
    chosen = settings.read(rules, command.settings, command.chip)
    limits.check(rules, command.minimum, command.maximum, command.chip, chosen)
    context.emit(
        TableOpened(
            reglamento=rules.name,
            minimum=command.minimum,
            maximum=command.maximum,
            chip=command.chip,
            settings=chosen,
            departures=tuple(departures(rules, chosen)),
            warnings=_warnings(context, command, chosen),
        )
    )


def _warnings(
    context: CommandContext, command: OpenTable, chosen: Mapping[str, SettingValue]
) -> tuple[LimitsWarning, ...]:
    limits_chosen = Limits(command.minimum, command.maximum, command.chip)
    opened = replace(context.state, limits=limits_chosen, settings=chosen)
    return warnings(Game(opened, context.rules, context.role))


@handles("set_limits", *OPEN)
def set_limits(context: CommandContext, command: SetLimits) -> None:
    """Set new limits. During a pass they wait for its end."""
    state = context.state
    limits.check(context.rules, command.minimum, command.maximum, state.limits.chip, state.settings)
    if state.phase in PASS_UNDER_WAY:
        announced = limits.warnings_under(context, command.minimum, command.maximum)
        context.emit(LimitsAnnounced(minimum=command.minimum, maximum=command.maximum, warnings=announced))
    else:
        limits.apply(context, command.minimum, command.maximum)


def _no_card_is_out(game: Game) -> bool:
    current = game.state.current
    return game.state.phase not in CARDS_OUT or not (current.punto or current.banca)


@handles("close_table", *OPEN, may=_no_card_is_out, while_suspended=True)
def close_table(context: CommandContext, command: CloseTable) -> None:
    """Close the table. Bets and bank go back. Refused while cards are on the table."""
    state = context.state
    if not _no_card_is_out(context):
        raise Refusal("in_play")
    if state.current.bets:
        context.emit(BetsReturned(bets=state.current.bets))
    if state.suite and state.suite.deduction:
        context.emit(SuiteDeductionGivenBack(player=state.suite.giver, amount=state.suite.deduction))
    if state.bank:
        return_stake(context, "closed")
    context.emit(TableClosed(reason=command.reason))


@handles("suspend", *OPEN)
def suspend(context: CommandContext, command: Suspend) -> None:
    """Nothing is played until the jefe resumes the game."""
    context.emit(TableSuspended(reason=command.reason))


def _is_suspended(game: Game) -> bool:
    return game.state.suspended


@handles("resume", *OPEN, may=_is_suspended, while_suspended=True)
def resume(context: CommandContext, command: Resume) -> None:
    """Play goes on in the same phase."""
    if not context.state.suspended:
        raise Refusal("not_suspended")
    context.emit(TableResumed())


@handles("note", *OPEN, while_suspended=True)
def note(context: CommandContext, command: Note) -> None:
    """Add a remark to the record, without effect on the game."""
    context.emit(Noted(text=command.text, article=command.article))
