"""The banker's stake covers the punto bets: cover, banco, associate, garaje (chemin-de-fer arts. 2, 14, 17)."""

from tables.engine import holding
from tables.engine.commands import AssociateCommand, BancoCommand, SetAsideCommand
from tables.engine.events.bank import AssociateJoined, SetAside
from tables.engine.events.passes import BancoCalled
from tables.engine.events.table import BetsReturned
from tables.engine.people import seat_of
from tables.engine.rooms import CARDS_OUT, decides
from tables.engine.state import Banco, Bank, Bet
from tables.engine.turn import Turn
from tables.rules.money import rounded_down
from tables.rules.seats import distance_right

RANKING = {"suivi": 0, "solo": 1, "association": 2, "table": 3}
AFTER_THE_SEATED = 15


def capacity(turn: Turn) -> int:
    """How much may be covered: the bank, but no more than the maximum (what lies above is "impropio")."""
    return min(turn.bank.stake, turn.bank_maximum)


def covered(turn: Turn) -> int:
    """What the punto bets cover now."""
    return sum(bet.amount for bet in turn.state.current.bets)


def _no_va_mas(turn: Turn, command: BancoCommand) -> None:
    if turn.rules.bank == "cover" and turn.state.phase in CARDS_OUT:
        turn.refuse("bets_closed", "bets_closed")


@decides("banco", "betting", otherwise=_no_va_mas)
def banco(turn: Turn, command: BancoCommand) -> None:
    """Someone plays the whole bank, or with the table half of it. A higher call takes the place of a lower one."""
    _check_there_is_cover(turn)
    callers = (command.player, *(command.players or ()))
    if turn.bank.holder in callers:
        turn.refuse("not_entitled", "cover", detail="the banker does not play against his bank")
    if command.kind == "suivi" and turn.state.last_banco != command.player:
        turn.refuse("not_entitled", "cover", detail="suivi is for who called banco and lost the last pass")
    _check_priority(turn, Banco(command.player, command.kind))
    if command.kind == "table":
        _with_the_table(turn, command.player)
    else:
        _against_all(turn, command, callers)


@decides("associate", "betting")
def associate(turn: Turn, command: AssociateCommand) -> None:
    """Art. 2: anyone, if the banker accepts, puts up the same amount; not who passed him the hand (art. 4)."""
    if turn.rules.bank == "rotating":
        turn.refuse("not_entitled", "one_owner", detail="a bank has one owner")  # argentina art. 8
    _check_there_is_cover(turn)
    held = turn.bank
    if held.associate is not None or command.player == held.holder:
        turn.refuse("not_entitled", "associate", detail="the bank has its associate, or is his own")
    if command.player == held.passer:
        turn.refuse("not_entitled", "passer_may_not_associate", detail="he passed this hand")
    if 2 * held.stake > turn.bank_maximum:
        turn.refuse("above_maximum", "bank_limits", maximum=turn.bank_maximum)
    turn.emit(AssociateJoined(command.player, held.stake))


@decides("set_aside", "betting")
def set_aside(turn: Turn, command: SetAsideCommand) -> None:
    """Garaje: out of large winnings any amount, from the second pass on exactly half; the minimum remains."""
    _check_there_is_cover(turn)
    held, amount = turn.bank, command.amount
    turn.check_multiple(amount, "garaje")
    out_of_winnings = _large_winnings(turn, held) and amount <= held.winnings
    if not out_of_winnings and amount != _half(turn, held):
        turn.refuse(
            "not_entitled",
            "garaje",
            detail="half the bank, once in each pass: %(half)s",
            half=_half(turn, held),
        )
    if held.stake - amount < turn.state.limits.minimum:
        turn.refuse("below_minimum", "garaje", minimum=turn.state.limits.minimum)
    if covered(turn) > held.stake - amount:
        turn.refuse("not_entitled", "garaje", detail="the bets on the table cover more than would be left")
    turn.emit(
        SetAside(
            held.holder or "", amount, not out_of_winnings, held.associate, holding.owners_part(turn, amount)
        )
    )


def _check_there_is_cover(turn: Turn) -> None:
    if turn.rules.bank != "cover" or turn.state.bank is None:
        turn.refuse("wrong_phase", phase=turn.state.phase)


def _check_priority(turn: Turn, call: Banco) -> None:
    """Suivi, then by seat from the banker's right, in association, with the table, then ordinary bets."""
    standing = turn.state.current.banco
    if standing is not None and _priority(turn, standing) <= _priority(turn, call):
        turn.refuse("not_entitled", "cover", detail="%(player)s comes first", player=standing.player)


def _priority(turn: Turn, call: Banco) -> tuple[int, bool, int]:
    seat = seat_of(turn.state, call.player)
    distance = AFTER_THE_SEATED if seat is None else distance_right(turn.bank.seat, seat)
    return RANKING[call.kind], has_just_sat(turn, call.player), distance


def has_just_sat(turn: Turn, player: str) -> bool:
    """Changing seat or joining mid-shoe: one hand must pass before priority counts."""
    return turn.state.sat_in.get(player) == turn.state.current.number


def _with_the_table(turn: Turn, player: str) -> None:
    called = turn.state.current.banco
    if called is not None:
        _return(turn, (called.player, *called.players))
    half = rounded_down(capacity(turn) // 2, turn.state.limits.chip)
    if half < turn.state.limits.minimum:
        turn.refuse("below_minimum", "limits", minimum=turn.state.limits.minimum)
    if covered(turn) > capacity(turn) - half:
        turn.refuse("above_maximum", "cover", maximum=capacity(turn) - covered(turn))
    turn.emit(BancoCalled(player, "table", (Bet(player, "punto", half),)))


def _against_all(turn: Turn, command: BancoCommand, callers: tuple[str, ...]) -> None:
    if turn.state.current.bets:
        turn.emit(BetsReturned(turn.state.current.bets))
    whole = capacity(turn)
    each = rounded_down(whole // len(callers), turn.state.limits.chip)
    if each < turn.state.limits.minimum:
        turn.refuse("below_minimum", "limits", minimum=turn.state.limits.minimum)
    first = whole - each * (len(callers) - 1)
    bets = (Bet(command.player, "punto", first), *(Bet(who, "punto", each) for who in callers[1:]))
    turn.emit(BancoCalled(command.player, command.kind, bets))


def _return(turn: Turn, players: tuple[str, ...]) -> None:
    bets = tuple(bet for bet in turn.state.current.bets if bet.player in players)
    if bets:
        turn.emit(BetsReturned(bets))


def _large_winnings(turn: Turn, held: Bank) -> bool:
    return held.winnings > int(turn.state.settings["garaje_from"]) * turn.state.limits.minimum


def _half(turn: Turn, held: Bank) -> int:
    """Half the bank, once in each pass from the second on; 0 when it is not due."""
    due = held.passes >= 1 and held.halved_in != turn.state.current.number
    return rounded_down(held.stake // 2, turn.state.limits.chip) if due else 0
