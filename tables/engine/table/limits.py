"""Minimum, maximum and chip (argentina art. 2), limits of single chances, and what the jefe is warned of when he sets
them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from casino.common.refusals import Refusal
from tables.engine.auction.events import BidsLapsed
from tables.engine.bank.kinds import kind_of
from tables.engine.betting.events import BetsTrimmed
from tables.engine.betting.stakes import NO_AMOUNTS, largest_bet, least_bet, offered
from tables.engine.cover.events import BancoTrimmed
from tables.engine.game import Game, bounds
from tables.engine.handlers import CommandContext
from tables.engine.state import ChanceLimits, Limits, NextLimits, State
from tables.engine.table.commands import ChanceAmounts, OpenTable, SetLimits
from tables.engine.table.events import LimitsSet, LimitsWarning
from tables.engine.table.settings import bad
from tables.rules.odds import most_gaining
from tables.rules.reglamento import Reglamento, SettingValue


def wanted(rules: Reglamento, command: OpenTable | SetLimits, now: Limits | None = None) -> NextLimits:
    """The limits that the command asks for. What it leaves out stays as it is in `now`, or in what waits there.

    Raises Refusal (`malformed`) for a chance that this reglamento does not have, and for what a chance cannot have.
    """
    before = (now.next or now) if now else None
    chances = dict(before.chances) if before else {}
    for slug, amounts in command.chances.items():
        _check_may_have(rules, slug, amounts)
        found = _changed(chances.pop(slug, NO_AMOUNTS), amounts)
        if None not in (found.minimum, found.maximum) and (found.minimum or 0) > (found.maximum or 0):
            raise Refusal("malformed", fault="minimum_above_maximum", chance=slug, field="chances")
        if found != NO_AMOUNTS:
            chances[slug] = found
    said = "differential" in command.model_fields_set
    differential = command.differential if said or before is None else before.differential
    if differential is not None and not rules.bets_against_the_house:
        raise Refusal("malformed", fault="no_differential_here", field="differential")
    return NextLimits(command.minimum, command.maximum, chances, differential)


def _check_may_have(rules: Reglamento, slug: str, amounts: ChanceAmounts | None) -> None:
    found = next((chance for chance in rules.chances if chance.slug == slug), None)
    if found is None:
        raise Refusal("malformed", fault="no_such_chance_here", chance=slug, field="chances")
    if amounts and amounts.maximum is not None and (found.main or found.maximum_setting):
        raise Refusal("malformed", fault="no_maximum_of_its_own", chance=slug, field="chances")


def _changed(now: ChanceLimits, amounts: ChanceAmounts | None) -> ChanceLimits:
    if amounts is None:
        return NO_AMOUNTS
    return replace(now, **{name: getattr(amounts, name) for name in amounts.model_fields_set})


def check(rules: Reglamento, limits: NextLimits, chip: int, settings: Mapping[str, SettingValue]) -> None:
    """Refuse impossible limits: not multiples of the chip, or a maximum that does not fit the minimum."""
    article = rules.article("limits")
    for of, amount in _amounts(limits):
        if amount % chip:
            raise Refusal("not_multiple", article, of=of, unit=chip)
    if limits.maximum < limits.minimum:
        raise Refusal("above_maximum", article, of="minimum", maximum=limits.maximum)
    times = rules.maximum_per_minimum
    if times and not settings.get("unlimited_bank") and limits.maximum != times * limits.minimum:
        raise bad("maximum", limits.maximum, rules.article("bank_limits"), needed=times * limits.minimum)


def _amounts(limits: NextLimits) -> Iterator[tuple[str, int]]:
    yield "minimum", limits.minimum
    yield "maximum", limits.maximum
    for given in limits.chances.values():
        if given.minimum is not None:
            yield "minimum", given.minimum
        if given.maximum is not None:
            yield "maximum", given.maximum


def apply(context: CommandContext, limits: NextLimits) -> None:
    """Put limits in force. A bank or a stake above the new maximum is trimmed, a bid below the new minimum lapses
    (argentina art. 2)."""
    context.emit(
        LimitsSet(
            minimum=limits.minimum,
            maximum=limits.maximum,
            warnings=warnings_under(context, limits),
            chances=limits.chances,
            differential=limits.differential,
        )
    )
    kind_of(context).trim(context, limits.maximum)
    if excess := kind_of(context).excess_bets(context):
        context.emit(BetsTrimmed(bets=excess))
        _trim_the_banco(context)
    if low := _bidders_below(context.state, limits.minimum):
        context.emit(BidsLapsed(players=low))


def _trim_the_banco(context: CommandContext) -> None:
    """Take whoever has nothing left on the table out of a call of banco (chemin-de-fer art. 14)."""
    called, bettors = context.state.current.banco, {bet.player for bet in context.state.current.bets}
    if called and not bettors.issuperset((called.player, *called.players)):
        context.emit(BancoTrimmed(players=tuple(sorted(bettors & {called.player, *called.players}))))


def _bidders_below(state: State, minimum: int) -> tuple[str, ...]:
    bids = state.auction.bids if state.auction else ()
    return tuple(bid.player for bid in bids if bid.amount < minimum)


def under(game: Game, limits: NextLimits) -> Game:
    """The table as it would be under these limits."""
    then = Limits(
        limits.minimum,
        limits.maximum,
        game.state.limits.chip,
        chances=limits.chances,
        differential=limits.differential,
    )
    return Game(replace(game.state, limits=then), game.rules, game.role)


def warnings_under(game: Game, limits: NextLimits) -> tuple[LimitsWarning, ...]:
    """The warnings that the table would give under these limits."""
    return warnings(under(game, limits))


def apply_waiting(context: CommandContext) -> None:
    """Put in force the limits that were announced during the pass."""
    if context.state.limits.next:
        apply(context, context.state.limits.next)


def warnings(game: Game) -> tuple[LimitsWarning, ...]:
    """The warnings for the limits in force in the game's state."""
    return (*_never_bet(game), *_rounding_gains(game))


def _never_bet(game: Game) -> Iterator[LimitsWarning]:
    for chance in offered(game):
        least, most = least_bet(game, chance.slug), largest_bet(game, chance.slug)
        if bounds(least, most, game.state.limits.chip) is None:
            yield LimitsWarning("never_bet", chance.slug, least, most)


def _rounding_gains(game: Game) -> Iterator[LimitsWarning]:
    """The chances on which rounding to the chip turns the house's edge on the least stake into the player's."""
    if not game.rules.bets_against_the_house:
        return
    chip, later = game.state.limits.chip, game.settings.get("commission") == "end_of_shoe"
    for chance in offered(game):
        if chance.main and later:
            continue  # rounded once, on the sum of the shoe
        allowed = bounds(least_bet(game, chance.slug), largest_bet(game, chance.slug), chip)
        if allowed is None:
            continue
        most = most_gaining(
            game.rules,
            chance,
            game.setting("decks"),
            range(allowed.minimum, allowed.maximum + 1, chip),
            chip,
            str(game.settings["rounding"]),
        )
        if most is not None:
            yield LimitsWarning("rounding_gain", chance.slug, allowed.minimum, most)
