"""The counter: every table's money at a glance, and the slips that wait for a signature."""

from django.template.loader import render_to_string
from django.urls import reverse

from casino.common.wording import text as gettext
from ledger.cage import selectors
from ledger.cage.accounts import CAGE
from tables.labels.money import ACCOUNT_LABELS
from tables.postings import book_of
from tables.screen import Screen, TableView
from tables.screens.money import pending_slip

PARTS = ("tile", "waits")


def fragments(view: TableView) -> dict[str, str]:
    """The table's tile and its pending slips."""
    book = book_of(view.slug)
    shift, held = selectors.last_shift(book), selectors.balances(book)
    context = {
        "view": view,
        "snapshot": view.snapshot,
        "name": view.name,
        "page": reverse("money", args=[view.slug]),
        "shift": shift,
        "is_open": shift is not None and shift.end is None,
        "accounts": [(ACCOUNT_LABELS[kind], held[kind]) for kind in ("tray", "cagnotte", "tips", "drop")],
        "waiting": [pending_slip(slip, view.role) for slip in selectors.pending(book)],
    }
    return {f"{part}-{view.slug}": render_to_string(f"money/{part}.html", context) for part in PARTS}


def cage_fragments(view: TableView) -> dict[str, str]:
    """The cage's pending slips."""
    context = {
        "view": view,
        "name": gettext("The cage"),
        "page": reverse("cage"),
        "waiting": [pending_slip(slip, view.role) for slip in selectors.pending(CAGE)],
    }
    return {"waits-cage": render_to_string("money/waits.html", context)}


SCREEN = Screen(
    name="counter",
    page="money/floor.html",
    fragments=fragments,
    whole_floor=True,
    cage_fragments=cage_fragments,
)
