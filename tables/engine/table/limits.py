"""Minimum, maximum and chip (argentina art. 2)."""

from collections.abc import Mapping

from casino.common.errors import Refusal
from tables.engine.auction.events import BidsLapsed
from tables.engine.bank.kinds import kind_of
from tables.engine.betting.events import BetsTrimmed
from tables.engine.context import CommandContext
from tables.engine.copying import replace
from tables.engine.cover.events import BancoTrimmed
from tables.engine.game import Game
from tables.engine.state import Limits, State
from tables.engine.table.events import LimitsSet
from tables.engine.table.settings import bad
from tables.engine.table.warnings import LimitsWarning, warnings
from tables.rules.reglamento import Reglamento, SettingValue


def check(
    rules: Reglamento, minimum: int, maximum: int, chip: int, settings: Mapping[str, SettingValue]
) -> None:
    """Refuse impossible limits: not multiples of the chip, or a maximum that does not fit the minimum."""
    article = rules.article("limits")
    for of, amount in (("minimum", minimum), ("maximum", maximum)):
        if amount % chip:
            raise Refusal("not_multiple", article, of=of, unit=chip)
    if maximum < minimum:
        raise Refusal("above_maximum", article, of="minimum", maximum=maximum)
    times = rules.maximum_per_minimum
    if times and not settings.get("unlimited_bank") and maximum != times * minimum:
        raise bad("maximum", maximum, rules.article("bank_limits"), needed=times * minimum)


def apply(context: CommandContext, minimum: int, maximum: int) -> None:
    """Put limits in force. A bank or a stake above the new maximum is trimmed, a bid below the new minimum lapses
    (argentina art. 2)."""
    context.emit(
        LimitsSet(minimum=minimum, maximum=maximum, warnings=warnings_under(context, minimum, maximum))
    )
    kind_of(context).trim(context, maximum)
    if excess := kind_of(context).excess_bets(context):
        context.emit(BetsTrimmed(bets=excess))
        _trim_the_banco(context)
    if low := _bidders_below(context.state, minimum):
        context.emit(BidsLapsed(players=low))


def _trim_the_banco(context: CommandContext) -> None:
    """Who has nothing left on the table is in no call of banco any more (chemin-de-fer art. 14)."""
    called, bettors = context.state.current.banco, {bet.player for bet in context.state.current.bets}
    if called and not bettors.issuperset((called.player, *called.players)):
        context.emit(BancoTrimmed(players=tuple(sorted(bettors & {called.player, *called.players}))))


def _bidders_below(state: State, minimum: int) -> tuple[str, ...]:
    bids = state.auction.bids if state.auction else ()
    return tuple(bid.player for bid in bids if bid.amount < minimum)


def warnings_under(game: Game, minimum: int, maximum: int) -> tuple[LimitsWarning, ...]:
    """The warnings that the table would give under these limits."""
    limits = Limits(minimum, maximum, game.state.limits.chip)
    return warnings(Game(replace(game.state, limits=limits), game.rules, game.role))


def apply_waiting(context: CommandContext) -> None:
    """Put in force the limits that were announced during the pass."""
    if context.state.limits.next:
        apply(context, *context.state.limits.next)
