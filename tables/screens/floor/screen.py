"""The jefe's floor: a tile per table, and a rail of alerts."""

import re
from collections.abc import Iterable
from dataclasses import replace

from django.urls import reverse

from casino.common.json_input import Json
from casino.common.wording import text as gettext
from tables.door.notify import CAGE, FIGURES
from tables.screens.floor import figures
from tables.screens.fragments import Part, rendering
from tables.screens.functions import url
from tables.screens.roads import is_last_pass
from tables.view.alerts import alert
from tables.view.alerts.standing import alarms, alerts_of_cage, all_alerts, read_ahead
from tables.view.facts.phase_pace import usual_seconds
from tables.view.facts.staff import named, staff
from tables.view.facts.table import today
from tables.view.floor import SHOWN_RESULTS
from tables.view.screen import Screen, TableView

NUMBERED = re.compile(r"(\D+) (\d{1,3})")  # a table's name: Mesa 12


def short_name(name: str) -> str:
    """The number of a table whose name is a word and a number, as a tile shows it; else the whole name."""
    found = NUMBERED.fullmatch(name)
    return found[2] if found else name


def words(names: Iterable[str]) -> set[str]:
    """What stands before the numbers of these tables. Where it is not one word for all, a number alone names none."""
    return {found[1] for found in map(NUMBERED.fullmatch, names) if found}


def parts(view: TableView) -> tuple[Json, list[Part]]:
    """The table's tile, and its alerts for the rail beside the tiles."""
    now = view.snapshot
    told = alert.with_seen(view, all_alerts(view))
    shown = {
        "since": view.since,
        "name": view.name,
        "short": short_name(view.name),
        "page": url("table", view.slug),
        "slips": url("money", view.slug),
        "results": now["results"][-SHOWN_RESULTS:],
        "usual_seconds": usual_seconds(now["phase"]),
        "is_last": is_last_pass(now),
        "today": today(view),
        "alerts": told,
        "marks": alert.unseen(told),
        "named": named(view),
        **staff(view),
    }
    return shown, [Part(f"{name}-{view.slug}", f"floor/{name}.html") for name in ("tile", "alerts")]


def cage_parts(view: TableView) -> tuple[Json, list[Part]]:
    """The parts that a jefe should look at in the cage, and in the house: the alarms of the sign-ins and of the
    audit."""
    cage = {
        "name": gettext("The cage"),
        "page": "",
        "slips": reverse("cage"),
        "alerts": alerts_of_cage(),
    }
    house = {
        "view": replace(view, slug="house"),
        "name": gettext("The house"),
        "page": reverse("sign-ins"),
        "slips": "",
        "alerts": alarms(),
    }
    name_of = named(view) if cage["alerts"] or house["alerts"] else str
    return {"named": name_of}, [
        Part("alerts-cage", "floor/alerts.html", cage),
        Part("alerts-house", "floor/alerts.html", house),
    ]


SCREEN = Screen(
    name="floor",
    page="floor/page.html",
    fragments=rendering(parts),
    whole_floor=True,
    of_house={CAGE: rendering(cage_parts), FIGURES: rendering(figures.parts)},
    read_ahead=read_ahead,
)
