"""The wall: what the players see from ten metres away. Rendered from the snapshot of a display, which names nobody."""

from collections.abc import Iterator

from casino.accounts.permissions import Role
from tables.screen import Json, Screen, TableView
from tables.screens.parts import Part, Shown, rendering
from tables.screens.roads_view import counts, roads

ROAD_COLUMNS = {"big": 33, "plate": 12, "eye": 34, "small": 16, "pig": 16}
NO_MORE_BETS = frozenset({"dealing", "will", "bank_choice", "resolved"})
HEAD = Shown("open limits.minimum limits.maximum pass.number shoe.last_pass")
STATE = Shown(
    "suspended phase bank.stake auction.lead limits.next shoe.last_pass reglamento"
    " pass.number pass.result pass.natural pass.stays pass.punto pass.banca",
    also="no_more_bets hands last",
)


def parts(view: TableView) -> Iterator[Part]:
    """Head and limits, phase and cards or last result, the big road, and the other roads with their counts."""
    now = view.snapshot
    also = {
        "no_more_bets": now["phase"] in NO_MORE_BETS,
        "hands": _hands(now["pass"]),
        "last": now["last_pass"],
    }
    yield Part("wall-head", "wall/head.html", HEAD.of(view))
    yield Part("wall-state", "wall/state.html", STATE.of(view, also))
    for name in ("big", "roads"):
        yield Part(
            f"wall-{name}", f"wall/{name}.html", follows=now["results"], read=lambda _voice: _roads(now)
        )


def _roads(now: Json) -> Json:
    results = now["results"]
    return {"roads": roads(results, **ROAD_COLUMNS), "counts": counts(results)}


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
