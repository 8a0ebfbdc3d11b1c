"""The wall: what the players see from ten metres away. Rendered from the snapshot of a display, which names nobody."""

from collections.abc import Iterator

from casino.accounts.permissions import Role
from tables.engine.phase import CARDS_OUT
from tables.screen import Json, Screen, TableView
from tables.screens.parts import Part, Shown, rendering
from tables.screens.roads_view import ROAD_COLUMNS, counts, predictions, roads, shares
from tables.screens.shoe import is_last_pass, number_in_shoe

UPRIGHT_COLUMNS = 19  # of the big road, on a glass that stands upright: see wall_upright.css
HEAD = Shown("open limits.minimum limits.maximum shoe.number", also="number is_last")
STATE = Shown(
    "suspended phase bank.stake auction.lead limits.next reglamento"
    " pass.number pass.result pass.natural pass.stays pass.punto pass.banca",
    also="no_more_bets hands last is_last",
)
OF_RESULTS = ("big", "plate", "derived", "counts")


def parts(view: TableView) -> Iterator[Part]:
    """Head and limits, phase and cards or last result, the roads with what comes next on them, and the counts."""
    now = view.snapshot
    also = {
        "no_more_bets": now["phase"] in CARDS_OUT,
        "hands": _hands(now["pass"]),
        "last": now["last_pass"],
        "is_last": is_last_pass(now),
        "number": number_in_shoe(now),
    }
    yield Part("wall-head", "wall/head.html", HEAD.of(view, also))
    yield Part("wall-state", "wall/state.html", STATE.of(view, also))
    for name in OF_RESULTS:
        yield Part(
            f"wall-{name}", f"wall/{name}.html", follows=now["results"], read=lambda _voice: _roads(now)
        )


def _roads(now: Json) -> Json:
    results = now["results"]
    return {
        "roads": roads(results, **ROAD_COLUMNS),
        "next": predictions(results),
        "counts": counts(results),
        "shares": shares(results),
        "upright_columns": UPRIGHT_COLUMNS,
    }


def _hands(current: Json | None) -> Json | None:
    """The cards that lie on the table, if any do. `backs`: those of banca that lie face down."""
    if current is None:
        return None
    punto, banca = current["punto"], current["banca"]
    backs = range(banca.get("hidden", 0))
    lie = punto["cards"] or banca["cards"] or backs
    return {"punto": punto, "banca": banca, "backs": backs} if lie else None


SCREEN = Screen(
    name="wall",
    page="wall/page.html",
    fragments=rendering(parts),
    as_role=Role.DISPLAY,
)
