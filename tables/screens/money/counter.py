"""The counter: every table's money at a glance, and the slips that wait for a signature."""

from django.urls import reverse

from casino.common.json_input import Json
from ledger.cage import selectors
from ledger.cage.accounts import CAGE
from tables.door import notify
from tables.screens.fragments import Part, rendering
from tables.screens.money.screen import pending_slip, waiting_at
from tables.view.alerts.money import plays_uncounted
from tables.view.facts.staff import named, read_names_ahead
from tables.view.facts.table import balances, shift
from tables.view.screen import Screen, TableView


def parts(view: TableView) -> tuple[Json, list[Part]]:
    """The table's row and its pending slips."""
    newest, held = shift(view), balances(view)
    shown = {
        "tray": held["tray"],
        "drop": held["drop"],
        "plays": plays_uncounted(view),
        "shift": newest,
        "is_open": newest is not None and newest.end is None,
        "page": f"{reverse('counter')}?table={view.slug}",
        **waiting_at(view),
    }
    return shown, [Part(f"{name}-{view.slug}", f"money/{name}.html") for name in ("tile", "waits")]


def cage_parts(view: TableView) -> tuple[Json, list[Part]]:
    """The cage's pending slips."""
    shown = {
        "waiting": [pending_slip(slip, view.role) for slip in selectors.pending(CAGE)],
        "names": {},
        "named": named(view),
        "held": {},
    }
    return shown, [Part("waits-cage", "money/waits.html")]


SCREEN = Screen(
    name="counter",
    page="money/floor.html",
    fragments=rendering(parts),
    whole_floor=True,
    read_ahead=read_names_ahead,
    of_house={notify.CAGE: rendering(cage_parts)},
)
