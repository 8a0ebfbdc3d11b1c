"""The counter's own papers: one slip to be printed and signed, the list of slips, and the differences of counts."""

from django.db.models import F, QuerySet, Sum
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.accounts.labels import ROLES
from ledger.cage import selectors
from ledger.cage.models import Slip
from ledger.cage.slip_rights import counts_blind
from ledger.cage.slips import KINDS as SLIPS
from tables.labels.money import KINDS, STEPS, WAITS
from tables.names import Names, names_of
from tables.reports import grids
from tables.reports.paper import Cell, Column, Fact, Grid, Kind, Paper
from tables.slip_service import slug_of, state_of

SHOWN = 500


def slip_paper(slip: Slip, role: str) -> Paper:
    """A slip or receipt, with its chips and everybody who signed it, as a role may see it."""
    blind = slip.expected is None or counts_blind(SLIPS[slip.kind].counts, role)
    off = None if blind else slip.amount - (slip.expected or 0)
    names = names_of([(slip.book, slip.player)])
    facts = [
        Fact(_("Number"), str(slip.number)),
        Fact(_("Table"), names.place(slip.book)),
        Fact(_("Time"), slip.at, Kind.TIME),
        Fact(_("Amount"), slip.amount, Kind.MONEY),
        Fact(_("State"), WAITS[state_of(slip)]),
    ]
    if slip.player:
        facts.append(Fact(_("Player"), names.player(slug_of(slip.book) or "", slip.player)))
    if off is not None:
        facts.append(Fact(_("Expected"), slip.expected, Kind.MONEY))
        facts.append(Fact(_("Difference"), off, Kind.SIGNED, abnormal=bool(off)))
    papers = [_chips(slip), _steps(slip)] if slip.chips else [_steps(slip)]
    return Paper(
        name=f"slip-{slip.number}",
        title=f"{KINDS[slip.kind]} {slip.number}",
        facts=tuple(facts),
        grids=tuple(papers),
        notes=(slip.reason,) if slip.reason else (),
        signatures=tuple(_signature(slip)),
    )


def _chips(slip: Slip) -> Grid:
    columns = (
        Column(_("Chip"), Kind.MONEY),
        Column(_("How many"), Kind.COUNT),
        Column(_("Amount"), Kind.MONEY),
    )
    chips = sorted(
        ((int(value), number) for value, number in (slip.chips or {}).items() if number), reverse=True
    )
    rows = tuple((Cell(value), Cell(number), Cell(value * number)) for value, number in chips)
    whole = (Cell(_("Total"), kind=Kind.TEXT), Cell(None), Cell(slip.amount))
    return Grid(_("Chips"), columns, rows, whole, empty=_("No chips."))


def _steps(slip: Slip) -> Grid:
    columns = (
        Column(_("Step")),
        Column(_("Time"), Kind.TIME),
        Column(_("Who")),
        Column(_("Role")),
        Column(_("Reason")),
    )
    asked = (Cell(STEPS["asked"]), Cell(slip.at), Cell(slip.actor), Cell(ROLES[slip.role]), Cell(slip.reason))
    taken = [
        (Cell(STEPS[step.name]), Cell(step.at), Cell(step.actor), Cell(ROLES[step.role]), Cell(step.reason))
        for step in slip.taken.all()
    ]
    return Grid(_("Signatures"), columns, (asked, *taken))


def _signature(slip: Slip) -> list[str | Promise]:
    return [
        f"{slip.actor} ({ROLES[slip.role]})",
        *(f"{step.actor} ({ROLES[step.role]})" for step in slip.taken.all()),
    ]


def slips_list(slips: QuerySet[Slip]) -> Paper:
    """The newest first."""
    shown = list(slips.prefetch_related("taken").order_by("-number")[: SHOWN + 1])
    notes = (_("Only the newest slips are listed: choose a shorter time."),) if len(shown) > SHOWN else ()
    return Paper(name="slips", title=_("Slips"), grids=(grids.slips(shown[:SHOWN]),), notes=notes)


def differences(slips: QuerySet[Slip]) -> Paper:
    """Every count that did not find what was expected, with its explanation; the sum is of those that are signed."""
    counts = slips.exclude(expected=None).exclude(amount=F("expected")).exclude(taken__name="void")
    signed = counts.filter(taken__done=True).aggregate(off=Sum(F("amount") - F("expected")))["off"] or 0
    shown = list(counts.prefetch_related("taken").order_by("-number")[: SHOWN + 1])
    columns = (
        *(Column(_("Number")), Column(_("Time"), Kind.TIME), Column(_("Table")), Column(_("Slip"))),
        *(Column(_("Expected"), Kind.MONEY), Column(_("Counted"), Kind.MONEY)),
        *(Column(_("Difference"), Kind.SIGNED), Column(_("Reason")), Column(_("Who")), Column(_("State"))),
    )
    names = names_of((slip.book, slip.player) for slip in shown)
    rows = tuple(_difference(slip, off, names) for slip, off in selectors.differences(shown[:SHOWN]))
    whole = tuple(map(Cell, (_("Signed"), None, None, None, None, None, signed, "", "", "")))
    waiting = frozenset(number for number, slip in enumerate(shown[:SHOWN]) if not selectors.is_done(slip))
    notes = (_("Only the newest slips are listed: choose a shorter time."),) if len(shown) > SHOWN else ()
    grid = Grid(_("Differences"), columns, rows, whole, empty=_("No differences."), abnormal=waiting)
    return Paper(name="differences", title=_("Differences"), grids=(grid,), notes=notes)


def _difference(slip: Slip, off: int, names: Names) -> tuple[Cell, ...]:
    number, time, kind, table, *_rest = grids.slip_row(slip, names)
    last = (Cell(grids.reasons(slip)), Cell(grids.signers(slip)), Cell(WAITS[state_of(slip)]))
    return (number, time, table, kind, Cell(slip.expected), Cell(slip.amount), Cell(off), *last)
