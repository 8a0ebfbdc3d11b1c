"""The pages of the reports: each of `catalogue.PAGES` as a page or a file, and the page from which they are reached."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.dates import WEEKDAYS
from django.views.decorators.cache import never_cache

from casino.common import clock
from casino.common.answers import LOCAL
from casino.common.pages.listing import columns_wanted
from casino.common.refusals import Refusal
from casino.common.sql.consistent_read import one_moment
from casino.common.wording import text as gettext
from casino.people.access import needs, role_of
from casino.people.login.confirmation import confirmed
from casino.people.permissions import Grave, may_read
from ledger.cage.models import Shift
from tables.door.slips import slug_of
from tables.models import Player, Table
from tables.reports import requested
from tables.reports.catalogue import ReportPage, listed_for
from tables.reports.choosing import Preset, choices, preset
from tables.reports.columns import with_columns
from tables.reports.kept import keeping
from tables.reports.narrowing import narrowed
from tables.reports.period import Period
from tables.reports.period_bar import bar
from tables.reports.renderers.response import FILES, respond
from tables.reports.report import Report
from tables.reports.requested import Asked
from tables.view.labels.money import SLIP_LABELS
from tables.view.names import Names, names_of
from tables.view.saved import kept_by, views_of

SHOWN_SHIFTS = 60
SHOWN_PLAYERS = 500  # suggested while somebody types a name
SEEN_PLAYERS = 2_000  # among whom those are looked for: who has come to several tables is there several times

ASKED_WRONGLY = {
    "no_such_time",
    "ends_before_it_begins",
    "not_an_amount",
    "nobody_of_that_name",
    "name_to_look_for",
}
INDEX = ReportPage("reports", "reports/", lambda request: request, has_period=True, is_grave=False)

View = Callable[..., HttpResponseBase]


def view_of(page: ReportPage) -> View:
    """The view of a report."""

    def show(request: HttpRequest, **address: object) -> HttpResponse:
        made = with_columns(page.make(request, **address), columns_wanted(request.GET))
        report = narrowed(request, page, _dated(request, page, made))
        around = _around(request, page, address) if request.GET.get("as") not in FILES else {}
        return respond(request, report, report.back_url or reverse("reports"), around)

    return _for_readers(page, show)


def _dated(request: HttpRequest, page: ReportPage, report: Report) -> Report:
    """The report as a file: that of a period says so, even where its page leaves that to the bar above."""
    if not page.has_period or report.ends or "shift" in request.GET or "as" not in request.GET:
        return report
    period = requested.period(request)
    return replace(report, period=report.period or period.words, ends=period.ends)


def read_by(page: ReportPage, view: View) -> View:
    """A page of figures for those who may read it."""
    return _for_readers(page, view)


def _for_readers(page: ReportPage, view: View) -> View:
    """The view for those who may read that report: from one consistent read, never cached by a browser."""
    read = _at_one_moment(view)
    exported = confirmed(Grave.EXPORT)(read) if page.is_grave else read

    def answer(request: HttpRequest, **address: object) -> HttpResponseBase:
        chosen = exported if request.GET.get("as") in FILES else read
        try:
            return chosen(request, **address)
        except Refusal as refusal:
            if refusal.code not in ASKED_WRONGLY:
                raise
            return _asked_again(request, page, refusal, address)

    return never_cache(needs(may_read, page.right or page.name)(answer))


def _at_one_moment(view: View) -> View:
    def read(request: HttpRequest, **address: object) -> HttpResponseBase:
        with one_moment():
            return view(request, **address)

    return read


def _index(request: HttpRequest) -> HttpResponse:
    asked = requested.asked(request)
    said = any(request.GET.get(name) for name in ("period", "since", "until"))
    shown = _index_of(request, asked, _shifts(asked.period if said else None))
    return render(request, "reports/index.html", shown | {"bar": bar(request, asked, compares=True)})


index = _for_readers(INDEX, _index)


def _asked_again(
    request: HttpRequest, page: ReportPage, refusal: Refusal, address: Mapping[str, object]
) -> HttpResponse:
    """The page without figures: what was typed, and beside its field why it was refused."""
    wrong, asked = {refusal.field or "since": str(refusal.text(LOCAL))}, _period_of(request)
    shown = _around(request, page, address, asked, wrong) | {"page": page, "back_url": _back(request)}
    if page is INDEX:
        shown |= _index_of(request, asked, _shifts())
    template = "reports/index.html" if page is INDEX else "reports/asked.html"
    return render(request, template, shown, status=refusal.status)


def _period_of(request: HttpRequest) -> Asked:
    """The period that is asked for; today, where it is what was asked for wrongly."""
    try:
        return requested.asked(request)
    except Refusal:
        today = preset(Preset.TODAY, clock.now())
        return Asked(today, choices(today)[0], None)


def _around(
    request: HttpRequest,
    page: ReportPage,
    address: Mapping[str, object],
    asked: Asked | None = None,
    wrong: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What stands around a report: the bar of its period, and its fields."""
    shown: dict[str, Any] = {"page": page, "wrong": wrong or {}}
    if page.has_period and "shift" not in request.GET:
        own = asked or requested.asked(request)
        if may_read(role_of(request), "reports"):
            shown |= {"keep": keeping(request, own.period), "kept": kept_by(_login(request), request.path)}
        shown["bar"] = bar(request, own, compares=page.compares, by_pit=page.by_pit, wrong=wrong)
    if page.fields:
        here = {"table": address.get("slug"), "player": address.get("player")}
        shown["typed"] = {name: value for name, value in here.items() if value} | request.GET.dict()
        shown |= _choices(page.fields)
    return shown


def _choices(fields: tuple[str, ...]) -> dict[str, Any]:
    offered: dict[str, tuple[str, Callable[[], Any]]] = {
        "any_table": ("tables", lambda: [(table.slug, table.name) for table in _tables()]),
        "player": ("players", _players),
        "kind": ("kinds", SLIP_LABELS.items),
        "weekday": ("weekdays", _weekdays),
    }
    found = {offered[name][0]: offered[name][1]() for name in fields if name in offered}
    every = {"tables": gettext("All tables"), "kinds": gettext("all"), "weekdays": gettext("all")}
    return {name: [("", every[name]), *rows] if name in every else rows for name, rows in found.items()}


def _index_of(request: HttpRequest, asked: Asked, shifts: list[dict[str, object]]) -> dict[str, Any]:
    listed = listed_for(role_of(request))
    chosen = {page.choice for page in listed}
    return {
        "page": INDEX,
        "listed": listed,
        "kept": views_of(_login(request)),
        "query": _query(request, asked),
        "tables": _tables() if "table" in chosen else [],
        "players": _players() if "player" in chosen else [],
        "shifts": shifts,
    }


def _query(request: HttpRequest, asked: Asked) -> dict[str, str]:
    """The period and its comparison, as they are handed on to the reports."""
    against = {name: request.GET[name] for name in ("against", "other") if request.GET.get(name)}
    return asked.period.query | against


def _login(request: HttpRequest) -> str:
    return request.user.get_username()


def _back(request: HttpRequest) -> str:
    return reverse("reports" if may_read(role_of(request), "reports") else "people")


def _tables() -> list[Table]:
    return sorted(Table.objects.all(), key=lambda table: table.place)


def _weekdays() -> list[tuple[str, str]]:
    return [(str(number), str(name)) for number, name in WEEKDAYS.items()]


def _players() -> list[tuple[str, str]]:
    """The players who came last, each once with the newest name."""
    newest: dict[str, str] = {}
    for player, name in Player.objects.order_by("-pk").values_list("player", "name")[:SEEN_PLAYERS]:
        newest.setdefault(player, name)
    return [*newest.items()][:SHOWN_PLAYERS]


def _shifts(period: Period | None = None) -> list[dict[str, object]]:
    shifts = Shift.objects.select_related("opening", "closing__slip").order_by("-pk")
    if period:
        shifts = shifts.filter(at__gte=period.since, at__lt=period.until)
    names = names_of([])
    return [_shift_line(shift, names) for shift in shifts[:SHOWN_SHIFTS]]


def _shift_line(shift: Shift, names: Names) -> dict[str, object]:
    closing = shift.end
    off = closing.slip.amount - (closing.slip.expected or 0) if closing else None
    place = {"slug": slug_of(shift.book), "name": names.place(shift.book)}
    return {"shift": shift, **place, "closing": closing, "difference": off}
