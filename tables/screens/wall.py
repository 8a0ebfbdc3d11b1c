"""The wall: what the players see from ten metres away. Rendered from the snapshot of a display, which names nobody."""

from django.template.loader import render_to_string

from casino.accounts.permissions import Role
from tables.labels.game import chance_letter
from tables.screen import Json, Screen, TableView
from tables.screens.roads_view import counts, roads

ROAD_COLUMNS = {"big": 33, "plate": 12, "eye": 34, "small": 16, "pig": 16}
NO_MORE_BETS = frozenset({"dealing", "will", "bank_choice", "resolved"})
PARTS = ("head", "state", "big", "roads")


def fragments(view: TableView) -> dict[str, str]:
    """Head and limits, phase and cards or last result, the big road, and the other roads with their counts."""
    now = view.snapshot
    tie = chance_letter(now["reglamento"], "tie")
    context = {
        "view": view,
        "snapshot": now,
        "no_more_bets": now["phase"] in NO_MORE_BETS,
        "hands": _hands(now["pass"]),
        "last": now["last_pass"],
        "roads": roads(now["results"], tie, ROAD_COLUMNS),
        "counts": counts(now["results"]),
        "tie_letter": tie,
    }
    return {f"wall-{part}": render_to_string(f"wall/{part}.html", context) for part in PARTS}


def _hands(current: Json | None) -> Json | None:
    """The cards that lie on the table, if any do. `backs`: those of banca that lie face down."""
    if current is None:
        return None
    backs = range(current["banca"].get("hidden", 0))
    lie = current["punto"]["cards"] or current["banca"]["cards"] or backs
    return current | {"backs": backs} if lie else None


SCREEN = Screen(
    name="wall",
    page="wall/page.html",
    fragments=fragments,
    as_role=Role.DISPLAY,
)
