"""The passes behind a figure, each with the record that paid it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.http import HttpRequest
from django.utils.functional import Promise

from casino.common.wording import lazy_text as _
from casino.common.wording import titled
from tables.models import Bet, Pass, Table
from tables.record.openings import Openings
from tables.record.reglamentos.catalogue import resolve
from tables.record.reglamentos.words import speaking
from tables.reports import requested
from tables.reports.links import article_link, record_link, why_paid_link
from tables.reports.report import Column, KeyFigure, Kind, Report, Section
from tables.rules.reglamento import Reglamento
from tables.view.labels.money import LINE_LABELS, line_label
from tables.view.names import names_at

SHOWN = 500
KEPT_OF_SUITES = _("What the house keeps of a suite is no pass's, and not in this list.")
COLLECTED_LATER = _("Commission that is collected at the end of the shoe is no pass's, and not in this list.")


@dataclass(frozen=True, slots=True)
class Filter:
    """A choice of passes; without anything, all. `line`: a chance, `bank` or `house_bank`.

    `article`: of a deduction on that line; `deducted`: any deduction on that line without an article.
    """

    result: str = ""
    line: str = ""
    article: str = ""
    deducted: bool = False

    @property
    def only_deducted(self) -> bool:
        """Whether only passes with a deduction are meant."""
        return self.deducted or bool(self.article)


@dataclass(frozen=True, slots=True)
class Bets:
    """The sums of a pass's bets; `staked`: None for a pass without bets."""

    staked: int | None = None
    won: int = 0
    deducted: int = 0


@dataclass(frozen=True, slots=True)
class PassRow:
    """A pass with its bets. `banker`: who held the bank, with the associate. `link`: its record; `why`: the page that
    explains its payment, None for a void pass."""

    played: Pass
    bets: Bets
    banker: str
    link: str
    why: str | None

    @property
    def deductions(self) -> int:
        """On the bets and on the bank."""
        return self.bets.deducted + (self.played.bank_deduction or 0)

    @property
    def house(self) -> int:
        """The house's win. A bank of its own (argentina art. 37) is its own money, and what the bets against it won
        or lost its result."""
        bank = self.played.bank_win if self.played.bank_holder else 0
        return self.deductions - self.bets.won - (bank or 0)

    @property
    def corrected(self) -> str | Promise:
        """Whether the pass was corrected, for a reader."""
        return _("corrected") if self.played.corrected else ""


COLUMNS: tuple[Column[PassRow], ...] = (
    Column(_("Pass"), Kind.COUNT, lambda row: row.played.number, lambda row: row.link),
    Column(_("Shoe"), Kind.COUNT, lambda row: row.played.shoe),
    Column(_("Time"), Kind.TIME, lambda row: row.played.paid_at),
    Column(_("Result"), Kind.TEXT, lambda row: LINE_LABELS[f"pass_{row.played.result}"]),
    Column(_("Punto"), Kind.TEXT, lambda row: row.played.punto),
    Column(_("Banca"), Kind.TEXT, lambda row: row.played.banca),
    Column(_("Banker"), Kind.TEXT, lambda row: row.banker),
    Column(_("Bank's amount"), Kind.MONEY, lambda row: row.played.bank_stake),
    Column(_("Bets"), Kind.MONEY, lambda row: row.bets.staked),
    Column(_("Deductions"), Kind.MONEY, lambda row: row.deductions, lambda row: row.why),
    Column(_("House"), Kind.SIGNED, lambda row: row.house),
    Column(_("Corrected"), Kind.TEXT, lambda row: row.corrected),
)


def of_request(request: HttpRequest, slug: str) -> Report:
    """The passes of the shift or period that the address asks for."""
    chosen = requested.table(slug)
    passes = requested.scope(request, chosen).passes
    report = pass_list(chosen, passes, _filter(request, Openings(chosen)))
    return replace(report, back_url=requested.sheet_behind(request, chosen))


def _filter(request: HttpRequest, openings: Openings) -> Filter:
    result, line = requested.text(request, "result", 20), requested.text(request, "line", 30)
    lines = {*LINE_LABELS, *(chance.slug for rules in openings.rules() for chance in rules.chances)}
    return Filter(
        result if f"pass_{result}" in LINE_LABELS else "",
        line if line in lines else "",
        requested.text(request, "article", 20),
        bool(request.GET.get("deducted")),
    )


def pass_list(table: Table, passes: QuerySet[Pass], wanted: Filter) -> Report:
    """The newest passes first, no more than SHOWN; a note says when there are more."""
    found = _filtered(passes, wanted)
    number = found.count()
    rows = tuple(_rows(table, list(found.order_by("-number")[:SHOWN])))
    openings = Openings(table)
    reglamento = openings.only_reglamento()
    notes = [KEPT_OF_SUITES] if reglamento is None or _keeps_of_suites(resolve(reglamento)) else []
    if any(opening.collects_later for opening in openings.within(0, None)):
        notes.append(COLLECTED_LATER)
    if number > SHOWN:
        notes.append(_("Only the newest passes are listed: choose a shorter time."))
    with speaking(reglamento):  # also what is put together here and now
        return Report(
            name=f"{table.slug}-passes",
            title=titled(table.name, _("Passes")),
            key_figures=(KeyFigure(_("Passes"), number, Kind.COUNT), *_chosen(wanted, openings)),
            sections=(Section(_("Passes"), COLUMNS, rows, empty=_("No passes.")),),
            notes=tuple(notes),
            reglamento=reglamento,
            table=table.slug,
        )


def _keeps_of_suites(rules: Reglamento) -> bool:
    return rules.suite is not None and rules.suite.rate > 0


def _filtered(passes: QuerySet[Pass], wanted: Filter) -> QuerySet[Pass]:
    found = passes.filter(result=wanted.result) if wanted.result else passes
    if wanted.line in ("bank", "house_bank"):
        return found.filter(_bank(wanted))
    if wanted.line:
        return found.filter(Exists(_bets(wanted)))
    return found


def _bank(wanted: Filter) -> Q:
    bank = Q(bank_holder="") if wanted.line == "house_bank" else ~Q(bank_holder="")
    kept = Q(bank_article=wanted.article, bank_deduction__gt=0) if wanted.only_deducted else Q()
    return bank & Q(bank_win__isnull=False) & kept


def _bets(wanted: Filter) -> QuerySet[Bet]:
    bets = Bet.objects.filter(hand=OuterRef("pk"), chance=wanted.line, win__isnull=False)
    return bets.filter(article=wanted.article, deduction__gt=0) if wanted.only_deducted else bets


def _chosen(wanted: Filter, openings: Openings) -> Iterator[KeyFigure]:
    line = line_label(wanted.line, openings.rules()) if wanted.line else None
    figures = (
        (_("Result"), LINE_LABELS.get(f"pass_{wanted.result}"), None),
        (_("Chance"), line, None),
        (_("Article"), wanted.article or None, article_link(openings.only())(wanted.article)),
    )
    return (KeyFigure(label, value, link=link) for label, value, link in figures if value)


def _rows(table: Table, shown: list[Pass]) -> Iterator[PassRow]:
    bets = _bets_of(shown)
    names = names_at(table, {who for played in shown for who in (played.bank_holder, played.bank_associate)})
    for played in shown:
        banker = names.banker(table.slug, played.bank_holder, played.bank_associate)
        why = None if played.result == "void" else why_paid_link(table.slug, played.number)
        yield PassRow(played, bets.get(played.pk, Bets()), banker, record_link(table.slug, played.paid), why)


def _bets_of(shown: list[Pass]) -> dict[int, Bets]:
    """Pass (its key) → its bets. Only of the passes shown, because there may be years of others."""
    bets = Bet.objects.filter(hand__in=[played.pk for played in shown]).values_list("hand")
    sums = bets.annotate(staked=Sum("amount"), gained=Sum("win"), taken=Sum("deduction")).order_by()
    return {hand: Bets(staked, gained or 0, taken or 0) for hand, staked, gained, taken in sums}
