"""A suite is given, taken and declined (argentina arts. 36–43; chemin-de-fer arts. 3–12)."""

from tables.engine.bank.lifecycle import Opening, open_bank, open_house_bank, return_stake
from tables.engine.game import Bounds, Game, bounds
from tables.engine.handlers import CommandContext, handles
from tables.engine.payment.events import MARKS
from tables.engine.state import CARDS_OUT, HOUSE, STANDING, Suite, is_here, seat_of
from tables.engine.suite.commands import DeclineSuite, GiveSuite, HouseTakesSuite, TakeSuite
from tables.engine.suite.events import SuiteClosed, SuiteDeclined, SuiteReserved
from tables.engine.suite.walk import (
    ask_next,
    find_the_card_holder,
    hand_over,
    may_be_given,
    policy_of,
    suite_of,
    withdraw,
)


def _cards_drawn(context: CommandContext, command: GiveSuite) -> None:
    suite = context.rules.suite
    if suite and suite.until_first_card and context.state.phase in CARDS_OUT:
        context.refuse("cards_drawn", "suite")


def _too_late(game: Game) -> bool:
    current = game.state.current
    return bool(current.punto or current.banca or current.redealt)


def _is_the_time(game: Game) -> bool:
    return game.rules.suite is not None and (
        game.state.phase == "betting" or game.rules.suite.until_first_card
    )


def _may_give(game: Game) -> bool:
    return _is_the_time(game) and not _too_late(game) and may_be_given(game)


@handles("suite", "betting", "dealing", may=_may_give, otherwise=_cards_drawn)
def give_suite(context: CommandContext, command: GiveSuite) -> None:
    """Art. 36: after a win, until the first card of the pass is drawn. Chemin de fer: between passes."""
    if not _is_the_time(context):
        context.refuse_phase()
    if _too_late(context):
        context.refuse("cards_drawn", "suite")
    if not may_be_given(context):
        context.refuse("not_entitled", "suite", detail="this bank cannot be given in suite now")
    withdraw(context)()


def take_bounds(game: Game) -> Bounds | None:
    """The amounts for which the suite, or the house's bank, may be taken, where either is offered; None if no amount
    is possible."""
    offered = _offered(game)
    return bounds(offered, max(game.bank_maximum, offered), game.state.limits.chip)


def takers(game: Game) -> list[str]:
    """The players who may take it now: the one who is asked, the standing, or anyone while the house's bank may be
    taken."""
    suite = game.state.suite
    if suite is None:
        return [*game.state.names] if _house_gives_way(game) else []
    asked = game.state.standing if suite.asked == STANDING else (suite.asked,)
    return [who for who in asked if is_here(game.state, who)]


def _offered(game: Game) -> int:
    return game.state.suite.amount if game.state.suite else game.bank.stake


def _may_take(game: Game) -> bool:
    return bool(takers(game)) and take_bounds(game) is not None


@handles("take_suite", "suite", "betting", may=_may_take, bounds=take_bounds)
def take_suite(context: CommandContext, command: TakeSuite) -> None:
    """Art. 37: the player who is asked takes the bank at its amount or raises it, up to the maximum."""
    if context.state.suite is None:
        _take_from_the_house(context, command)
        return
    if command.others_decline:
        _decline_up_to(context, command.player)
    suite, player = suite_of(context), command.player
    if not _is_asked(context, player):
        context.refuse("not_asked", "suite_offer", player=player, asked=suite.asked)
    _check_associate(context, command, suite)
    amount = _amount(context, command, suite.amount)
    if player == suite.giver and amount != suite.amount and policy_of(context).retaken_unraised:
        context.refuse("above_maximum", "suite_retaken", maximum=suite.amount)
    if command.associate:
        _reserve(context, suite, command, amount)
    else:
        hand_over(context, suite, player, amount)


def _is_asked(game: Game, player: str) -> bool:
    asked = suite_of(game).asked
    return asked == player or (asked == STANDING and player in game.state.standing)


def _decline_up_to(context: CommandContext, player: str) -> None:
    """Decline for whoever is asked before `player`; the house answers for itself."""
    asked = suite_of(context).asked
    while not _is_asked(context, player) and _somebody_is_asked(context):
        context.emit(SuiteDeclined(player=suite_of(context).asked))
        ask_next(context)
        if context.state.suite is None:
            context.refuse("not_asked", "suite_offer", player=player, asked=asked)


def _check_associate(context: CommandContext, command: TakeSuite, suite: Suite) -> None:
    """Refuse an association that is not allowed. The passer may not be the taker's associate (chemin-de-fer art. 4)."""
    _check_one_owner(context, command)
    if command.associate in (command.player, suite.giver):
        context.refuse(
            "not_entitled", "passer_may_not_associate", detail="not with %(player)s", player=command.associate
        )


def _check_one_owner(context: CommandContext, command: TakeSuite) -> None:
    if command.associate and not policy_of(context).in_association:
        context.refuse("not_entitled", "one_owner", detail="a bank has one owner")


def _reserve(context: CommandContext, suite: Suite, command: TakeSuite, amount: int) -> None:
    """Note an association. A single taker has priority, so the others are asked first (chemin-de-fer art. 4)."""
    if suite.reserved is None:
        context.emit(SuiteReserved(player=command.player, associate=command.associate or "", amount=amount))
    context.emit(SuiteDeclined(player=suite.asked))
    ask_next(context)


def _somebody_is_asked(game: Game) -> bool:
    asked = suite_of(game).asked
    return asked == STANDING or is_here(game.state, asked)


@handles("decline_suite", "suite", may=_somebody_is_asked)
def decline_suite(context: CommandContext, command: DeclineSuite) -> None:
    """A refusal. The next player is asked."""
    who = command.player or STANDING
    if suite_of(context).asked != who:
        context.refuse("not_asked", "suite_offer", player=who, asked=suite_of(context).asked)
    context.emit(SuiteDeclined(player=who))
    ask_next(context)
    while command.rest and context.state.suite and _somebody_is_asked(context):
        context.emit(SuiteDeclined(player=context.state.suite.asked))
        ask_next(context)


def _the_house_is_asked(game: Game) -> bool:
    return suite_of(game).asked == HOUSE


@handles("house_takes_suite", "suite", may=_the_house_is_asked)
def house_takes_suite(context: CommandContext, command: HouseTakesSuite) -> None:
    """Art. 37 d: nobody wants the suite, and the jefe takes it for the house at the giver's seat."""
    if not _the_house_is_asked(context):
        context.refuse("not_asked", "suite_offer", player=HOUSE, asked=suite_of(context).asked)
    suite = suite_of(context)
    context.emit(SuiteClosed(phase=suite.came_from))
    open_house_bank(context, suite.seat, suite.amount, suite.first_giver)
    find_the_card_holder(context)


def _house_gives_way(game: Game) -> bool:
    """Whether players may take the house's bank: after a pass of it that ended in a tie, until one is decided otherwise
    (art. 37 e). Void passes are no results."""
    held = game.state.bank
    tied = game.state.results.endswith(MARKS["tie"])
    return held is not None and held.origin == HOUSE and held.passes > 0 and tied


def _take_from_the_house(context: CommandContext, command: TakeSuite) -> None:
    """Art. 37 e: anyone takes the suite at its present stake, or raises it as any taker may (37 a)."""
    if not _house_gives_way(context):
        context.refuse_phase()
    _check_one_owner(context, command)
    held = context.bank
    amount = _amount(context, command, held.stake)
    return_stake(context, "taken")
    seat = seat_of(context.state, command.player) or held.seat
    root = held.first_giver or held.seat
    open_bank(context, Opening(command.player, seat, amount, "suite", root=root))


def _amount(context: CommandContext, command: TakeSuite, offered: int) -> int:
    amount = offered if command.amount is None else command.amount
    if amount < offered:
        context.refuse("below_minimum", "suite_offer", minimum=offered)
    context.check_multiple(amount, "bank_limits")
    if amount > max(context.bank_maximum, offered):
        context.refuse("above_maximum", "bank_limits", maximum=context.bank_maximum)
    return amount
