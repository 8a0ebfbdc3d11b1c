"""The wall: what the players see from ten metres away. Rendered from the snapshot of a display, which names nobody.

It has four scenes: the board with the roads, the hands while cards lie, the moment of a result, and the idle table.
Which of them takes the glass follows from what their parts hold (`static/css/wall_scenes.css`).
"""

import json
from typing import NamedTuple

from casino.common.house import house
from casino.common.json_input import Json
from casino.people.permissions import Role
from tables.engine.state import CARDS_OUT
from tables.screens.fragments import Part, rendering
from tables.screens.functions import url
from tables.screens.roads import (
    SIDES,
    Streak,
    counts,
    facts_of,
    is_last_pass,
    number_of_pass,
    predictions,
    roads,
    shares,
)
from tables.screens.wall_odds import pages_of_odds
from tables.view.facts.table import shoe_before
from tables.view.labels.game import SIDE_BET, chance_class
from tables.view.screen import Screen, TableView

COLUMNS = {
    "big": 20,
    "plate": 13,
    "eye": 13,
    "small": 13,
    "pig": 13,
}  # as many as any shape of glass has room for
ACROSS = {"big": 20, "plate": 9}  # of these, on a glass that lies: see static/css/wall.css
UPRIGHT = {"big": 19, "plate": 13}  # on one that stands: see static/css/wall_upright.css
RUN = 10  # results that are shown in a row under the hands
PARTS = ("head", "state", "counts", "plate", "big", "derived", "last", "odds", "hands", "moment", "idle")
IDLE = frozenset({"closed", "seating"})


class Bead(NamedTuple):
    """A result in the run: its letter and its side, the class of its colour."""

    letter: str
    side: str


def parts(view: TableView) -> tuple[Json, list[Part]]:
    """Brand and limits, the phase, the counts and roads with what comes next on them, the odds; hands and moment."""
    now = view.snapshot
    shown = {
        "house_name": house().house_name,
        "logo": url("logo", house().logo) if house().logo else "",
        "no_more_bets": now["phase"] in CARDS_OUT,
        "is_last": is_last_pass(now),
        "is_idle": now["phase"] in IDLE and not now["results"],
        "number": number_of_pass(now),
        "odds": pages_of_odds(view),
        "last": now["last_pass"],
        "hands": _hands(now["pass"]),
        "moment": _moment(now),
        **_of_house(view),
        **_roads(now),
        **_before(view),
    }
    return shown, [Part(f"wall-{name}", f"wall/{name}.html") for name in PARTS]


def _of_house(view: TableView) -> Json:
    """What the house has set for its walls: seconds of the countdown while bets are open (0: none), when the next game
    begins (empty: not told), the room; and with which limits and rules a table is, or would be, opened."""
    now, pit = view.snapshot, view.table.pit if view.table else None
    return {
        "countdown": _seconds(view) if now["phase"] == "betting" and not now["suspended"] else 0,
        "next_game": house().next_game,
        "room": pit.name if pit else "",
        "proposed": _proposed(view),
    }


def _seconds(view: TableView) -> int:
    """The table's own, or the house's."""
    own = view.table.bet_seconds if view.table else None
    return house().bet_seconds if own is None else own


def _proposed(view: TableView) -> Json | None:
    limits = view.snapshot["limits"]
    if limits:
        return {**limits, "reglamento": view.reglamento}
    opening: Json = json.loads(view.table.opening) if view.table and view.table.opening else {}
    return opening if {"minimum", "maximum"} <= opening.keys() else None


def _roads(now: Json) -> Json:
    results, marks = now["results"], tuple(now["marks"])
    return {
        "roads": roads(results, marks, **COLUMNS),
        "across": ACROSS,
        "upright": UPRIGHT,
        "next": predictions(results),
        "facts": facts_of(results, marks),
        "shares": shares(results),
        **_told(results),
    }


def _told(results: str) -> Json:
    """What stands under the hands: the last results in a row, and how often each came."""
    return {"run": [Bead(letter, SIDES[letter]) for letter in results[-RUN:]], "counts": counts(results)}


def _before(view: TableView) -> Json:
    """How often each result came in the shoe before this one; none if nothing was played with it."""
    results = shoe_before(view)
    return {"before": counts(results) if results else None}


def _hands(current: Json | None) -> Json | None:
    """The cards that lie on the table, if any do, some of them face down."""
    if current is None:
        return None
    punto, banca = current["punto"], current["banca"]
    lie = any(hand["cards"] or hand.get("hidden") for hand in (punto, banca))
    return {"punto": punto, "banca": banca} if lie else None


def _moment(now: Json) -> Json | None:
    """The result on the table, or once it is paid the last one, which the page may show for another moment. `is_open`:
    it is not paid yet."""
    current, last = now["pass"], now["last_pass"]
    if current and current["result"]:
        results = now["results"] + _letter(current["result"])
        return _result(current, results, current["natural"], is_open=True)
    if last and last["result"] != "void" and now["results"]:
        return _result(last, now["results"], "n" in now["marks"][-1], is_open=False)
    return None


def _letter(result: str) -> str:
    return next(letter for letter, side in SIDES.items() if side == result)


def _result(of: Json, results: str, natural: bool, is_open: bool) -> Json:
    return {
        "number": of["number"],
        "result": of["result"],
        "punto": of["punto"],
        "banca": of["banca"],
        "stays": (stays := of.get("stays", [])),
        "stays_by_sign": any(
            chance_class(chance) == SIDE_BET for chance in stays
        ),  # names would have no room
        "natural": natural,
        "is_open": is_open,
        "streak": _streak(results),
        **_told(results),
    }


def _streak(results: str) -> Streak | None:
    """The streak that the newest result has lengthened."""
    streak = facts_of(results, ()).streak
    return streak if streak and streak.length > 1 and results[-1] == streak.letter else None


SCREEN = Screen(
    name="wall",
    page="wall/page.html",
    fragments=rendering(parts),
    as_role=Role.DISPLAY,
)
