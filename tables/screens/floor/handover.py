"""The change of shift: the outgoing jefe signs what he hands over, the incoming one that he takes it."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from casino.common.answers import LOCAL
from casino.common.refusals import Refusal
from casino.people.access import READING, actor_of, needs
from casino.people.models import User
from casino.people.permissions import may_open
from tables.models import Handover, HandoverGiven
from tables.view import handovers
from tables.view.labels.commands import REQUEST_LABELS
from tables.view.labels.money import SLIP_LABELS
from tables.view.names import names_of

SHOWN = 10


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
    found, names = handovers.what_is_open(), names_of([])
    context = {
        "open": found,
        "slips": [(slip, SLIP_LABELS[slip.kind], names.place(slip.book)) for slip in found.slips],
        "requests": [(request, REQUEST_LABELS[request.act]) for request in found.requests],
        "given": handovers.waits(),
        "handovers": _before(),
        "refused": refusal.text(LOCAL) if refusal else "",
    }
    return render(request, "inspector/handover.html", context, status=refusal.status if refusal else 200)


def _before() -> list[tuple[Handover, HandoverGiven | None, str]]:
    """The newest changes of shift, each with what the outgoing jefe signed, and his notes, or why nobody signed."""
    newest = list(Handover.objects.order_by("-pk")[:SHOWN])
    numbers = [_number(one) for one in newest]
    rows = HandoverGiven.objects.in_bulk(number for number in numbers if number)
    signed = [rows.get(number) for number in numbers]
    return [
        (one, given, given.notes if given else one.accepted.get("reason", ""))
        for one, given in zip(newest, signed, strict=True)
    ]


def _number(one: Handover) -> int | None:
    """Of what was handed over. One that is older than the giver's signature says nothing of it."""
    given = one.accepted.get("given")
    return given["number"] if given else None
