"""The jefe's page of one table: all that is known of it, and the jefe's own acts, each with its reason."""

from django.template.loader import render_to_string

from tables.models import Pass
from tables.rules.reglamentos import REGLAMENTOS
from tables.screens.console import chances
from tables.screens.house_result import today
from tables.screens.registry import Json, Screen, TableView
from tables.screens.roads_view import counts, roads
from tables.screens.words import chance_letter

BIG_ROAD_COLUMNS = 24
SHOWN_PASSES = 60
PARTS = ("head", "people", "play", "history", "acts")


def fragments(view: TableView) -> dict[str, str]:
    """Head, people, the pass under way, the history of this shoe with its roads, and what may be done."""
    context = _context(view)
    return {f"table-{part}": render_to_string(f"table_page/{part}.html", context) for part in PARTS}


def _context(view: TableView) -> Json:
    now = view.snapshot
    tie = chance_letter(now["reglamento"], "tie")
    return {
        "view": view,
        "snapshot": now,
        "can": set(now["actions"]),
        "today": today(view.slug),
        "seats": [(seat, player) for seat, player in now["seats"].items() if player or seat in now["lent"]],
        "passes": _passes(view),
        "roads": roads(now["results"], tie, BIG_ROAD_COLUMNS),
        "counts": counts(now["results"]),
        "tie_letter": tie,
        "chances": chances(now),
        "reglamentos": REGLAMENTOS.values(),
    }


def _passes(view: TableView) -> list[Pass]:
    """The paid and void passes of this shoe, newest first."""
    shoe = view.snapshot["shoe"]
    if shoe is None:
        return []
    passes = Pass.objects.filter(table__slug=view.slug, shoe=shoe["number"]).exclude(result="")
    return list(passes.order_by("-number")[:SHOWN_PASSES])


SCREEN = Screen(
    name="table",
    roles=frozenset({"jefe", "inspector"}),
    page="table_page/page.html",
    fragments=fragments,
    acts=True,
)
