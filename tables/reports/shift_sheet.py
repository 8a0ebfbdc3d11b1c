"""The table sheet of a shift, which is signed when the table is closed for the night."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.http import HttpRequest

from casino.common import clock
from casino.common.clock import moments
from casino.common.currency import written
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.common.wording import titled
from casino.people.access import role_of
from casino.people.names import names_of_staff, naming
from casino.people.permissions import may_read
from ledger.cage import selectors
from ledger.cage.accounts import Purpose as CagePurpose
from ledger.cage.exchanges import beyond
from ledger.cage.models import Shift, Slip
from ledger.cage.selectors import money_of_shift, results_of_shift
from ledger.totals import Lines, result_of
from tables.door.slips import slug_of
from tables.models import Table
from tables.record.anchors.file import covering
from tables.record.reglamentos.words import speaking
from tables.reports import links, requested
from tables.reports.period import Period, Unit, short_label
from tables.reports.played_under import PlayedUnder, played_under, stretches
from tables.reports.plots import over_time
from tables.reports.report import KeyFigure, Kind, Plot, Report, Seal, Section
from tables.reports.sections import accounts, game, players, slips
from tables.reports.sections.accounts import check, proof
from tables.reports.selectors.game import (
    Game,
    game_of_passes,
    number_of_passes,
    turnover,
    turnover_of_passes,
)
from tables.reports.selectors.money import COMMISSION, Kept, kept_beside, kept_by_ledger
from tables.reports.selectors.prospects import Prospects, prospects
from tables.reports.selectors.scope import Scope, of_shift
from tables.view.labels.game import SETTING_LABELS, setting_value
from tables.view.labels.money import SLIP_LABELS
from tables.view.names import names_of


@dataclass(frozen=True, slots=True)
class Past:
    """The figures read of a shift. `kept`: what the house kept beside payments."""

    shift: Shift
    scope: Scope
    game: Game
    money: Lines
    kept: Kept


def of_request(request: HttpRequest, slug: str, number: int) -> Report:
    """The sheet of that shift, with its seal once it is closed."""
    table, shift = requested.shift_of(slug, number)
    linked = may_read(role_of(request), "report-passes")
    return sealed(shift_sheet(table, shift, linked=linked), shift)


def shift_sheet(table: Table, shift: Shift, *, linked: bool = True) -> Report:
    """`linked`: figures lead to the passes and sessions behind them."""
    scope = of_shift(table, shift)
    past = Past(shift, scope, game_of_passes(scope.passes), money_of_shift(shift), kept_beside(scope))
    query = {"shift": shift.number}
    passes = links.passes_link(table.slug, query) if linked else links.no_passes_link
    sessions = links.player_link(table.slug, query) if linked else links.no_player_link
    played = played_under(scope, shift, past.game, past.money)
    words = played.link if linked else links.no_article_link
    with speaking(played.reglamento):  # also what is put together here and now
        return Report(
            name=f"{table.slug}-{shift.number}",
            title=f"{_('Table sheet')} · {table.name} · {shift.number}",
            key_figures=(*_about(past, played), *_results(past, passes), *_difference(shift)),
            sections=tuple(_sections(past, passes, sessions, words)),
            plots=_plots(past),
            signatures=(_("Croupier"), _("Jefe de mesa"), _("Cambista")),
            notes=(*_departures(played), *_notes(shift), *game.own_bank_note(past.game)),
            footnotes=tuple(played.footnotes()),
            reglamento=played.reglamento,
            table=table.slug,
        )


def _about(past: Past, played: PlayedUnder) -> Iterator[KeyFigure]:
    shift, closing = past.shift, past.shift.end
    yield KeyFigure(_("Shift"), str(shift.number))
    yield KeyFigure(_("Reglamento"), played.titles)
    yield KeyFigure(_("Opened"), _signed(shift.opening, shift.at))
    closed = _signed(closing.slip, closing.at) if closing else _("still open")
    yield KeyFigure(_("Closing"), closed, abnormal=closing is None)


def _signed(slip: Slip, at: datetime) -> str:
    return f"{moments.minute(at)}, {', '.join(slips.signatures(slip, naming(names_of_staff())))}"


def _departures(played: PlayedUnder) -> Iterator[str]:
    """Settings that the jefe chose otherwise than the text has them, at any opening."""
    chosen = (departure for opening in played.openings for departure in opening.departures)
    for departure in dict.fromkeys(chosen):
        name, article = departure.setting, f" ({_('Art.')} {departure.article})" if departure.article else ""
        own, text = setting_value(name, departure.value), setting_value(name, departure.text)
        said = f"{titled(SETTING_LABELS[name], own)} ({titled(_('in the text'), text)})"
        yield titled(f"{_('Departs from the text')}{article}", said)


def _results(past: Past, passes: links.PassesLink) -> Iterator[KeyFigure]:
    won, drop = result_of(past.money), past.money.get("drop", Counter[str]())[CagePurpose.BUY_IN]
    yield KeyFigure(_("Passes"), number_of_passes(past.game), Kind.COUNT, passes())
    yield KeyFigure(_("Turnover"), turnover(past.game), Kind.MONEY)
    yield KeyFigure(_("House's result"), won, Kind.SIGNED)
    yield KeyFigure(_("Drop"), drop, Kind.MONEY)
    yield KeyFigure(_("Hold"), won / drop if drop else None, Kind.SHARE)


def _difference(shift: Shift) -> Iterator[KeyFigure]:
    if counted := _count(shift):
        off = counted.found - counted.expected
        yield KeyFigure(_("Difference at closing"), off, Kind.SIGNED, abnormal=bool(off))


def _count(shift: Shift) -> accounts.Count | None:
    closing = shift.end
    return accounts.Count(closing.slip.expected or 0, closing.slip.amount) if closing else None


def _sections(
    past: Past, passes: links.PassesLink, sessions: links.PlayerLink, words: links.ArticleLink
) -> Iterator[Section[Any]]:
    money, labels = past.money, game.Lines(past.scope.openings.rules())
    held = _balances(past.shift)
    begin = {kind: held.get(kind, 0) - sum(money.get(kind, {}).values()) for kind in selectors.TABLE_ACCOUNTS}
    yield game.results(past.game, passes)
    yield game.chances(past.game, money, passes, labels)
    yield game.odds(_prospects(past), labels)
    yield game.deductions(past.game, money, passes, words, labels)
    yield accounts.tray(begin["tray"], money, _count(past.shift))
    yield accounts.boxes(begin, money)
    yield check(begin, money)
    yield proof(past.game, money, past.kept.totals())
    yield players.players(past.scope, past.kept.by_player(), sessions)
    yield slips.slips(selectors.slips_of(past.shift))


def _prospects(past: Past) -> Prospects:
    collected = kept_by_ledger(past.money)[COMMISSION]
    return prospects(stretches(past.scope, past.shift, past.game), collected)


def _balances(shift: Shift) -> dict[str, int]:
    """The balances of the table's own accounts at the end of the shift, or now."""
    return shift.end.balances if shift.end else selectors.balances(shift.book)


def _plots(past: Past) -> tuple[Plot, ...]:
    """By the hour; by the day where the shift was open for longer."""
    played, won = turnover_of_passes(past.scope.passes), Counter(results_of_shift(past.shift))
    hours = played.keys() | won.keys()
    unit = Period(min(hours), max(hours)).unit if hours else Unit.HOUR
    if unit is Unit.HOUR:
        return over_time(unit, played, won, partial(short_label, unit))
    return over_time(Unit.DAY, _by_day(played), _by_day(won), partial(short_label, Unit.DAY))


def _by_day(hours: Counter[datetime]) -> Counter[datetime]:
    days = Counter[datetime]()
    for hour, amount in hours.items():
        days[clock.day_of(hour)] += amount
    return days


def _notes(shift: Shift) -> Iterator[str]:
    for slip, _off in selectors.differences(list(selectors.slips_of(shift))):
        if said := slips.reasons(slip):  # nothing, while the first has signed and the second is waited for
            yield titled(f"{SLIP_LABELS[slip.kind]} {slip.number}", said)
    yield from _beyond(shift)
    balances = _balances(shift)
    if shift.end and (balances.get("stakes", 0) or balances.get("bank", 0)):
        yield str(_("Stakes and banks still lay on the table at closing."))


def _beyond(shift: Shift) -> Iterator[str]:
    """The exchanges with which a player gave more chips than he should have held."""
    found = beyond(shift)
    if not found:
        return
    names = names_of((slip.book, slip.player) for slip, _more in found)
    for slip, more in found:
        said = gettext(
            "%(player)s gave %(amount)s, %(more)s more than the ledger knew the player to hold."
        ) % {
            "player": names.player(slug_of(slip.book) or "", slip.player),
            "amount": written(slip.amount),
            "more": written(more),
        }
        yield titled(f"{SLIP_LABELS[slip.kind]} {slip.number}", said)


def sealed(report: Report, shift: Shift) -> Report:
    """The sheet of a closed shift with the first anchor that was made after its end, or a note that there is none yet.
    That of an open shift as it is."""
    if not shift.end:
        return report
    anchor = covering(shift.end)
    if anchor is None:
        said = _("This sheet has no seal yet: the server tries again every minute. Print it again then.")
        return replace(report, notes=(*report.notes, said))
    text = f"{_('Anchor')} {anchor.number} · {moments.second(anchor.moment)} · {anchor.short}"
    return replace(report, seal=Seal(text, anchor.printed))
