"""The inspector's pages: the record, read-only. A timeline, each record and each pass by itself, a bundle."""

from datetime import datetime
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.common import clock, signing
from casino.common.answers import LOCAL
from casino.common.clock import moments
from casino.common.pages.listing import ONLY
from casino.common.refusals import Refusal
from casino.common.wording import text as gettext
from casino.people.access import needs, role_of
from casino.people.login.confirmation import confirmed
from casino.people.names import names_of_staff
from casino.people.permissions import Grave, Role, may_open
from ledger.cage.models import Shift
from tables.models import Table
from tables.record.bundle import NothingThere, bundle, bundle_of_shift
from tables.record.reglamentos.catalogue import resolve
from tables.record.reglamentos.words import speaking
from tables.record.search import record_detail
from tables.screens.catalogue import SCREENS
from tables.screens.inspector.beside import beside, in_words
from tables.screens.inspector.passes import whole_pass
from tables.screens.views import context_of_floor
from tables.screens.why.pages import reasons_of
from tables.view.labels.commands import COMMAND_LABELS
from tables.view.saved import kept_by
from tables.view.timeline.asked import COLUMNS, LARGEST, Asked, asked, chips_of, filters_of, presets_of
from tables.view.timeline.put_away import sentences
from tables.view.timeline.rows import rows_of
from tables.view.timeline.search import MOST_COUNTED, Shown, look, named

SHOWN_SHIFTS = 200  # on offer to be exported
LARGEST_SHIFT = 10**9


@never_cache
@require_safe
@needs(may_open, "timeline")
def timeline(request: HttpRequest) -> HttpResponse:
    """The records that fit the filters in the address, newest first."""
    return _timeline(request)


def _timeline(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    """`refusal`: why what the address asks for is not exported."""
    wanted = asked(QueryDict(urlencode({"table": request.GET.get("table", "")})) if refusal else request.GET)
    found = None if wanted.faults else look(wanted.filters, wanted.before)
    if found and not found.hits:
        wanted = wanted.finding_nobody()
    chosen = _chosen(request)
    tables = sorted(Table.objects.defer("state"), key=lambda table: table.place)
    context = context_of_floor(SCREENS["timeline"], role_of(request)) | {
        "door": "",  # nothing is done here
        "typed": request.GET if refusal else wanted.said,
        "filters": filters_of(wanted),
        "chips": chips_of(wanted),
        "presets": [] if wanted.faults else presets_of(wanted),
        **_columns(wanted),
        "rows": rows_of(found.shown) if found else [],
        "hits": found.hits if found else None,
        "most": MOST_COUNTED,
        "put_away": sentences(wanted.filters) if found and not found.onward else (),
        "onward": wanted.onward(found.onward) if found and found.onward else None,
        "beside": chosen and beside(chosen),
        "searches": kept_by(request.user.get_username()),
        "query": wanted.query,
        "tables": tables,
        "of_table": next((one for one in tables if one.slug == wanted.said.get("table")), None),
        "shifts": _shifts(),
        "public_key": signing.public_key(),
        "wrong": {refusal.field or "table": refusal.text(LOCAL)} if refusal else {},
    }
    return render(request, "inspector/timeline.html", context, status=refusal.status if refusal else 200)


def _columns(wanted: Asked) -> dict[str, object]:
    """Those that are shown, the names of those that are not, and how they are chosen."""
    hidden = {one.key for one in wanted.offered if not one.is_shown}
    return {
        "columns": [column for column in COLUMNS if column.name not in hidden],
        "hidden": hidden,
        "choosing": wanted,
        "said": list(wanted.said.items()),
        "only": wanted.said.get(ONLY, ""),
        "files": {
            kind: f"{reverse('report-record')}?{wanted.query}&as={kind}"
            for kind in ("xlsx", "pdf", "sheet", "csv")
        },
    }


@never_cache
@require_safe
@needs(may_open, "timeline")
def act(request: HttpRequest, key: str) -> HttpResponse:
    """One row of the timeline, as the drawer beside the list shows it."""
    found = named(key)
    if found is None:
        raise Http404
    return render(request, "inspector/beside.html", {"beside": beside(found)})


def _chosen(request: HttpRequest) -> Shown | None:
    """The row whose drawer the address opens."""
    return named(request.GET.get("row", ""))


@never_cache
@require_safe
@needs(may_open, "record")
def record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One record: who, what, the table before and after, the money, and the chain."""
    table = get_object_or_404(Table, slug=slug)
    shown = record_detail(table, number)
    if shown is None:
        raise Http404
    told = in_words(shown)
    context = {
        "table": table,
        "moment": shown,
        "label": COMMAND_LABELS[shown.record.name],
        "snapshot": told.after,
        "told": told,
        "view": {"slug": slug, "name": table.name, "role": Role.INSPECTOR},
        "reasons": reasons_of(shown.record, shown.before),
        "rules": resolve(shown.after.reglamento) if shown.after.reglamento else None,
    }
    with speaking(told.after["reglamento"]):
        context["row"] = rows_of([shown.record])[0]
        return render(request, "inspector/record.html", context)


@never_cache
@require_safe
@needs(may_open, "pass")
def one_pass(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A whole pass, to be read, linked to and printed."""
    table = get_object_or_404(Table, slug=slug)
    shown = whole_pass(table, number) if number < LARGEST else None
    if shown is None:
        raise Http404
    with speaking(shown.reglamento):
        context = {
            "table": table,
            "whole": shown,
            "columns": COLUMNS,
            "rules": resolve(shown.reglamento) if shown.reglamento else None,
            "snapshot": {"reglamento": shown.reglamento},
            "address": request.build_absolute_uri(request.path),
            "printed": clock.now(),
            "staff": names_of_staff(),
        }
        return render(request, "inspector/pass.html", context)


@never_cache
@require_safe
@needs(may_open, "bundle")
@confirmed(Grave.EXPORT)
def shift(request: HttpRequest) -> HttpResponse:
    """A signed bundle, to be kept and verified elsewhere: of a shift (`shift=mesa-4/2`), or of a table in a time, which
    is the casino's day so far unless it says when."""
    try:
        name, data = _of_shift(request.GET["shift"]) if request.GET.get("shift") else _of_time(request)
    except NothingThere:
        return _timeline(
            request, Refusal("nothing_recorded", of="shift" if request.GET.get("shift") else None)
        )
    except Refusal as refusal:
        return _timeline(request, refusal)
    answer = HttpResponse(data, content_type="application/jsonl")
    answer["Content-Disposition"] = f'attachment; filename="{name}.jsonl"'
    return answer


def _of_shift(said: str) -> tuple[str, bytes]:
    slug, _, number = said.rpartition("/")
    table = get_object_or_404(Table, slug=slug.replace("\x00", ""))
    if not (number.isascii() and number.isdecimal() and int(number[:10]) < LARGEST_SHIFT):
        raise Http404
    found = get_object_or_404(
        Shift.objects.select_related("closing"), book=table.book, number=int(number[:10])
    )
    return f"{table.slug}-{found.number}", bundle_of_shift(table, found)


def _of_time(request: HttpRequest) -> tuple[str, bytes]:
    slug = request.GET.get("table", "").replace("\x00", "")
    table, now = get_object_or_404(Table, slug=slug), clock.now()
    since = _end(request, "since") or clock.day_of(now)
    until = _end(request, "until") or now
    ends = "-".join(f"{clock.local(moment):%Y%m%d-%H%M}" for moment in (since, until))
    return f"{table.slug}-{ends}", bundle(table, since, until)


def _end(request: HttpRequest, name: str) -> datetime | None:
    try:
        return clock.asked(request.GET.get(name, ""))
    except Refusal as refusal:
        raise Refusal(refusal.code, **{**refusal.fields, "field": name}) from refusal


def _shifts() -> list[tuple[str, str]]:
    """The newest shifts: as the address of the export names each, and as it is said."""
    newest = Shift.objects.select_related("closing").order_by("-at")[:SHOWN_SHIFTS]
    tables = {table.book: table for table in Table.objects.defer("state")}
    known = ((tables[shift.book], shift) for shift in newest if shift.book in tables)
    return [(f"{table.slug}/{shift.number}", _said(table.name, shift)) for table, shift in known]


def _said(name: str, shift: Shift) -> str:
    end = moments.minute(shift.end.at) if shift.end else gettext("still open")
    return f"{name} · {gettext('Shift')} {shift.number} · {moments.minute(shift.at)} – {end}"
