"""The reports of the counter: one slip to be printed and signed, the list of slips, and the differences of counts."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet, Sum

from casino.accounts.labels import ROLES
from casino.common.wording import lazy_text as _
from ledger.cage.models import Slip
from ledger.cage.slip_rights import counts_blind
from ledger.cage.slips import KINDS
from tables.labels.money import SLIP_LABELS, SLIP_STATE_LABELS, STEP_LABELS
from tables.names import names_of
from tables.reports.report import Column, KeyFigure, Kind, Report, Section, Text
from tables.reports.sections import slips as sections
from tables.slip_service import slug_of, state_of

SHOWN = 500


@dataclass(frozen=True, slots=True)
class ChipRow:
    """How many chips of one value are on a slip; the total says only their amount."""

    chip: int | Text
    number: int | None
    amount: int


@dataclass(frozen=True, slots=True)
class StepRow:
    """Somebody asked for a slip, or signed it."""

    step: Text
    at: datetime
    actor: str
    role: Text
    reason: str


CHIPS: tuple[Column[ChipRow], ...] = (
    Column(_("Chip"), Kind.MONEY, lambda row: row.chip),
    Column(_("How many"), Kind.COUNT, lambda row: row.number),
    Column(_("Amount"), Kind.MONEY, lambda row: row.amount),
)
SIGNATURES: tuple[Column[StepRow], ...] = (
    Column(_("Step"), Kind.TEXT, lambda row: row.step),
    Column(_("Time"), Kind.TIME, lambda row: row.at),
    Column(_("Who"), Kind.TEXT, lambda row: row.actor),
    Column(_("Role"), Kind.TEXT, lambda row: row.role),
    Column(_("Reason"), Kind.TEXT, lambda row: row.reason),
)


def slip_report(slip: Slip, role: str) -> Report:
    """A slip with its chips and its signatures. A role that counts blind is not told what was expected."""
    return Report(
        name=f"slip-{slip.number}",
        title=f"{SLIP_LABELS[slip.kind]} {slip.number}",
        key_figures=(*_about(slip), *_expected(slip, role)),
        sections=(*([_chips(slip)] if slip.chips else []), _signatures(slip)),
        notes=(slip.reason,) if slip.reason else (),
        signatures=tuple(sections.signatures(slip)),
    )


def _about(slip: Slip) -> Iterator[KeyFigure]:
    names = names_of([(slip.book, slip.player)])
    yield KeyFigure(_("Number"), str(slip.number))
    yield KeyFigure(_("Table"), names.place(slip.book))
    yield KeyFigure(_("Time"), slip.at, Kind.TIME)
    yield KeyFigure(_("Amount"), slip.amount, Kind.MONEY)
    yield KeyFigure(_("State"), SLIP_STATE_LABELS[state_of(slip)])
    if slip.player:
        yield KeyFigure(_("Player"), names.player(slug_of(slip.book) or "", slip.player))


def _expected(slip: Slip, role: str) -> Iterator[KeyFigure]:
    if slip.expected is not None and not counts_blind(KINDS[slip.kind].counts, role):
        off = slip.amount - slip.expected
        yield KeyFigure(_("Expected"), slip.expected, Kind.MONEY)
        yield KeyFigure(_("Difference"), off, Kind.SIGNED, abnormal=bool(off))


def _chips(slip: Slip) -> Section[ChipRow]:
    counted = ((int(value), number) for value, number in (slip.chips or {}).items() if number)
    rows = tuple(ChipRow(chip, number, chip * number) for chip, number in sorted(counted, reverse=True))
    return Section(_("Chips"), CHIPS, rows, ChipRow(_("Total"), None, slip.amount), empty=_("No chips."))


def _signatures(slip: Slip) -> Section[StepRow]:
    asked = StepRow(STEP_LABELS["asked"], slip.at, slip.actor, ROLES[slip.role], slip.reason)
    taken = (
        StepRow(STEP_LABELS[step.name], step.at, step.actor, ROLES[step.role], step.reason)
        for step in slip.taken.all()
    )
    return Section(_("Signatures"), SIGNATURES, (asked, *taken))


def slip_list(slips: QuerySet[Slip]) -> Report:
    """The newest slips first, no more than SHOWN."""
    shown, notes = _newest(slips)
    return Report(name="slips", title=_("Slips"), sections=(sections.slips(shown),), notes=notes)


def differences(slips: QuerySet[Slip]) -> Report:
    """Every count that found something else than expected. The sum is of those that were signed."""
    counts = slips.exclude(expected=None).exclude(amount=F("expected")).exclude(taken__name="void")
    signed = counts.filter(taken__done=True).aggregate(off=Sum(F("amount") - F("expected")))["off"] or 0
    shown, notes = _newest(counts)
    return Report(
        name="differences",
        title=_("Differences"),
        sections=(sections.differences(shown, signed),),
        notes=notes,
    )


def _newest(slips: QuerySet[Slip]) -> tuple[list[Slip], tuple[Text, ...]]:
    """The newest slips, and a note where there are more."""
    found = list(slips.prefetch_related("taken").order_by("-number")[: SHOWN + 1])
    notes = (_("Only the newest slips are listed: choose a shorter time."),) if len(found) > SHOWN else ()
    return found[:SHOWN], notes
