"""The table as a whole: opening, limits, closing, suspending, notes (argentina art. 2)."""

from collections.abc import Mapping
from dataclasses import replace

from casino.common.refusals import Refusal
from tables.engine.bank.lifecycle import return_stake
from tables.engine.betting.events import BetsReturned
from tables.engine.game import Game
from tables.engine.handlers import CommandContext, handles
from tables.engine.payment.commission import collect_commission
from tables.engine.state import CARDS_OUT, OPEN, PASS_UNDER_WAY, Limits, NextLimits
from tables.engine.suite.events import SuiteDeductionGivenBack
from tables.engine.table import limits, settings
from tables.engine.table.commands import CloseTable, Note, OpenTable, Resume, SetLimits, Suspend
from tables.engine.table.events import (
    LimitsAnnounced,
    LimitsWarning,
    Noted,
    TableClosed,
    TableOpened,
    TableResumed,
    TableSuspended,
)
from tables.rules.departures import departures
from tables.rules.reglamento import SettingValue


@handles("open_table", "closed")
def open_table(context: CommandContext, command: OpenTable) -> None:
    """The jefe opens the table under a reglamento, with its limits and the house's settings."""
    rules = context.rules
    chosen = settings.read(rules, command.settings, command.chip)
    wanted = limits.wanted(rules, command)
    limits.check(rules, wanted, command.chip, chosen)
    context.emit(
        TableOpened(
            reglamento=rules.name,
            minimum=command.minimum,
            maximum=command.maximum,
            chip=command.chip,
            settings=settings.recorded(rules, chosen),
            departures=tuple(departures(rules, chosen)),
            warnings=_warnings(context, command.chip, wanted, chosen),
            chances=wanted.chances,
            differential=wanted.differential,
        )
    )


def _warnings(
    context: CommandContext, chip: int, wanted: NextLimits, chosen: Mapping[str, SettingValue]
) -> tuple[LimitsWarning, ...]:
    opened = replace(context.state, limits=Limits(0, 0, chip), settings=chosen)
    return limits.warnings_under(Game(opened, context.rules, context.role), wanted)


@handles("set_limits", *OPEN)
def set_limits(context: CommandContext, command: SetLimits) -> None:
    """Set new limits. During a pass they wait for its end."""
    state = context.state
    wanted = limits.wanted(context.rules, command, state.limits)
    limits.check(context.rules, wanted, state.limits.chip, state.settings)
    if state.phase in PASS_UNDER_WAY:
        context.emit(
            LimitsAnnounced(
                minimum=wanted.minimum,
                maximum=wanted.maximum,
                warnings=limits.warnings_under(context, wanted),
                chances=wanted.chances,
                differential=wanted.differential,
            )
        )
    else:
        limits.apply(context, wanted)


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
    collect_commission(context)
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
