"""The bank in its holder's hands: raising, halving, giving it back (argentina arts. 6, 34, 35, 40)."""

from tables.engine import holding, offer
from tables.engine.commands import DesistBank, RaiseBank, TakeHalf
from tables.engine.events.bank import BankRaised, HalfTaken
from tables.engine.events.table import ResumeSet
from tables.engine.rooms import decides
from tables.engine.state import Resume
from tables.engine.turn import Turn
from tables.rules.money import rounded_down


@decides("raise_bank", "betting")
def raise_bank(turn: Turn, command: RaiseBank) -> None:
    """Art. 34: between passes, up to the maximum; neither opening nor count changes."""
    held = turn.state.bank
    if held is None or held.holder is None:
        turn.refuse("not_entitled", "raise_bank", detail="this bank cannot be raised")
    if command.amount <= held.stake:
        turn.refuse("below_minimum", "raise_bank", minimum=held.stake + turn.state.limits.chip)
    turn.check_bank(command.amount)
    added = command.amount - held.stake
    share = holding.owners_part(turn, added)
    turn.emit(BankRaised(held.holder, command.amount, added, held.associate, share))


@decides("take_half", "betting")
def take_half(turn: Turn, command: TakeHalf) -> None:
    """Art. 35: once per bank, after two wins, half rounded down to the pico; never in suite (art. 40)."""
    held = turn.state.bank
    if held is None or held.holder is None or not turn.rules.half:
        turn.refuse("not_entitled", "take_half", detail="this bank cannot be halved")
    if held.origin == "suite":
        turn.refuse("not_entitled", "no_half_in_suite", detail="a bank taken in suite cannot be halved")
    if held.half_taken:
        turn.refuse("not_entitled", "take_half", detail="half of this bank was taken already")
    if held.wins < 2:
        turn.refuse("not_entitled", "take_half", detail="the bank must have won twice")
    half = rounded_down(held.stake // 2, int(turn.state.settings["pico"]))
    if half == 0 or held.stake - half < turn.state.limits.minimum:
        turn.refuse("below_minimum", "take_half", minimum=turn.state.limits.minimum)
    turn.emit(HalfTaken(held.holder, half, held.stake - half))


@decides("desist_bank", "betting")
def desist_bank(turn: Turn, command: DesistBank) -> None:
    """Arts. 6, 7: right after the first pass of an auctioned bank ended in a tie."""
    held, last = turn.state.bank, turn.state.last_pass
    may = turn.rules.desist and held is not None and held.origin == "auction" and held.passes == 1
    if not may or held is None or last is None or last.result != "tie":
        turn.refuse(
            "not_entitled", "desist", detail="only after a tie in the first pass of an auctioned bank"
        )
    seat = held.seat
    holding.return_stake(turn, "desisted")
    offer.open_offer(turn, seat, desister=held.holder)


def give_back(turn: Turn, why: str) -> None:
    """A holder who goes and cannot give suite: the stake is returned, the bank offered to his right."""
    origin, phase = holding.next_origin(turn), turn.state.phase
    holding.return_stake(turn, why)
    if phase == "shuffling":
        turn.emit(ResumeSet(Resume("offer", origin)))
    else:
        offer.open_offer(turn, origin, before_cut=phase == "cutting")
