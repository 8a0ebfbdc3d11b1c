"""The jefe's floor: a tile per table, and beside it what wants to be looked at."""

from django.template.loader import render_to_string

from tables.screens.alerts import PATIENCE, alerts
from tables.screens.house_result import today
from tables.screens.registry import Screen, TableView

SHOWN_RESULTS = 12
PARTS = ("tile", "alerts")


def fragments(view: TableView) -> dict[str, str]:
    """The table's tile, and its alerts for the column beside the tiles."""
    now = view.snapshot
    context = {
        "view": view,
        "snapshot": now,
        "results": now["results"][-SHOWN_RESULTS:],
        "seated": sum(1 for player in now["seats"].values() if player),
        "patience": PATIENCE.get(now["phase"]),
        "today": today(view.slug),
        "alerts": alerts(view),
    }
    return {f"{part}-{view.slug}": render_to_string(f"floor/{part}.html", context) for part in PARTS}


SCREEN = Screen(
    name="floor",
    roles=frozenset({"jefe", "inspector"}),
    page="floor/page.html",
    fragments=fragments,
    of_floor=True,
)
