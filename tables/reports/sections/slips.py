"""Lists of slips, with who signed them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet, Sum

from casino.common.wording import lazy_text as _
from casino.people.labels import ROLES
from casino.people.names import NameOf, names_of_staff, naming
from ledger.cage import selectors
from ledger.cage.models import Slip
from ledger.cage.slips import KINDS
from tables.door.slips import slug_of, state_of
from tables.reports.links import slip_link
from tables.reports.report import Column, Kind, Section, Text
from tables.view.labels.money import SLIP_LABELS, SLIP_STATE_LABELS
from tables.view.names import Names, names_of


@dataclass(frozen=True, slots=True)
class SlipRow:
    """A slip in a list. `difference`: what a count found more or, negative, less; None where it was as expected.

    `signers`: the names of those who signed; `signatures`: the same with their roles. `done`: it waits for nothing.
    """

    number: Text
    link: str | None = None
    at: datetime | None = None
    kind: Text = ""
    table: Text = ""
    player: str = ""
    amount: int | None = None
    expected: int | None = None
    difference: int | None = None
    state: Text = ""
    signers: str = ""
    signatures: str = ""
    reasons: str = ""
    done: bool = True


@dataclass(frozen=True, slots=True)
class KindRow:
    """How many slips of a kind were completed, and what they come to together."""

    kind: Text
    number: int
    amount: int


SUMS: tuple[Column[KindRow], ...] = (
    Column(_("Slip"), Kind.TEXT, lambda row: row.kind),
    Column(_("Completed"), Kind.COUNT, lambda row: row.number),
    Column(_("Amount"), Kind.MONEY, lambda row: row.amount),
)
NUMBER = Column[SlipRow](_("Number"), Kind.TEXT, lambda row: row.number, lambda row: row.link)
TIME = Column[SlipRow](_("Time"), Kind.TIME, lambda row: row.at)
KIND = Column[SlipRow](_("Slip"), Kind.TEXT, lambda row: row.kind)
TABLE = Column[SlipRow](_("Table"), Kind.TEXT, lambda row: row.table)
DIFFERENCE = Column[SlipRow](_("Difference"), Kind.SIGNED, lambda row: row.difference)
STATE = Column[SlipRow](_("State"), Kind.TEXT, lambda row: row.state)
SLIPS = (
    NUMBER,
    TIME,
    KIND,
    TABLE,
    Column[SlipRow](_("Player"), Kind.TEXT, lambda row: row.player),
    Column[SlipRow](_("Amount"), Kind.MONEY, lambda row: row.amount),
    DIFFERENCE,
    STATE,
    Column[SlipRow](_("Who"), Kind.TEXT, lambda row: row.signers),
)
DIFFERENCES = (
    NUMBER,
    TIME,
    TABLE,
    KIND,
    Column[SlipRow](_("Expected"), Kind.MONEY, lambda row: row.expected),
    Column[SlipRow](_("Counted"), Kind.MONEY, lambda row: row.amount),
    DIFFERENCE,
    Column[SlipRow](_("Reason"), Kind.TEXT, lambda row: row.reasons),
    Column[SlipRow](_("Who"), Kind.TEXT, lambda row: row.signatures),
    STATE,
)


def slips(found: Iterable[Slip]) -> Section[SlipRow]:
    """These slips, with who asked for each and how far it has come."""
    return Section(
        _("Slips"), SLIPS, _rows(found), empty=_("No slips."), abnormal=lambda row: bool(row.difference)
    )


def sums(found: QuerySet[Slip]) -> Section[KindRow]:
    """What the completed of these slips moved, kind by kind; a count moves nothing."""
    done = found.filter(selectors.completed()).order_by().values("kind")
    by_kind = {one["kind"]: one for one in done.annotate(number=Count("pk"), total=Sum("amount"))}
    rows = (
        KindRow(SLIP_LABELS[kind], by_kind[kind]["number"], by_kind[kind]["total"])
        for kind, rules in KINDS.items()
        if kind in by_kind and (rules.moves or not rules.counts)
    )
    return Section(
        _("Sums"), SUMS, tuple(rows), empty=_("Nothing was completed."), about=_("of what was completed")
    )


def differences(found: Iterable[Slip], signed: int) -> Section[SlipRow]:
    """These counts, each with its explanation. `signed`: the sum of the differences that were signed."""
    return Section(
        _("Differences"),
        DIFFERENCES,
        _rows(found),
        SlipRow(_("Signed"), difference=signed),
        empty=_("No differences."),
        abnormal=lambda row: not row.done,
    )


def reasons(slip: Slip) -> str:
    """The reasons given by whoever asked for a slip and by those who signed it."""
    return " · ".join(filter(None, [slip.reason, *(step.reason for step in slip.taken.all())]))


def signatures(slip: Slip, name_of: NameOf) -> list[str]:
    """The names of those who signed a slip, each with the role at that time."""
    signed = [(slip.actor, slip.role), *((step.actor, step.role) for step in slip.taken.all())]
    return [f"{name_of(login)} ({ROLES[role]})" for login, role in signed]


def _rows(found: Iterable[Slip]) -> tuple[SlipRow, ...]:
    shown = list(found)
    names = names_of((slip.book, slip.player) for slip in shown)
    name_of = naming(names_of_staff())
    return tuple(_row(slip, names, name_of) for slip in shown)


def _row(slip: Slip, names: Names, name_of: NameOf) -> SlipRow:
    signers = [slip.actor, *(step.actor for step in slip.taken.all())]
    return SlipRow(
        number=str(slip.number),
        link=slip_link(slip.number),
        at=slip.at,
        kind=SLIP_LABELS[slip.kind],
        table=names.place(slip.book),
        player=names.player(slug_of(slip.book) or "", slip.player),
        amount=slip.amount,
        expected=slip.expected,
        difference=difference(slip),
        state=SLIP_STATE_LABELS[state_of(slip)],
        signers=", ".join(map(name_of, dict.fromkeys(signers))),
        signatures=", ".join(signatures(slip, name_of)),
        reasons=reasons(slip),
        done=selectors.is_done(slip),
    )


def difference(slip: Slip) -> int | None:
    """The amount that a count found more or, negative, less than expected; None without a difference, or if the slip is
    void."""
    if slip.expected is None or selectors.is_void(slip):
        return None
    return slip.amount - slip.expected or None
