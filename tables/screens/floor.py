"""The jefe's floor: a tile per table, and a column of alerts."""

from collections.abc import Iterator, Sequence

from django.urls import reverse

from casino.common.wording import text as gettext
from tables.screen import Screen, TableView
from tables.screens import alerts, facts, requests, staff
from tables.screens.alerts import HOUSES_ANSWER, USUAL_SECONDS
from tables.screens.parts import Part, Shown, rendering
from tables.screens.shoe import is_last_pass

SHOWN_RESULTS = 12
TILE = Shown(
    "reglamento suspended open phase bank.holder bank.stake names limits pass.number shoe.number shoe.left",
    also="is_last since usual_seconds today seated results on_duty missing",
)
ALERTS = Shown("reglamento", HOUSES_ANSWER, also="alerts name page slips")


def parts(view: TableView) -> Iterator[Part]:
    """The table's tile, and its alerts for the column beside the tiles."""
    now = view.snapshot
    also = {
        "since": view.since,
        "name": view.name,
        "page": reverse("table", args=[view.slug]),
        "slips": reverse("money", args=[view.slug]),
        "results": now["results"][-SHOWN_RESULTS:],
        "seated": sum(1 for player in now["seats"].values() if player),
        "usual_seconds": USUAL_SECONDS.get(now["phase"]),
        "is_last": is_last_pass(now),
        "today": facts.today(view),
        "alerts": [*alerts.request_alerts(view), *staff.staff_alerts(view), *alerts.alerts(view)],
        **staff.staff(view),
    }
    yield Part(f"tile-{view.slug}", "floor/tile.html", TILE.of(view, also))
    yield Part(f"alerts-{view.slug}", "floor/alerts.html", ALERTS.of(view, also))


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what their tiles and alerts show."""
    facts.read_ahead(views)
    requests.read_ahead(views)
    alerts.read_ahead(views)
    staff.read_ahead(views)


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
    cage_fragments=rendering(cage_parts),
    read_ahead=read_ahead,
)
