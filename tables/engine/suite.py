"""A bank withdrawn between passes and offered on for the same amount (argentina 36–43; chemin-de-fer 3–12)."""

from tables.engine import cards_right, holding
from tables.engine.commands import DeclineSuite, GiveSuite, HouseTakesSuite, TakeSuite
from tables.engine.events.bank import (
    AuctionOpened,
    SuiteClosed,
    SuiteDeclined,
    SuiteGiven,
    SuiteOffered,
    SuiteReserved,
)
from tables.engine.events.passes import CardsGiven
from tables.engine.events.table import BetsReturned
from tables.engine.people import is_here, seat_of, seated_to_the_right
from tables.engine.rooms import CARDS_OUT, decides
from tables.engine.state import HOUSE, STANDING, Bank, State, Suite
from tables.engine.turn import Turn
from tables.rules.money import deduction
from tables.rules.reglamento import SuitePolicy


def may_be_given(turn: Turn) -> bool:
    """Whether the bank on the table is a person's, and has won where the reglamento asks for it."""
    held = turn.state.bank
    if turn.rules.suite is None or held is None or held.holder is None or held.bound:
        return False
    return held.wins > 0 or not turn.rules.suite.needs_a_win


def _cards_drawn(turn: Turn, command: GiveSuite) -> None:
    if turn.rules.suite and turn.rules.suite.until_first_card and turn.state.phase in CARDS_OUT:
        turn.refuse("cards_drawn", "suite")


@decides("suite", "betting", "dealing", otherwise=_cards_drawn)
def give_suite(turn: Turn, command: GiveSuite) -> None:
    """Art. 36: after a win, until the first card of the pass is drawn. Chemin de fer: between passes."""
    dealing = turn.state.phase == "dealing"
    if turn.rules.suite is None or (dealing and not turn.rules.suite.until_first_card):
        turn.refuse("wrong_phase", phase=turn.state.phase)
    if turn.state.current.punto or turn.state.current.banca or turn.state.current.redealt:
        turn.refuse("cards_drawn", "suite")
    if not may_be_given(turn):
        turn.refuse("not_entitled", "suite", detail="this bank cannot be given in suite now")
    give(turn)


def give(turn: Turn) -> None:
    """Withdraw the bank: art. 38's deduction on the last win if art. 29 left it untaxed; then the walk begins."""
    held, called = turn.bank, turn.state.current.banco
    if not policy(turn).bets_stay and turn.state.current.bets:
        turn.emit(BetsReturned(turn.state.current.bets))
    turn.emit(_given(turn, held, called.player if called else turn.state.last_banco))
    holding.return_seat(turn, held.seat)
    if held.passes == 0 and policy(turn).last_resort == "auction":
        _auction(turn)  # chemin-de-fer art. 12: who takes the hand deals at least once
    else:
        _ask_next(turn)


def policy(turn: Turn) -> SuitePolicy:
    """How a bank is passed on under this reglamento."""
    if turn.rules.suite is None:
        raise AssertionError("no suite under this reglamento")
    return turn.rules.suite


def _given(turn: Turn, held: Bank, made_banco: str | None) -> SuiteGiven:
    kept = _deduction(turn)
    share = holding.owners_part(turn, held.stake - kept)
    refuses_to_deal = (held.passer,) if held.passes == 0 else ()
    return SuiteGiven(
        held.holder or "",
        held.seat,
        held.stake,
        kept,
        held.stake - kept - share,
        turn.state.phase,
        holding.next_origin(turn) if policy(turn).root == "original_giver" else held.seat,
        turn.rules.article("suite_tax") if kept else None,
        tuple(who for who in (held.holder, held.associate, *refuses_to_deal) if who),
        held.associate,
        share,
        made_banco,
    )


@decides("take_suite", "suite", "betting")
def take_suite(turn: Turn, command: TakeSuite) -> None:
    """Art. 37: whoever is asked takes the bank at its amount, or raises it up to the maximum."""
    if turn.state.suite is None:
        _take_from_the_house(turn, command)
        return
    suite, player = turn.state.suite, command.player
    if suite.asked != player and not (suite.asked == STANDING and player in turn.state.standing):
        turn.refuse("not_asked", "suite_offer", player=player)
    _check_one_owner(turn, command)
    if command.associate in (player, suite.giver):
        turn.refuse(
            "not_entitled", "passer_may_not_associate", detail="not with %(player)s", player=command.associate
        )
    amount = _amount(turn, command, suite.amount)
    if player == suite.giver and amount != suite.amount and policy(turn).last_resort == "auction":
        turn.refuse("above_maximum", "suite_retaken", maximum=suite.amount)
    if command.associate:
        _reserve(turn, suite, player, command.associate, amount)
    else:
        _hand_over(turn, suite, player, amount)


def _check_one_owner(turn: Turn, command: TakeSuite) -> None:
    if command.associate and not policy(turn).in_association:
        turn.refuse("not_entitled", "one_owner", detail="a bank has one owner")


def _hand_over(turn: Turn, suite: Suite, player: str, amount: int, associate: str | None = None) -> None:
    turn.emit(SuiteClosed(suite.came_from))
    seat = seat_of(turn.state, player) or suite.seat
    beats = suite.amount if policy(turn).last_resort == "auction" else None
    holding.open_bank(
        turn,
        player,
        seat,
        amount,
        "suite",
        root=suite.first_giver,
        passer=suite.giver,
        beats=beats,
        associate=associate,
    )
    _find_the_cards_holder(turn)


def _reserve(turn: Turn, suite: Suite, player: str, associate: str, amount: int) -> None:
    """Chemin-de-fer art. 4: a single taker beats an association, so the others are asked first."""
    if suite.reserved is None:
        turn.emit(SuiteReserved(player, associate, amount))
    turn.emit(SuiteDeclined(suite.asked))
    _ask_next(turn)


@decides("decline_suite", "suite")
def decline_suite(turn: Turn, command: DeclineSuite) -> None:
    """The next in the walk is asked."""
    who = command.player or STANDING
    if _suite(turn).asked != who:
        turn.refuse("not_asked", "suite_offer", player=who)
    turn.emit(SuiteDeclined(who))
    _ask_next(turn)


@decides("house_takes_suite", "suite")
def house_takes_suite(turn: Turn, command: HouseTakesSuite) -> None:
    """Art. 37 d: nobody wants it, the jefe takes it for the house at the giver's seat."""
    suite = _suite(turn)
    if suite.asked != HOUSE:
        turn.refuse("not_asked", "suite_offer", player=HOUSE)
    turn.emit(SuiteClosed(suite.came_from))
    holding.open_house_bank(turn, suite.seat, suite.amount, suite.first_giver)
    _find_the_cards_holder(turn)


def passes_over(turn: Turn, player: str) -> None:
    """`player` has gone or moved: if he was asked he has declined; if nobody stands any more, the walk goes on."""
    suite = turn.state.suite
    if suite is None:
        return
    if suite.asked == player or (suite.asked == STANDING and not turn.state.standing):
        turn.emit(SuiteDeclined(suite.asked))
        _ask_next(turn)


def _deduction(turn: Turn) -> int:
    held, policy = turn.bank, turn.rules.suite
    if policy is None or held.last_win_taxed:
        return 0
    rounding = str(turn.state.settings["rounding"])
    kept = deduction(held.last_win, policy.rate, turn.state.limits.chip, rounding)
    return min(kept, held.stake)  # a bank trimmed by new limits may hold less than it owes


def _ask_next(turn: Turn) -> None:
    """Seated from the giver's right; then giver and standing in the house's order; then the last resort."""
    suite = _suite(turn)
    asked = next((who for who in _walk(turn.state, suite) if who not in suite.declined), None)
    if asked is not None:
        turn.emit(SuiteOffered(asked))
    elif suite.reserved is not None:
        reserved = suite.reserved
        _hand_over(turn, suite, reserved.player, reserved.amount, reserved.associate)
    elif policy(turn).last_resort == "house":
        turn.emit(SuiteOffered(HOUSE))
    else:
        _auction(turn)


def _auction(turn: Turn) -> None:
    """Chemin-de-fer art. 5: to the best bidder, at no less than the passed amount, without the passer."""
    suite = _suite(turn)
    turn.emit(SuiteClosed("auction"))
    turn.emit(AuctionOpened(suite.barred, suite.amount, suite.seat, suite.giver))


def _walk(state: State, suite: Suite) -> list[str]:
    walk = [who for _, who in seated_to_the_right(state, suite.seat) if who != suite.giver]
    giver = [suite.giver] if is_here(state, suite.giver) else []
    standing = [STANDING] if any(who != suite.giver for who in state.standing) else []
    giver_first = state.settings.get("suite_order", "37") == "43"
    return [*walk, *(giver + standing if giver_first else standing + giver)]


def _take_from_the_house(turn: Turn, command: TakeSuite) -> None:
    """Art. 37 e: right after a tie of the house's bank anyone takes the suite at its current stake."""
    held, last = turn.state.bank, turn.state.last_pass
    tied = last is not None and last.result == "tie" and last.number == turn.state.current.number - 1
    if held is None or held.origin != HOUSE or not held.passes or not tied:
        turn.refuse("wrong_phase", phase=turn.state.phase)
    _check_one_owner(turn, command)
    amount = _amount(turn, command, held.stake)
    holding.return_stake(turn, "taken")
    seat = seat_of(turn.state, command.player) or held.seat
    root = held.first_giver or held.seat
    holding.open_bank(turn, command.player, seat, amount, "suite", root=root)


def _amount(turn: Turn, command: TakeSuite, offered: int) -> int:
    amount = offered if command.amount is None else command.amount
    if amount < offered:
        turn.refuse("below_minimum", "suite_offer", minimum=offered)
    turn.check_multiple(amount)
    if amount > max(turn.bank_maximum, offered):
        turn.refuse("above_maximum", "bank_limits", maximum=turn.bank_maximum)
    return amount


def _find_the_cards_holder(turn: Turn) -> None:
    """After no va más the new holder of the bank cannot take punto's cards."""
    if turn.state.phase == "dealing":
        turn.emit(CardsGiven(cards_right.leader(turn.state)))


def _suite(turn: Turn) -> Suite:
    if turn.state.suite is None:
        raise AssertionError("no suite on offer")
    return turn.state.suite
