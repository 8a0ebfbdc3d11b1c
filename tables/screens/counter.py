"""The counter: every table's money at a glance, and the slips that wait for a signature."""

from collections.abc import Iterator

from django.urls import reverse

from casino.common import moments
from casino.common.wording import text as gettext
from ledger.cage import selectors
from ledger.cage.accounts import CAGE
from tables import notify
from tables.alerts.money import plays_uncounted
from tables.facts.table import balances, pending, shift
from tables.labels.money import ACCOUNT_LABELS
from tables.screen import Json, Screen, TableView
from tables.screens.money import pending_slip
from tables.screens.parts import Part, rendering

HELD = ("tray", "cagnotte", "tips", "drop")


def parts(view: TableView) -> Iterator[Part]:
    """The table's tile and its pending slips."""
    held = [(ACCOUNT_LABELS[kind], balances(view)[kind]) for kind in HELD]
    shows = {"view": {"slug": view.slug, "name": view.name}, "plays": plays_uncounted(view)}
    follows = (view.beside, moments.today())
    tile, page = shows | {"accounts": held}, reverse("money", args=[view.slug])
    yield Part(f"tile-{view.slug}", "money/tile.html", tile, follows, lambda _voice: _shift(view))
    waits = {"name": view.name, "page": page, "role": view.role}
    yield Part(f"waits-{view.slug}", "money/waits.html", waits, view.beside, lambda _voice: _waiting(view))


def _shift(view: TableView) -> Json:
    newest = shift(view)
    return {"shift": newest, "is_open": newest is not None and newest.end is None}


def _waiting(view: TableView) -> Json:
    return {"waiting": [pending_slip(slip, view.role) for slip in pending(view)]}


def cage_parts(view: TableView) -> Iterator[Part]:
    """The cage's pending slips."""
    shows = {
        "name": gettext("The cage"),
        "page": reverse("cage"),
        "waiting": [pending_slip(slip, view.role) for slip in selectors.pending(CAGE)],
    }
    yield Part("waits-cage", "money/waits.html", {}, view.beside, lambda _voice: shows)


SCREEN = Screen(
    name="counter",
    page="money/floor.html",
    fragments=rendering(parts),
    whole_floor=True,
    of_house={notify.CAGE: rendering(cage_parts)},
)
