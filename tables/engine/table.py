"""The table as a whole: opening, limits, closing (argentina art. 2; game.md, "House settings")."""

from tables.engine import holding, limits, settings
from tables.engine.commands import CloseTable, OpenTable, SetLimits
from tables.engine.errors import Refused
from tables.engine.events.bank import SuiteDeductionGivenBack
from tables.engine.events.table import BetsReturned, LimitsAnnounced, TableClosed, TableOpened
from tables.engine.rooms import CARDS_OUT, OPEN, PASS_UNDER_WAY, decides
from tables.engine.turn import Turn
from tables.rules.reglamentos import REGLAMENTOS


@decides("open_table", "closed")
def open_table(turn: Turn, command: OpenTable) -> None:
    """The jefe opens the table under a reglamento, with its limits and the house's settings."""
    rules = REGLAMENTOS[command.reglamento]
    chosen = settings.read(rules, command.settings, command.chip)
    limits.check(rules, command.minimum, command.maximum, command.chip, chosen)
    turn.emit(TableOpened(rules.name, command.minimum, command.maximum, command.chip, chosen))


@decides("set_limits", *OPEN)
def set_limits(turn: Turn, command: SetLimits) -> None:
    """New limits; they wait for the end of a pass that is under way."""
    limits.check(turn.rules, command.minimum, command.maximum, turn.state.limits.chip, turn.state.settings)
    if turn.state.phase in PASS_UNDER_WAY:
        turn.emit(LimitsAnnounced(command.minimum, command.maximum))
    else:
        limits.apply(turn, command.minimum, command.maximum)


@decides("close_table", *OPEN, while_suspended=True)
def close_table(turn: Turn, command: CloseTable) -> None:
    """The table closes: bets and bank go back. Not with cards out."""
    state = turn.state
    if state.phase in CARDS_OUT and (state.current.punto or state.current.banca):
        raise Refused("in_play")
    if state.current.bets:
        turn.emit(BetsReturned(state.current.bets))
    if state.suite and state.suite.deduction:
        turn.emit(SuiteDeductionGivenBack(state.suite.giver, state.suite.deduction))
    if state.bank:
        holding.return_stake(turn, "closed")
    turn.emit(TableClosed(command.reason))
