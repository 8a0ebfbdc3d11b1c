"""The jefe's floor: a tile per table, and a column of alerts."""

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext

from tables.screen import Screen, TableView
from tables.screens.alerts import USUAL_SECONDS, alerts, alerts_of_cage, request_alerts
from tables.screens.house_result import today

SHOWN_RESULTS = 12
PARTS = ("tile", "alerts")


def fragments(view: TableView) -> dict[str, str]:
    """The table's tile, and its alerts for the column beside the tiles."""
    now = view.snapshot
    context = {
        "view": view,
        "snapshot": now,
        "name": view.name,
        "page": reverse("table", args=[view.slug]),
        "slips": reverse("money", args=[view.slug]),
        "results": now["results"][-SHOWN_RESULTS:],
        "seated": sum(1 for player in now["seats"].values() if player),
        "usual_seconds": USUAL_SECONDS.get(now["phase"]),
        "today": today(view.slug),
        "alerts": [*request_alerts(view), *alerts(view)],
    }
    return {f"{part}-{view.slug}": render_to_string(f"floor/{part}.html", context) for part in PARTS}


def cage_fragments(view: TableView) -> dict[str, str]:
    """What a jefe should look at in the cage."""
    context = {
        "view": view,
        "name": gettext("The cage"),
        "slips": reverse("cage"),
        "alerts": alerts_of_cage(),
    }
    return {"alerts-cage": render_to_string("floor/alerts.html", context)}


SCREEN = Screen(
    name="floor",
    page="floor/page.html",
    fragments=fragments,
    whole_floor=True,
    cage_fragments=cage_fragments,
)
