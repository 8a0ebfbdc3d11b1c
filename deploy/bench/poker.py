"""A hand of poker in PokerKit: the same kind of work as a pass, in the best-known library of its kind."""

from pokerkit import Automation, NoLimitTexasHoldem

from deploy.bench.measure import processor_time

PLAYERS = 6
STACK = 10_000
# Everything that nobody decides is automatic, and counts as an operation as well.
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def operations_a_second(hands: int) -> float:
    """The operations of so many hands, by the time that they take."""
    operations = 0

    def play() -> None:
        nonlocal operations
        operations = sum(_hand() for _ in range(hands))

    seconds = processor_time(play)
    return operations / seconds


def _hand() -> int:
    """Everybody calls, one raises on the flop, nobody folds. Returns the number of operations."""
    state = NoLimitTexasHoldem.create_state(
        AUTOMATIC,
        True,  # uniform antes
        0,
        (50, 100),
        100,
        STACK,
        PLAYERS,
    )
    raised = False
    while state.status:
        if state.street_index == 1 and not raised:
            state.complete_bet_or_raise_to(300)
            raised = True
        else:
            state.check_or_call()
    return len(state.operations)
