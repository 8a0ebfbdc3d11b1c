"""The walk of a withdrawn bank from seat to seat, and what follows if nobody takes it (argentina arts. 36–43;
chemin-de-fer arts. 3–12)."""

from collections.abc import Callable
from functools import partial

from tables.engine.auction.events import AuctionOpened
from tables.engine.bank.lifecycle import Opening, associates_part, next_origin, open_bank, return_seat
from tables.engine.betting.events import BetsReturned
from tables.engine.dealing.card_holder import leader
from tables.engine.dealing.events import CardsGiven
from tables.engine.game import Game
from tables.engine.handlers import CommandContext
from tables.engine.payment.settlement import deducted
from tables.engine.state import HOUSE, STANDING, Bank, Suite, is_here, seat_of, seated_to_the_right
from tables.engine.suite.events import (
    SuiteAssociationDissolved,
    SuiteClosed,
    SuiteDeclined,
    SuiteGiven,
    SuiteOffered,
)
from tables.rules.reglamento import SuitePolicy


def suite_of(game: Game) -> Suite:
    """The suite on offer. Raises AssertionError if there is none."""
    if game.state.suite is None:
        raise AssertionError("no suite on offer")
    return game.state.suite


def policy_of(game: Game) -> SuitePolicy:
    """The policy by which a bank is passed on under this reglamento. Raises AssertionError if it has no suite."""
    if game.rules.suite is None:
        raise AssertionError("no suite under this reglamento")
    return game.rules.suite


def may_be_given(game: Game) -> bool:
    """Whether the bank may be given: a player holds it, and it has won if the reglamento asks for that."""
    held = game.state.bank
    if game.rules.suite is None or held is None or held.holder is None or held.bound:
        return False
    return held.wins > 0 or not game.rules.suite.needs_a_win


def withdraw(context: CommandContext) -> Callable[[], None]:
    """Withdraw the bank. Art. 38 deducts from the last win if art. 29 left it untaxed. Returns what begins its
    offer."""
    held, called = context.bank, context.state.current.banco
    if not policy_of(context).bets_stay and context.state.current.bets:
        context.emit(BetsReturned(bets=context.state.current.bets))
    context.emit(_given(context, held, called.player if called else context.state.last_banco))
    return_seat(context, held.seat)
    if held.passes == 0 and policy_of(context).must_deal_once:
        return partial(_auction_it, context, barred_by="must_deal_once")
    return partial(ask_next, context)


def _given(game: Game, held: Bank, made_banco: str | None) -> SuiteGiven:
    kept = _deduction(game)
    share = associates_part(game, held.stake - kept)
    refuses_to_deal = (held.passer,) if held.passes == 0 else ()
    goes_on_from_the_first = policy_of(game).root == "original_giver"
    return SuiteGiven(
        giver=held.holder or "",
        seat=held.seat,
        amount=held.stake,
        deduction=kept,
        returned=held.stake - kept - share,
        came_from=game.state.phase,
        first_giver=next_origin(game) if goes_on_from_the_first else held.seat,
        article=game.rules.article("suite_tax") if kept else None,
        barred=tuple(who for who in (held.holder, held.associate, *refuses_to_deal) if who),
        associate=held.associate,
        share=share,
        made_banco=made_banco,
    )


def _deduction(game: Game) -> int:
    """The deduction of art. 38 on the last win; 0 if art. 29 has taxed that win."""
    held = game.bank
    if held.last_win_taxed:
        return 0
    kept = deducted(game, held.last_win, policy_of(game).rate)
    return min(kept, held.stake)  # a bank trimmed by new limits may hold less than it owes


def ask_next(context: CommandContext) -> None:
    """Ask the seated players from the giver's right, then giver and standing in the house's order, then the last
    resort. An association that waits comes before the giver (chemin-de-fer art. 4)."""
    suite = suite_of(context)
    asked = next((who for who in _walk(context, suite) if who not in suite.declined), None)
    if suite.reserved is not None and asked in (None, suite.giver):
        reserved = suite.reserved
        hand_over(context, suite, reserved.player, reserved.amount, reserved.associate)
    elif asked is not None:
        context.emit(SuiteOffered(asked=asked))
    elif policy_of(context).last_resort == "house":
        context.emit(SuiteOffered(asked=HOUSE))
    else:
        _auction_it(context)


def passes_over(context: CommandContext, player: str) -> None:
    """`player` has left or moved. If he was asked, he has declined; if nobody stands any more, the offer goes on."""
    suite = context.state.suite
    if suite is None:
        return
    _dissolve_association(context, suite, player)
    if suite.asked == player or (suite.asked == STANDING and not context.state.standing):
        context.emit(SuiteDeclined(player=suite.asked))
        ask_next(context)


def _dissolve_association(context: CommandContext, suite: Suite, player: str) -> None:
    """Two people who would take the hand together no longer do when one of them has left the table."""
    members = (suite.reserved.player, suite.reserved.associate) if suite.reserved else ()
    if player in members and not is_here(context.state, player):
        context.emit(SuiteAssociationDissolved(player=player))


def hand_over(
    context: CommandContext, suite: Suite, player: str, amount: int, associate: str | None = None
) -> None:
    """The taker opens the bank at `amount`. Play returns to the phase in which the suite was given."""
    context.emit(SuiteClosed(phase=suite.came_from))
    opening = Opening(
        player,
        seat_of(context.state, player) or suite.seat,
        amount,
        "suite",
        root=suite.first_giver,
        passer=suite.giver,
        beats=suite.amount if policy_of(context).larger_bank_owes_cards else None,
        associate=associate,
    )
    open_bank(context, opening)
    find_the_card_holder(context)


def find_the_card_holder(context: CommandContext) -> None:
    """Choose again who takes punto's cards: after no va más the new holder of the bank cannot."""
    if context.state.phase == "dealing":
        context.emit(CardsGiven(card_holder=leader(context)))


def _auction_it(context: CommandContext, barred_by: str = "after_the_passer") -> None:
    """Chemin-de-fer art. 5: auction the hand for at least the passed amount; the passer may not bid (art. 9), nor may
    who refuses to deal a hand that he took (art. 12)."""
    suite = suite_of(context)
    context.emit(SuiteClosed(phase="auction"))
    context.emit(
        AuctionOpened(
            barred=suite.barred,
            barred_by=barred_by,
            least=suite.amount,
            origin=suite.seat,
            passer=suite.giver,
        )
    )


def _walk(game: Game, suite: Suite) -> list[str]:
    state = game.state
    walk = [who for _, who in seated_to_the_right(state, suite.seat) if who != suite.giver]
    giver = [suite.giver] if is_here(state, suite.giver) else []
    standing = [STANDING] if any(who != suite.giver for who in state.standing) else []
    giver_first = state.settings.get("suite_order", "37") == "43"
    return [*walk, *(giver + standing if giver_first else standing + giver)]
