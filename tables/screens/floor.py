"""The jefe's floor: a tile per table, and a column of alerts."""

from collections.abc import Iterator, Sequence

from django.urls import reverse

from casino.common.wording import text as gettext
from tables.notify import CAGE, FIGURES
from tables.screen import Screen, TableView
from tables.screens import alert, alerts, facts, figures, requests, staff
from tables.screens.alert import Alert
from tables.screens.alerts import HOUSES_ANSWER, usual_seconds
from tables.screens.parts import Part, Shown, rendering
from tables.screens.shoe import is_last_pass

SHOWN_RESULTS = 12
TILE = Shown(
    "reglamento suspended open phase bank.holder bank.stake names limits pass.number shoe.number shoe.left",
    also="is_last since usual_seconds today seated results on_duty missing marks",
)
ALERTS = Shown("reglamento", f"resume {HOUSES_ANSWER}", also="alerts name page slips")
LONG = Shown(also="name page overdue")


def parts(view: TableView) -> Iterator[Part]:
    """The table's tile, its alerts for the column beside the tiles, and its place in the line of long phases."""
    now = view.snapshot
    told = alert.with_seen(view, _told(view))
    overdue = [one for one in told if one.key.startswith("long-")]
    also = {
        "since": view.since,
        "name": view.name,
        "page": reverse("table", args=[view.slug]),
        "slips": reverse("money", args=[view.slug]),
        "results": now["results"][-SHOWN_RESULTS:],
        "seated": sum(1 for player in now["seats"].values() if player),
        "usual_seconds": usual_seconds(now["phase"]),
        "is_last": is_last_pass(now),
        "today": facts.today(view),
        "alerts": [one for one in told if one not in overdue],
        "overdue": alert.unseen(overdue),
        "marks": alert.unseen(told),
        **staff.staff(view),
    }
    yield Part(f"tile-{view.slug}", "floor/tile.html", TILE.of(view, also))
    yield Part(f"alerts-{view.slug}", "floor/alerts.html", ALERTS.of(view, also))
    yield Part(f"long-{view.slug}", "floor/long.html", LONG.of(view, also))


def _told(view: TableView) -> list[Alert]:
    """All that a jefe should look at there."""
    beside = *alerts.request_alerts(view), *staff.staff_alerts(view)
    return [*beside, *alerts.alerts(view), *alerts.overdue(view)]


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what their tiles and alerts show."""
    facts.read_ahead(views)
    requests.read_ahead(views)
    alerts.read_ahead(views)
    staff.read_ahead(views)
    alert.read_ahead([(view, _told(view)) for view in views])


def cage_parts(view: TableView) -> Iterator[Part]:
    """What a jefe should look at in the cage, and in the house: the alarms of the sign-ins and of the audit."""
    shows = {
        "view": {"slug": view.slug, "name": view.name},
        "name": gettext("The cage"),
        "page": "",
        "slips": reverse("cage"),
        "alerts": alerts.alerts_of_cage(),
    }
    yield Part("alerts-cage", "floor/alerts.html", shows)
    house = {
        "view": {"slug": "house", "name": view.name},
        "name": gettext("The house"),
        "page": reverse("sign-ins"),
        "slips": "",
        "alerts": alerts.alarms(),
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
