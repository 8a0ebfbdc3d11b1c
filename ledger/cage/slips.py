"""The counter's slips as data: who asks for which, who signs it, what it moves.

A slip is asked for, takes its steps in their order, each by a role that may, and is then done; until then it may be
void, and what it had moved goes back; an exchange typed wrongly may be void later too. `BOTH` keeps two signatures
apart: a croupier's count is signed by a jefe or cambista and theirs by a croupier, so that no one counts alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ledger.postings import CAGE, HOUSE

STEPS = ("sent", "received", "signed", "confirmed", "void")
Shift = Literal["open", "opens", "closes", "none"]

CROUPIER, JEFE, CAMBISTA = "croupier", "jefe", "cambista"
AT_THE_TABLE = frozenset({CROUPIER, JEFE})
BOTH = {CROUPIER: frozenset({JEFE, CAMBISTA}), JEFE: frozenset({CROUPIER}), CAMBISTA: frozenset({CROUPIER})}
STOCK, CASH = f"{CAGE}:stock", f"{CAGE}:cash"
CAPITAL, TRONC, OVER_SHORT, OUTSIDE = (
    f"{HOUSE}:{kind}" for kind in ("capital", "tronc", "over_short", "outside")
)


@dataclass(frozen=True, slots=True)
class Move:
    """Where the slip's amount goes; an account of its own table is named by its kind alone, `chips` is the player's."""

    source: str
    target: str


@dataclass(frozen=True, slots=True)
class StepKind:
    """A step, with what it moves. `roles`: who takes it, by the role that asked for the slip."""

    name: str
    roles: Mapping[str, frozenset[str]]
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class SlipKind:
    """`counts`: the account whose content is counted; the difference is posted, then `moves` at the last step (or at
    once, where no step is needed). `in_chips`: it lists denominations. `limited`: above the counter's limit a jefe
    confirms, the slip alone or together with the player's others. `correctable`: a jefe may make it void when it is
    done, while its shift is open and what it moved has not been counted. `marks`: the game before it is not undone any
    more."""

    asked_by: frozenset[str]
    steps: tuple[StepKind, ...] = ()
    moves: tuple[Move, ...] = ()
    counts: str | None = None
    in_chips: bool = False
    of_player: bool = False
    limited: Literal["alone", "together"] | None = None
    correctable: bool = False
    marks: bool = False
    shift: Shift = "open"


def _by(*roles: str) -> dict[str, frozenset[str]]:
    return dict.fromkeys((CROUPIER, JEFE, CAMBISTA), frozenset(roles))


CONFIRMED = StepKind("confirmed", _by(JEFE))
_TWO = StepKind("signed", BOTH)
_COUNTED_BY = frozenset(BOTH)


def _tray_count(shift: Shift) -> SlipKind:
    return SlipKind(_COUNTED_BY, (_TWO,), counts="tray", in_chips=True, marks=True, shift=shift)


def _emptied(account: str, target: str, *signers: str) -> SlipKind:
    signed = StepKind("signed", _by(*signers))
    return SlipKind(
        frozenset({CAMBISTA}),
        (signed,),
        (Move(account, target),),
        counts=account,
        marks=account == "cagnotte",
    )


def _cage_count(account: str, *, in_chips: bool) -> SlipKind:
    signed = StepKind("signed", {CAMBISTA: frozenset({JEFE}), JEFE: frozenset({CAMBISTA})})
    return SlipKind(frozenset({CAMBISTA, JEFE}), (signed,), counts=account, in_chips=in_chips, shift="none")


def _of_the_cage(*moves: Move) -> SlipKind:
    return SlipKind(frozenset({JEFE}), (StepKind("signed", _by(CAMBISTA)),), moves, shift="none")


KINDS: dict[str, SlipKind] = {
    "opening": _tray_count("opens"),
    "count": _tray_count("open"),
    "closing": _tray_count("closes"),
    "fill": SlipKind(
        AT_THE_TABLE,
        (
            StepKind("sent", _by(CAMBISTA), (Move(STOCK, "transit"),)),
            StepKind("received", _by(CROUPIER, JEFE), (Move("transit", "tray"),)),
        ),
        in_chips=True,
    ),
    "credit": SlipKind(
        AT_THE_TABLE,
        (
            StepKind("sent", _by(CROUPIER, JEFE), (Move("tray", "transit"),)),
            StepKind("received", _by(CAMBISTA), (Move("transit", STOCK),)),
        ),
        in_chips=True,
    ),
    "buy_in": SlipKind(
        frozenset({CAMBISTA}),
        moves=(Move("tray", "chips"), Move(OUTSIDE, "drop")),
        of_player=True,
        limited="together",
        correctable=True,
    ),
    "cash_out": SlipKind(
        frozenset({CAMBISTA}),
        moves=(Move("chips", "tray"), Move(CASH, OUTSIDE)),
        of_player=True,
        limited="together",
        correctable=True,
    ),
    "tip": SlipKind(
        frozenset({CAMBISTA, CROUPIER}),
        moves=(Move("chips", "tips"),),
        of_player=True,
        limited="alone",
        correctable=True,
    ),
    "tips_out": _emptied("tips", TRONC, CROUPIER, JEFE),
    "cagnotte_out": _emptied("cagnotte", STOCK, JEFE, CROUPIER),
    "drop_out": _emptied("drop", CASH, JEFE, CROUPIER),
    "chip_inventory": _cage_count("stock", in_chips=True),
    "cash_count": _cage_count("cash", in_chips=False),
    "cage_chips_in": _of_the_cage(Move(CAPITAL, STOCK)),
    "cage_chips_out": _of_the_cage(Move(STOCK, CAPITAL)),
    "cage_cash_in": _of_the_cage(Move(CAPITAL, CASH)),
    "cage_cash_out": _of_the_cage(Move(CASH, CAPITAL)),
    # The staff's tips are paid: their chips come back to the cage, money goes out.
    "tronc_out": _of_the_cage(Move(TRONC, STOCK), Move(CASH, OUTSIDE)),
}
ROLES_OF_THE_COUNTER = frozenset({CROUPIER, JEFE, CAMBISTA})


def is_blind(kind: SlipKind, role: str) -> bool:
    """Whether `role` is not told what such a count should come to: a croupier, of the tray."""
    return kind.counts == "tray" and role == CROUPIER


def steps_of(kind: str, confirmed: bool) -> tuple[str, ...]:
    """The steps that such a slip needs. `confirmed`: a jefe must confirm it."""
    named = tuple(step.name for step in KINDS[kind].steps)
    return (*named, CONFIRMED.name) if confirmed else named


def step_kind(kind: str, name: str) -> StepKind:
    """A step of that kind of slip. Raises KeyError for one that it never takes."""
    known = {step.name: step for step in (*KINDS[kind].steps, CONFIRMED)}
    return known[name]


def over_short_of(kind: str) -> str:
    """The purpose of what such a count found over or short."""
    return f"{kind}_over_short"


def total_of(chips: Mapping[str, int]) -> int:
    """What so many of each denomination come to."""
    return sum(int(value) * number for value, number in chips.items())
