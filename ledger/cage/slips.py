"""The counter's slips as data: their steps, and what they move. Who may request and sign them is in
`casino.people.permissions`.

A slip is requested, takes its steps in their order, and is then done. Until then it may be made void, and what it had
moved goes back; an exchange that was typed wrongly may be made void later too.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from ledger.cage.accounts import CAGE, HOUSE
from ledger.postings import account_of


@dataclass(frozen=True, slots=True)
class Signer:
    """A person who requests or signs: the login, its role, and whether it was lately confirmed."""

    name: str
    role: str
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class SlipRequest:
    """The contents of a slip that is asked for. `chips`: denomination (as text, because JSON has no other keys) → how
    many, instead of an amount. `number`: of a paper that was printed with one; `key`: makes a repetition harmless.
    `sure`: the questions (codes of `ledger.cage.issuing`) that were answered with yes; None: a program asks, and is
    asked nothing."""

    kind: str
    amount: int | None = None
    chips: Mapping[str, int] | None = None
    player: str = ""
    reason: str = ""
    number: int | None = None
    key: str | None = None
    sure: frozenset[str] | None = None


def nobodys(_players: Collection[tuple[str, str]]) -> Mapping[tuple[str, str], str]:
    """No names, where a book has no players."""
    return {}


@dataclass(frozen=True, slots=True)
class LockedBook:
    """The book that a slip belongs to, locked by the caller. `record`: the number of the table's last record.
    `players`: who is at the table; `names_of`: (book, player) → what he is called there, for these of any table, also
    of those who have left."""

    code: str
    record: int = 0
    players: frozenset[str] = field(default_factory=frozenset)
    names_of: Callable[[Collection[tuple[str, str]]], Mapping[tuple[str, str], str]] = field(
        default=nobodys, compare=False
    )


REQUESTED, VOID = "asked", "void"
STEPS = ("sent", "received", "signed", "confirmed", VOID)
Shift = Literal["open", "opens", "closes", "none"]

STOCK, CASH = account_of(CAGE, "stock"), account_of(CAGE, "cash")
CAPITAL, TRONC, OVER_SHORT, OUTSIDE = (
    account_of(HOUSE, kind) for kind in ("capital", "tronc", "over_short", "outside")
)


@dataclass(frozen=True, slots=True)
class Move:
    """Where the slip's amount goes. An account of its own table is named by its kind alone; `chips` is the player's."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class StepKind:
    """A step, with what it moves."""

    name: str
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class SlipKind:
    """`counts`: the account whose content is counted; what was over or short is posted first, then `moves`, with the
    last step or, where no step is needed, at once. `in_chips`: it lists denominations, an exchange only where they were
    noted. `limited`: above the counter's limit it must be confirmed, the slip alone or together with the player's
    others of the casino's day. `correctable`: it may be made void when it is done, while its shift is open and what it
    moved has not been counted. `bars_undo`: the game before it is
    not undone any more. `shift`: whether it needs an open shift, opens or closes one, or belongs to the cage, which
    has none."""

    steps: tuple[StepKind, ...] = ()
    moves: tuple[Move, ...] = ()
    counts: str | None = None
    in_chips: bool = False
    of_player: bool = False
    limited: Literal["alone", "together"] | None = None
    correctable: bool = False
    bars_undo: bool = False
    shift: Shift = "open"


CONFIRMED = StepKind("confirmed")
SIGNED = StepKind("signed")


def _tray_count(shift: Shift) -> SlipKind:
    return SlipKind((SIGNED,), counts="tray", in_chips=True, bars_undo=True, shift=shift)


def _emptied(account: str, target: str, *, bars_undo: bool = False) -> SlipKind:
    return SlipKind((SIGNED,), (Move(account, target),), counts=account, bars_undo=bars_undo)


def _exchange(*moves: Move) -> SlipKind:
    return SlipKind(moves=moves, in_chips=True, of_player=True, limited="together", correctable=True)


def _of_the_cage(*moves: Move) -> SlipKind:
    return SlipKind((SIGNED,), moves, shift="none")


KINDS: dict[str, SlipKind] = {
    "opening": _tray_count("opens"),
    "count": _tray_count("open"),
    "closing": _tray_count("closes"),
    "fill": SlipKind(
        (
            StepKind("sent", (Move(STOCK, "transit"),)),
            StepKind("received", (Move("transit", "tray"),)),
        ),
        in_chips=True,
    ),
    "credit": SlipKind(
        (
            StepKind("sent", (Move("tray", "transit"),)),
            StepKind("received", (Move("transit", STOCK),)),
        ),
        in_chips=True,
    ),
    "buy_in": _exchange(Move("tray", "chips"), Move(OUTSIDE, "drop")),
    "cash_out": _exchange(Move("chips", "tray"), Move(CASH, OUTSIDE)),
    "tip": SlipKind(moves=(Move("chips", "tips"),), of_player=True, limited="alone", correctable=True),
    "tips_out": _emptied("tips", TRONC),
    "cagnotte_out": _emptied("cagnotte", STOCK, bars_undo=True),
    "drop_out": _emptied("drop", CASH),
    "chip_inventory": SlipKind((SIGNED,), counts="stock", in_chips=True, shift="none"),
    "cash_count": SlipKind((SIGNED,), counts="cash", shift="none"),
    "cage_chips_in": _of_the_cage(Move(CAPITAL, STOCK)),
    "cage_chips_out": _of_the_cage(Move(STOCK, CAPITAL)),
    "cage_cash_in": _of_the_cage(Move(CAPITAL, CASH)),
    "cage_cash_out": _of_the_cage(Move(CASH, CAPITAL)),
    # The staff's tips are paid: their chips come back to the cage, money goes out.
    "tronc_out": _of_the_cage(Move(TRONC, STOCK), Move(CASH, OUTSIDE)),
}


def steps_of(kind: str, confirmed: bool) -> tuple[str, ...]:
    """The steps that such a slip needs. `confirmed`: with the confirmation of what is above the limit."""
    named = tuple(step.name for step in KINDS[kind].steps)
    return (*named, CONFIRMED.name) if confirmed else named


def step_kind(kind: str, name: str) -> StepKind:
    """A step of that kind of slip. Raises KeyError for one that it never takes."""
    known = {step.name: step for step in (*KINDS[kind].steps, CONFIRMED)}
    return known[name]


def total_of(chips: Mapping[str, int]) -> int:
    """The sum of so many chips of each denomination."""
    return sum(int(value) * number for value, number in chips.items())
