"""Suite: a bank withdrawn between passes and offered on for the same amount (argentina arts. 36–43)."""

from tables.engine import cards_right, holding
from tables.engine.commands import DeclineSuite, GiveSuite, HouseTakesSuite, TakeSuite
from tables.engine.events.bank import SuiteClosed, SuiteDeclined, SuiteGiven, SuiteOffered
from tables.engine.events.passes import CardsGiven
from tables.engine.people import is_here, seat_of, seated_to_the_right
from tables.engine.rooms import CARDS_OUT, decides
from tables.engine.state import HOUSE, STANDING, State, Suite
from tables.engine.turn import Turn
from tables.rules.money import deduction


def may_be_given(turn: Turn) -> bool:
    """Whether the bank on the table has won, is a person's, and this reglamento knows the suite."""
    held = turn.state.bank
    return turn.rules.suite is not None and held is not None and held.holder is not None and held.wins > 0


def _cards_drawn(turn: Turn, command: GiveSuite) -> None:
    if turn.rules.suite and turn.state.phase in CARDS_OUT:
        turn.refuse("cards_drawn", "suite")


@decides("suite", "betting", "dealing", otherwise=_cards_drawn)
def give_suite(turn: Turn, command: GiveSuite) -> None:
    """Art. 36: after a win, until the first card of the pass is drawn."""
    if turn.state.current.punto or turn.state.current.banca:
        turn.refuse("cards_drawn", "suite")
    if not may_be_given(turn):
        turn.refuse("not_entitled", "suite", detail="only a player's bank that has won can be given in suite")
    give(turn)


def give(turn: Turn) -> None:
    """Withdraw the bank: art. 38's deduction on the last win if art. 29 left it untaxed; then the walk begins."""
    held = turn.bank
    kept = _deduction(turn)
    turn.emit(
        SuiteGiven(
            held.holder or "",
            held.seat,
            held.stake,
            kept,
            held.stake - kept,
            turn.state.phase,
            holding.next_origin(turn),
            turn.rules.article("suite_tax") if kept else None,
        )
    )
    holding.return_seat(turn, held.seat)
    _ask_next(turn)


@decides("take_suite", "suite", "betting")
def take_suite(turn: Turn, command: TakeSuite) -> None:
    """Art. 37: whoever is asked takes the bank at its amount, or raises it up to the maximum."""
    if turn.state.suite is None:
        _take_from_the_house(turn, command)
        return
    suite, player = turn.state.suite, command.player
    if suite.asked != player and not (suite.asked == STANDING and player in turn.state.standing):
        turn.refuse("not_asked", "suite_offer", player=player)
    amount = _amount(turn, command, suite.amount)
    turn.emit(SuiteClosed(suite.came_from))
    seat = seat_of(turn.state, player) or suite.seat
    holding.open_bank(turn, player, seat, amount, "suite", suite.first_giver)
    _find_the_cards_holder(turn)


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
    return deduction(held.last_win, policy.rate, turn.state.limits.chip, str(turn.state.settings["rounding"]))


def _ask_next(turn: Turn) -> None:
    """Seated from the giver's right; then giver and standing in the house's order (43 or 37); then the house."""
    suite = _suite(turn)
    asked = next(who for who in _walk(turn.state, suite) if who not in suite.declined)
    turn.emit(SuiteOffered(asked))


def _walk(state: State, suite: Suite) -> list[str]:
    walk = [who for _, who in seated_to_the_right(state, suite.seat) if who != suite.giver]
    giver = [suite.giver] if is_here(state, suite.giver) else []
    standing = [STANDING] if any(who != suite.giver for who in state.standing) else []
    after = giver + standing if state.settings["suite_order"] == "43" else standing + giver
    return [*walk, *after, HOUSE]


def _take_from_the_house(turn: Turn, command: TakeSuite) -> None:
    held, last = turn.state.bank, turn.state.last_pass
    tied = last is not None and last.result == "tie" and last.number == turn.state.current.number - 1
    if held is None or held.origin != HOUSE or not held.passes or not tied:
        turn.refuse("wrong_phase", phase=turn.state.phase)
    amount = _amount(turn, command, held.stake)
    holding.return_stake(turn, "taken")
    seat = seat_of(turn.state, command.player) or held.seat
    holding.open_bank(turn, command.player, seat, amount, "suite", held.first_giver)


def _amount(turn: Turn, command: TakeSuite, offered: int) -> int:
    amount = offered if command.amount is None else command.amount
    if amount < offered:
        turn.refuse("below_minimum", "suite_offer", minimum=offered)
    turn.check_multiple(amount)
    if amount > max(turn.state.limits.maximum, offered):
        turn.refuse("above_maximum", "limits", maximum=turn.state.limits.maximum)
    return amount


def _find_the_cards_holder(turn: Turn) -> None:
    """After no va más the new holder of the bank cannot take punto's cards."""
    if turn.state.phase == "dealing":
        turn.emit(CardsGiven(cards_right.leader(turn.state)))


def _suite(turn: Turn) -> Suite:
    if turn.state.suite is None:
        raise AssertionError("no suite on offer")
    return turn.state.suite
