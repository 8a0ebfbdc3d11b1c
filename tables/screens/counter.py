"""The cambista's floor: every table's money at a glance, with what waits for a signature; and the cage."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino.roles import needs_role
from ledger import looks
from ledger.models import Slip
from ledger.postings import CAGE
from tables.reports.words import ACCOUNTS
from tables.screens.money import amounts, forms, slip_lines, waiting
from tables.screens.registry import Screen, TableView
from tables.service import book_of

STAFF = frozenset({"cambista", "jefe", "inspector"})
PARTS = ("tile", "waits")


def fragments(view: TableView) -> dict[str, str]:
    """The table's tile, and its slips that wait for a signature."""
    book = book_of(view.slug)
    shift, held = looks.last_shift(book), looks.balances(book)
    context = {
        "view": view,
        "snapshot": view.snapshot,
        "shift": shift,
        "is_open": shift is not None and shift.end is None,
        "accounts": [(ACCOUNTS[kind], held[kind]) for kind in ("tray", "cagnotte", "tips", "drop")],
        "waiting": [waiting(slip, view.role) for slip in looks.pending(book)],
    }
    return {f"{part}-{view.slug}": render_to_string(f"money/{part}.html", context) for part in PARTS}


@never_cache
@require_safe
@needs_role(*STAFF)
def cage(request: HttpRequest) -> HttpResponse:
    """The cage's stock and money, and its slips."""
    held = looks.balances(CAGE)
    role = str(getattr(request.user, "role", ""))
    context = {
        "accounts": [(ACCOUNTS[kind], held.get(kind, 0)) for kind in ("stock", "cash")],
        "waiting": [waiting(slip, role) for slip in looks.pending(CAGE)],
        "forms": forms(role, held, is_open=False, cage=True),
        "slips": slip_lines(Slip.objects.filter(book=CAGE)),
        "door": reverse("api:cage-slips"),
        "asking": reverse("api:cage-slips"),
        **amounts(),
    }
    return render(request, "money/cage.html", context)


SCREEN = Screen(name="counter", roles=STAFF, page="money/floor.html", fragments=fragments, of_floor=True)
