"""The change of shift: the incoming jefe reads what is open and accepts it under his own login."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from casino.accounts.access import READING, actor_of, needs
from casino.accounts.models import User
from casino.accounts.permissions import may_open
from tables.disputes import accept, what_is_open
from tables.labels.commands import REQUEST_LABELS
from tables.labels.money import SLIP_LABELS
from tables.models import Handover
from tables.names import names_of

SHOWN = 10


@never_cache
@needs(may_open, "handover", methods=(*READING, "POST"))
def handover(request: HttpRequest) -> HttpResponse:
    """The list of what is open. A POST accepts it."""
    if request.method == "POST":
        accept(actor_of(cast(User, request.user)))  # `needs` lets nobody in without a login
        return redirect("handover")
    found, names = what_is_open(), names_of([])
    context = {
        "open": found,
        "slips": [(slip, SLIP_LABELS[slip.kind], names.place(slip.book)) for slip in found.slips],
        "requests": [(request, REQUEST_LABELS[request.act]) for request in found.requests],
        "handovers": Handover.objects.order_by("-at")[:SHOWN],
    }
    return render(request, "inspector/handover.html", context)
