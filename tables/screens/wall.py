"""The wall: what the players may see, from ten metres away. Rendered from what a display may know, nothing else."""

from django.template.loader import render_to_string

from tables.screens.registry import Screen, TableView
from tables.screens.roads_view import counts, roads
from tables.screens.words import chance_letter

BIG_ROAD_COLUMNS = 36
PARTS = ("head", "state", "big", "roads")


def fragments(view: TableView) -> dict[str, str]:
    """Head and limits, phase and last result, the big road, and the other roads with their counts."""
    now = view.snapshot
    tie = chance_letter(now["reglamento"], "tie")
    context = {
        "view": view,
        "snapshot": now,
        "roads": roads(now["results"], tie, BIG_ROAD_COLUMNS),
        "counts": counts(now["results"]),
        "tie_letter": tie,
    }
    return {f"wall-{part}": render_to_string(f"wall/{part}.html", context) for part in PARTS}


SCREEN = Screen(
    name="wall",
    roles=frozenset({"display", "croupier", "jefe", "inspector"}),
    page="wall/page.html",
    fragments=fragments,
    seen_as="display",
)
