"""The change of shift: the outgoing jefe signs what he hands over, the incoming one that he takes it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache

from casino.common.answers import LOCAL
from casino.common.currency import written
from casino.common.refusals import Refusal
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.people.access import READING, actor_of, needs
from casino.people.models import User
from casino.people.names import NameOf, names_of_staff, naming
from casino.people.permissions import may_open
from ledger.cage.models import Slip
from tables.models import Handover, HandoverGiven, Record, Table
from tables.view import handovers
from tables.view.handovers import Open
from tables.view.labels.commands import REQUEST_LABELS, command_detail
from tables.view.labels.money import SLIP_LABELS
from tables.view.names import names_of

SHOWN = 10


@dataclass(frozen=True, slots=True)
class OpenRow:
    """Something that is open: its icon, what it is, where, with its page, since when, who entered it, what was said."""

    icon: str
    what: str | Promise
    where: str
    address: str
    at: datetime | None = None
    who: str = ""
    said: str = ""
    amount: int | None = None
    is_grave: bool = True


@never_cache
@needs(may_open, "handover", methods=(*READING, "POST"))
def handover(request: HttpRequest) -> HttpResponse:
    """The list of what is open. A POST signs: `act` is `give` or `take`."""
    if request.method != "POST":
        return _page(request)
    actor = actor_of(cast(User, request.user))  # `needs` lets nobody in without a login
    try:
        if request.POST.get("act") == "give":
            handovers.give(actor, request.POST.get("notes", ""))
        else:
            handovers.accept(actor, request.POST.get("reason", ""))
    except Refusal as refusal:
        return _page(request, refusal)
    return redirect("handover")


def _page(request: HttpRequest, refusal: Refusal | None = None) -> HttpResponse:
    found, given, name_of = handovers.what_is_open(), handovers.waits(), naming(names_of_staff())
    context = {
        "rows": list(_rows(found, name_of)),
        "totals": _figures(found),
        "given": given,
        "given_by": name_of(given.actor) if given else "",
        "handovers": _before(name_of),
        "said": request.POST,
        "wrong": {refusal.field or "act": refusal.text(LOCAL)} if refusal else {},
    }
    return render(request, "inspector/handover.html", context, status=refusal.status if refusal else 200)


def _figures(found: Open) -> list[tuple[Promise, str, int]]:
    """(what, its icon, how many are open), the gravest first."""
    return [
        (_("Disputes"), "scale", len(found.disputes)),
        (_("Incidents"), "triangle-alert", len(found.incidents)),
        (_("Suspended tables"), "pause", len(found.suspended)),
        (_("Short trays"), "coins", len(found.trays)),
        (_("Not counted"), "clipboard-check", len(found.uncounted)),
        (_("To be signed"), "signature", len(found.requests) + len(found.slips)),
        (_("Notes"), "notebook-pen", len(found.notes)),
    ]


def _rows(found: Open, name_of: NameOf) -> Iterator[OpenRow]:
    for one in found.disputes:
        yield OpenRow("scale", _("Dispute"), *_at(one.table), one.at, name_of(one.actor), one.note)
    for record in found.incidents:
        detail = command_detail(record.command)
        yield OpenRow("triangle-alert", _("Incident"), *_of(record), record.at, name_of(record.actor), detail)
    for table in found.suspended:
        yield OpenRow("pause", _("Suspended"), *_at(table))
    for tray in found.trays:
        what, address = _("The tray is short: a fill is needed"), reverse("money", args=[tray.table.slug])
        seen = tray.seen
        who = f"{gettext('Seen')} {name_of(seen.actor)}" if seen else ""
        yield OpenRow(
            "coins", what, tray.table.name, address, seen.at if seen else None, who, amount=tray.held
        )
    for table in found.uncounted:
        what, address = _("Closed, and its tray is not counted"), reverse("money", args=[table.slug])
        yield OpenRow("clipboard-check", what, table.name, address, table.since)
    for asked in found.requests:
        what, said = REQUEST_LABELS[asked.act], str(asked.command.get("reason", ""))
        yield OpenRow("signature", what, *_at(asked.table), asked.at, name_of(asked.actor), said)
    names = names_of([])
    for slip in found.slips:
        where, address = (
            f"{names.place(slip.book)} {gettext('№')} {slip.number}",
            reverse("slip", args=[slip.number]),
        )
        what = SLIP_LABELS[slip.kind]
        said = " · ".join(filter(None, (slip.reason, _off(slip))))
        yield OpenRow("receipt", what, where, address, slip.at, name_of(slip.actor), said, slip.amount)
    for record in found.notes:
        said = str(record.command["text"])
        yield OpenRow(
            "notebook-pen", _("Note"), *_of(record), record.at, name_of(record.actor), said, is_grave=False
        )


def _off(slip: Slip) -> str:
    """What a count found, where it is not what was expected."""
    if slip.expected is None or slip.expected == slip.amount:
        return ""
    found = (gettext("Expected"), written(slip.expected), gettext("counted"), written(slip.amount))
    return "{} {}, {} {}".format(*found)


def _at(table: Table) -> tuple[str, str]:
    return table.name, reverse("table", args=[table.slug])


def _of(record: Record) -> tuple[str, str]:
    table = record.table
    return f"{table.name} {gettext('№')} {record.number}", reverse("record", args=[table.slug, record.number])


def _before(name_of: NameOf) -> list[tuple[Handover, str, HandoverGiven | None, str, str]]:
    """The newest changes of shift, each with who took it, what the outgoing jefe signed, who that was, and his notes,
    or why nobody signed."""
    newest = list(Handover.objects.order_by("-pk")[:SHOWN])
    numbers = [_number(one) for one in newest]
    rows = HandoverGiven.objects.in_bulk(number for number in numbers if number)
    signed = [rows.get(number) for number in numbers]
    return [
        (one, name_of(one.actor), given, name_of(given.actor), given.notes)
        if given
        else (one, name_of(one.actor), None, "", one.accepted.get("reason", ""))
        for one, given in zip(newest, signed, strict=True)
    ]


def _number(one: Handover) -> int | None:
    """Of what was handed over. One that is older than the giver's signature says nothing of it."""
    given = one.accepted.get("given")
    return given["number"] if given else None
