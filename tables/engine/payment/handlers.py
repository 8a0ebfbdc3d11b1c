"""The result and its payment (argentina arts. 25, 29, 30, 38, 41, 42, 44)."""

from tables.engine.bank.events import BankFell
from tables.engine.bank.lifecycle import associates_part, next_origin, return_seat
from tables.engine.betting.events import BettingOpened
from tables.engine.handlers import CommandContext, handles
from tables.engine.offer.walk import open_offer
from tables.engine.payment.commands import Settle
from tables.engine.payment.settlement import result_of, settlement
from tables.engine.shoe import end
from tables.engine.shoe.sabot import give_up
from tables.engine.state import Resume, resumed_at_the_first_seat
from tables.engine.table.limits import apply_waiting


@handles("settle", "resolved")
def settle(context: CommandContext, command: Settle) -> None:
    """The croupier confirms. The bank is paid first, then each bet; then come waiting limits, the sabot and the next
    pass."""
    result = result_of(context)
    context.emit(settlement(context, result))
    apply_waiting(context)
    if result == "punto" and context.state.bank:
        _bank_falls(context)
    elif result == "punto" and context.rules.sabot == "rotating":
        _offer_on(context, give_up(context))
    else:
        _bank_goes_on(context)


def _bank_falls(context: CommandContext) -> None:
    """The bank lost: the sabot goes to the right of the holder, or of the original giver of a suite (art. 41)."""
    held, origin = context.bank, next_origin(context)
    context.emit(
        BankFell(
            player=held.holder,
            seat=held.seat,
            uncovered=held.stake,
            associate=held.associate,
            share=associates_part(context, held.stake),
        )
    )
    return_seat(context, held.seat)
    _offer_on(context, origin)


def _offer_on(context: CommandContext, origin: int) -> None:
    """Offer the bank or the sabot to the right of `origin`, on the next shoe if this one is over (art. 44)."""
    if end.is_over_after_this_pass(context):
        end.end(context, Resume("offer", origin))
    else:
        open_offer(context, origin)


def _bank_goes_on(context: CommandContext) -> None:
    if end.is_over_after_this_pass(context):
        end.end(context, resumed_at_the_first_seat(context.state, "bank"))
    else:
        context.emit(BettingOpened(number=context.state.current.number))
