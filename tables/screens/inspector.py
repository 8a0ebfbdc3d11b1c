"""The inspector's pages: the record, read-only. A timeline, each record with the table before and after, a bundle."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino import signing
from casino.accounts.access import needs, role_of
from casino.accounts.confirmation import confirmed
from casino.accounts.permissions import Grave, Role, may_open
from casino.common import clock
from casino.common.errors import Refusal
from tables.engine import State
from tables.engine.commands import COMMANDS, INCIDENTS
from tables.house_reglamentos.shelf import resolve
from tables.house_reglamentos.words import speaking
from tables.labels.commands import COMMAND_LABELS
from tables.models import Record, Table
from tables.record.bundle import NothingThere, bundle
from tables.record.openings import Openings
from tables.record.search import Filters, record_detail, search
from tables.screen import Json
from tables.screens.catalogue import SCREENS
from tables.screens.fragments import render as render_fragment
from tables.screens.incident_guide import INCIDENT_GUIDES
from tables.screens.views import context_of_floor
from tables.screens.voice import voice
from tables.screens.why import reasons_of
from tables.service import game_of
from tables.snapshot import take

TEXTS = ("table", "actor", "command", "article", "incident")
TIMES = ("since", "until")
MONEY_AND_HANDS = (
    "phase",
    "bank",
    "pass",
    "last_pass",
    "offer",
    "auction",
    "suite",
    "shoe",
    "cagnotte",
    "seats",
)


@never_cache
@require_safe
@needs(may_open, "timeline")
def timeline(request: HttpRequest) -> HttpResponse:
    """The records that fit the filters in the address, newest first."""
    said = {name: request.GET[name].strip() for name in (*TEXTS, *TIMES) if request.GET.get(name, "").strip()}
    records, onward = search(_filters(said, request.GET.get("before", "")))
    openings = {record.table_id: Openings(record.table) for record in records}
    context = context_of_floor(SCREENS["timeline"], role_of(request)) | {
        "said": said,
        "records": [(record, _reglamento(record, openings)) for record in records],
        "onward": urlencode(said | {"before": onward}) if onward else None,
        "tables": Table.objects.order_by("slug"),
        "commands": [(name, COMMAND_LABELS[name]) for name in COMMANDS],
        "incidents": [(kind, INCIDENT_GUIDES[kind].title) for kind in INCIDENTS],
        "public_key": signing.public_key(),
    }
    return render(request, "inspector/timeline.html", context)


@never_cache
@require_safe
@needs(may_open, "record")
def record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One record: who, what, the table before and after, the money, and the chain."""
    table = get_object_or_404(Table, slug=slug)
    shown = record_detail(table, number)
    if shown is None:
        raise Http404
    before, after = (_seen(table, state) for state in (shown.before, shown.after))
    context = {
        "table": table,
        "moment": shown,
        "label": COMMAND_LABELS[shown.record.name],
        "before": before,
        "snapshot": after,
        "view": {"slug": slug, "name": table.name, "role": Role.INSPECTOR},
        "changes": _changes(before, after),
        "reasons": reasons_of(shown.record, shown.before),
        "rules": resolve(shown.after.reglamento) if shown.after.reglamento else None,
    }
    speaker = voice(get_language(), after["reglamento"])
    with speaking(after["reglamento"]):
        context["play"] = render_fragment(
            "table_page/play.html", speaker, {"snapshot": after, "cagnotte": None}
        )
        return render(request, "inspector/record.html", context)


@never_cache
@require_safe
@needs(may_open, "bundle")
@confirmed(Grave.EXPORT)
def shift(request: HttpRequest) -> HttpResponse:
    """A shift's signed bundle, to be kept and verified elsewhere: of the casino's day so far, unless it says when."""
    table, now = get_object_or_404(Table, slug=request.GET.get("table", "")), clock.now()
    since, until = clock.read(request.GET.get("since", "")), clock.read(request.GET.get("until", ""))
    try:
        data = bundle(table, since or clock.day_of(now), until or now)
    except NothingThere as nothing:
        raise Refusal("nothing_recorded") from nothing
    name = f"{table.slug}-{timezone.localtime():%Y%m%d-%H%M}.jsonl"
    answer = HttpResponse(data, content_type="application/jsonl")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _reglamento(record: Record, openings: Mapping[int, Openings]) -> str | None:
    """The reglamento in force when it was made."""
    opened = openings[record.table_id].at(record.number)
    return opened.reglamento if opened else None


def _filters(said: dict[str, str], before: str) -> Filters:
    # PostgreSQL rejects NUL in text. An impossible page number means the first page.
    said_in: dict[str, Any] = {name: said[name].replace("\x00", "") for name in TEXTS if name in said}
    said_in |= {name: clock.read(said[name]) for name in TIMES if name in said}
    page = int(before) if before.isdecimal() and len(before) < 18 else None
    return Filters(**said_in, before=page)


def _seen(table: Table, state: State) -> Json:
    return take(table.slug, game_of(state, Role.INSPECTOR), table.name)


def _changes(before: Json, after: Json) -> list[tuple[str, Any, Any]]:
    return [(name, before[name], after[name]) for name in MONEY_AND_HANDS if before[name] != after[name]]
