"""The jefe's floor: a tile per table, and a column of alerts."""

from collections.abc import Iterator

from django.urls import reverse

from casino.common.wording import text as gettext
from tables.alerts import alert
from tables.alerts.game import HOUSES_ANSWER
from tables.alerts.house import alarms, alerts_of_cage
from tables.alerts.pace import LONG as LONG_ALERT
from tables.alerts.standing import all_alerts, read_ahead
from tables.facts.phase_pace import usual_seconds
from tables.facts.staff import staff
from tables.facts.table import today
from tables.floor import SHOWN_RESULTS
from tables.notify import CAGE, FIGURES
from tables.screen import Screen, TableView
from tables.screens import figures
from tables.screens.parts import Part, Shown, rendering
from tables.screens.shoe import is_last_pass
from tables.screens.voice import url

TILE = Shown(
    "reglamento suspended open phase bank.holder bank.stake names limits pass.number shoe.number shoe.left",
    also="is_last since usual_seconds today seated results on_duty missing marks",
)
ALERTS = Shown("reglamento", f"resume {HOUSES_ANSWER}", also="alerts name page slips")
LONG = Shown(also="name page overdue")


def parts(view: TableView) -> Iterator[Part]:
    """The table's tile, its alerts for the column beside the tiles, and its place in the line of long phases."""
    now = view.snapshot
    told = alert.with_seen(view, all_alerts(view))
    overdue = [one for one in told if one.key.startswith(LONG_ALERT)]
    also = {
        "since": view.since,
        "name": view.name,
        "page": url("table", view.slug),
        "slips": url("money", view.slug),
        "results": now["results"][-SHOWN_RESULTS:],
        "seated": sum(1 for player in now["seats"].values() if player),
        "usual_seconds": usual_seconds(now["phase"]),
        "is_last": is_last_pass(now),
        "today": today(view),
        "alerts": [one for one in told if one not in overdue],
        "overdue": alert.unseen(overdue),
        "marks": alert.unseen(told),
        **staff(view),
    }
    yield Part(f"tile-{view.slug}", "floor/tile.html", TILE.of(view, also))
    yield Part(f"alerts-{view.slug}", "floor/alerts.html", ALERTS.of(view, also))
    yield Part(f"long-{view.slug}", "floor/long.html", LONG.of(view, also))


def cage_parts(view: TableView) -> Iterator[Part]:
    """What a jefe should look at in the cage, and in the house: the alarms of the sign-ins and of the audit."""
    shows = {
        "view": {"slug": view.slug, "name": view.name},
        "name": gettext("The cage"),
        "page": "",
        "slips": reverse("cage"),
        "alerts": alerts_of_cage(),
    }
    yield Part("alerts-cage", "floor/alerts.html", shows)
    house = {
        "view": {"slug": "house", "name": view.name},
        "name": gettext("The house"),
        "page": reverse("sign-ins"),
        "slips": "",
        "alerts": alarms(),
    }
    yield Part("alerts-house", "floor/alerts.html", house)


SCREEN = Screen(
    name="floor",
    page="floor/page.html",
    fragments=rendering(parts),
    whole_floor=True,
    of_house={CAGE: rendering(cage_parts), FIGURES: rendering(figures.parts)},
    read_ahead=read_ahead,
)
