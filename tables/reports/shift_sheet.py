"""The table sheet of a shift: what the jefe signs when a table is closed for the night."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from ledger.cage import selectors
from ledger.cage.models import Closing, Shift, Slip
from ledger.cage.totals import of_shift
from ledger.totals import result_of
from tables.house_reglamentos.shelf import resolve
from tables.labels.money import KINDS
from tables.models import Record, Table
from tables.projections.turnover import PASSES
from tables.reports import grids
from tables.reports.paper import Fact, Kind, Paper, Plot
from tables.reports.player_session import players_of
from tables.reports.window import (
    Hour,
    game_of_passes,
    hours_of_shift,
    passes_of,
    suites_of_shift,
    total,
)
from tables.service import book_of

TIME = "%Y-%m-%d %H:%M"

Query = Mapping[str, str | int]


def shift_sheet(table: Table, shift: Shift, *, linked: bool = True) -> Paper:
    """`linked`: the figures lead to the passes behind them."""
    game, money = game_of_passes(passes_of(table, shift)), of_shift(shift)
    closing = shift.end
    held = closing.balances if closing else selectors.balances(shift.book)
    begin = {kind: held.get(kind, 0) - sum(money.get(kind, {}).values()) for kind in selectors.TABLE_ACCOUNTS}
    link = passes_link(table.slug, {"shift": shift.number}) if linked else _no_link
    won, drop = result_of(money), money.get("drop", Counter[str]())["buy_in"]
    counted = (closing.slip.expected or 0, closing.slip.amount) if closing else None
    facts = (
        *_whose(table, shift, closing),
        Fact(_("Passes"), total(game, *PASSES.values()).number, Kind.COUNT, link()),
        Fact(_("Turnover"), total(game, *grids.CHANCES).staked, Kind.MONEY),
        Fact(_("House's result"), won, Kind.SIGNED),
        Fact(_("Drop"), drop, Kind.MONEY),
        Fact(_("Hold"), won / drop if drop else None, Kind.SHARE),
        *_difference(closing),
    )
    sheet = (
        grids.results(game, link),
        grids.chances(game, link),
        grids.deductions(game, money, link),
        grids.tray(begin["tray"], money, counted),
        grids.boxes(begin, money),
        grids.proof(game, money, suites_of_shift(table, shift).total()),
        players_of(
            table,
            passes_of(table, shift),
            Slip.objects.filter(shift=shift),
            suites_of_shift(table, shift),
            _player_link(table, shift, linked),
        ),
        grids.slips(selectors.slips_of(shift)),
    )
    return Paper(
        name=f"{table.slug}-{shift.number}",
        title=f"{_('Table sheet')} · {table.name} · {shift.number}",
        facts=facts,
        grids=sheet,
        plots=plots(hours_of_shift(table, shift)),
        signatures=(_("Croupier"), _("Jefe de mesa"), _("Cambista")),
        notes=_notes(shift, closing),
    )


def _whose(table: Table, shift: Shift, closing: Closing | None) -> tuple[Fact, ...]:
    opened = f"{timezone.localtime(shift.at):{TIME}}"
    return (
        Fact(_("Shift"), str(shift.number)),
        Fact(_("Reglamento"), _reglamento(table, closing)),
        Fact(_("Opened"), f"{opened}, {grids.signers(shift.opening)}"),
        Fact(
            _("Closing"),
            f"{timezone.localtime(closing.at):{TIME}}, {grids.signers(closing.slip)}"
            if closing
            else _("still open"),
            abnormal=closing is None,
        ),
    )


def _reglamento(table: Table, closing: Closing | None) -> str:
    """The one that was played: what the table was last opened with before the end of the shift."""
    opened = Record.objects.filter(table=table, name="open_table")
    if closing:
        opened = opened.filter(number__lte=closing.last_record)
    command = opened.order_by("-number").values_list("command", flat=True).first()
    return resolve(command["reglamento"]).title if command else ""


def _difference(closing: Closing | None) -> tuple[Fact, ...]:
    if closing is None:
        return ()
    off = closing.slip.amount - (closing.slip.expected or 0)
    return (Fact(_("Difference at closing"), off, Kind.SIGNED, abnormal=bool(off)),)


def _notes(shift: Shift, closing: Closing | None) -> tuple[str | Promise, ...]:
    explained = [
        f"{KINDS[slip.kind]} {slip.number}: {grids.reasons(slip)}"
        for slip, _off in selectors.differences(list(selectors.slips_of(shift)))
    ]
    left = closing.balances if closing else selectors.balances(shift.book)
    on_the_cloth = left.get("stakes", 0) + left.get("bank", 0)
    if on_the_cloth and closing:
        explained.append(str(_("Stakes and banks still lay on the table at closing.")))
    return tuple(explained)


def plots(hours: Sequence[Hour]) -> tuple[Plot, ...]:
    """Turnover and win over the night, where there is more than a moment to show."""
    if len(hours) < 2:
        return ()
    so_far = 0
    line = [so_far := so_far + hour.result for hour in hours]
    labels = tuple(f"{hour.begin:%H:%M}" for hour in hours)
    turnover = tuple(hour.turnover for hour in hours)
    return (
        Plot(
            _("Win and turnover over the night"),
            labels,
            turnover,
            _("Turnover"),
            tuple(line),
            _("Win so far"),
        ),
    )


def passes_link(slug: str, query: Query) -> grids.Link:
    """A maker of links to the passes behind a figure."""

    def link(**more: str | int) -> str:
        return f"{reverse('report-passes', args=[slug])}?{urlencode({**query, **more})}"

    return link


def _player_link(table: Table, shift: Shift, linked: bool) -> Callable[[str], str | None]:
    def link(player: str) -> str | None:
        if not linked:
            return None
        return f"{reverse('report-player', args=[table.slug, player])}?{urlencode({'shift': shift.number})}"

    return link


def _no_link(**_more: object) -> None:
    return None


def shift_of(table: Table, number: int) -> Shift | None:
    """A shift of a table by its number."""
    shifts = Shift.objects.filter(book=book_of(table.slug), number=number)
    return shifts.select_related("opening", "closing__slip").first()
