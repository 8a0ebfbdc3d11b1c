"""The passes behind a figure, each with the record that paid it."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tables.labels.money import LINES
from tables.models import Bet, Pass, Table
from tables.names import Names, names_at
from tables.reports.paper import Cell, Column, Fact, Grid, Kind, Paper

SHOWN = 500
Bets = tuple[int | None, int, int]  # staked, won, deducted
NO_BETS: Bets = (None, 0, 0)
COLUMNS = (
    *(Column(_("Pass"), Kind.COUNT), Column(_("Shoe"), Kind.COUNT), Column(_("Time"), Kind.TIME)),
    *(Column(_("Result")), Column(_("Punto")), Column(_("Banca")), Column(_("Banker"))),
    *(
        Column(_("Bank's amount"), Kind.MONEY),
        Column(_("Bets"), Kind.MONEY),
        Column(_("Deductions"), Kind.MONEY),
    ),
    *(Column(_("House"), Kind.SIGNED), Column(_("Corrected"))),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which passes; empty: all. `line`: a chance, `bank` or `house_bank`; `article`: of a deduction on that line;
    `deducted`: those with a deduction on that line, where no article says so."""

    result: str = ""
    line: str = ""
    article: str = ""
    deducted: bool = False


def passes_list(table: Table, passes: QuerySet[Pass], wanted: Wanted) -> Paper:
    """The newest first; no more than SHOWN, which the page then says."""
    found = _fitting(passes, wanted)
    number = found.count()
    shown = list(found.order_by("-number")[:SHOWN])
    bets = _bets_of(shown)
    names = names_at(table, {who for played in shown for who in (played.bank_holder, played.bank_associate)})
    rows = tuple(_row(table, played, names, *bets.get(played.pk, NO_BETS)) for played in shown)
    notes = [_("What the house keeps of a suite is no pass's, and not in this list.")]
    if number > SHOWN:
        notes.append(_("Only the newest passes are listed: choose a shorter time."))
    return Paper(
        name=f"{table.slug}-passes",
        title=f"{table.name}: {_('Passes')}",
        facts=(Fact(_("Passes"), number, Kind.COUNT), *_chosen(wanted)),
        grids=(Grid(_("Passes"), COLUMNS, rows, empty=_("No passes.")),),
        notes=tuple(notes),
    )


def _fitting(passes: QuerySet[Pass], wanted: Wanted) -> QuerySet[Pass]:
    found = passes.filter(result=wanted.result) if wanted.result else passes
    if wanted.line in ("bank", "house_bank"):
        house = Q(bank_holder="") if wanted.line == "house_bank" else ~Q(bank_holder="")
        found = found.filter(house, bank_win__isnull=False)
        return found.filter(bank_article=wanted.article, bank_deduction__gt=0) if _kept(wanted) else found
    if wanted.line:
        bets = Bet.objects.filter(hand=OuterRef("pk"), chance=wanted.line, win__isnull=False)
        if _kept(wanted):
            bets = bets.filter(article=wanted.article, deduction__gt=0)
        return found.filter(Exists(bets))
    return found


def _kept(wanted: Wanted) -> bool:
    return wanted.deducted or bool(wanted.article)


def _chosen(wanted: Wanted) -> tuple[Fact, ...]:
    facts = [
        (_("Result"), LINES.get(f"pass_{wanted.result}")),
        (_("Chance"), LINES.get(wanted.line)),
        (_("Article"), wanted.article or None),
    ]
    return tuple(Fact(label, value) for label, value in facts if value)


def _bets_of(shown: list[Pass]) -> dict[int, Bets]:
    """Pass (its key) → staked, won, deducted; of the passes shown alone, for there may be years of others."""
    bets = Bet.objects.filter(hand__in=[played.pk for played in shown]).values_list("hand")
    sums = bets.annotate(staked=Sum("amount"), gained=Sum("win"), taken=Sum("deduction")).order_by()
    return {hand: (staked, gained or 0, taken or 0) for hand, staked, gained, taken in sums}


def _row(
    table: Table, played: Pass, names: Names, staked: int | None, won: int, taken: int
) -> tuple[Cell, ...]:
    bank_win, bank_taken = played.bank_win or 0, played.bank_deduction or 0
    return (
        Cell(played.number, reverse("record", args=[table.slug, played.paid])),
        Cell(played.shoe),
        Cell(played.paid_at),
        Cell(LINES[f"pass_{played.result}"]),
        Cell(played.punto),
        Cell(played.banca),
        Cell(names.banker(table.slug, played.bank_holder, played.bank_associate)),
        Cell(played.bank_stake),
        Cell(staked),
        Cell(taken + bank_taken),
        Cell(taken + bank_taken - won - bank_win),
        Cell(_("corrected") if played.corrected else ""),
    )


def with_bets_of(passes: QuerySet[Pass], player: str) -> QuerySet[Pass]:
    """Those in which a player bet, held the bank or was the associate."""
    own = Bet.objects.filter(hand=OuterRef("pk"), player=player)
    return passes.filter(Exists(own) | Q(bank_holder=player) | Q(bank_associate=player))
