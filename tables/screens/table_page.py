"""The jefe's page of one table: all that is known of it, and the jefe's own acts, each with its reason."""

from dataclasses import dataclass
from itertools import islice

from django.template.loader import render_to_string
from django.utils.translation import gettext

from tables.disputes import of_table
from tables.labels.commands import DEEDS, detail_of
from tables.labels.game import chance_letter
from tables.models import Pass, Record, Table
from tables.record.history import RecordHistory
from tables.rules.seats import SEATS
from tables.screen import Json, Screen, TableView
from tables.screens.alerts import PATIENCE, Alert, alerts
from tables.screens.console import chances
from tables.screens.console_people import people_of
from tables.screens.house_result import today
from tables.screens.money import box
from tables.screens.opening import forms
from tables.screens.roads_view import counts, roads
from tables.screens.theory import theory

ROAD_COLUMNS = {"big": 24, "plate": 12, "eye": 12, "small": 12, "pig": 12}
SHOWN_PASSES = 60
SHOWN_DEEDS = 15
LONGEST_NOTE = 500  # characters
PARTS = ("head", "alerts", "disputes", "play", "people", "payments", "history", "theory", "acts")


@dataclass(frozen=True, slots=True)
class Deed:
    """A command that still stands. `before`: the version to which an undo of it and all after it goes back."""

    before: int
    what: str
    detail: str
    record: Record


def fragments(view: TableView) -> dict[str, str]:
    """Head, alerts, the pass under way, people with their bets, this shoe with its roads, and what may be done."""
    context = _context(view)
    return {f"table-{part}": render_to_string(f"table_page/{part}.html", context) for part in PARTS}


def _context(view: TableView) -> Json:
    now = view.snapshot
    tie = chance_letter(now["reglamento"], "tie")
    can = set(now["actions"])
    found = alerts(view)
    return {
        "view": view,
        "snapshot": now,
        "can": can,
        "alerts": found,
        "to_note": _seen(found),
        "patience": PATIENCE.get(now["phase"]),
        "today": today(view.slug),
        "cagnotte": box(view.slug, "cagnotte"),
        "people": _people(now),
        "passes": _passes(view),
        "theory": theory(view),
        "disputes": of_table(view.slug),
        "roads": roads(now["results"], tie, ROAD_COLUMNS),
        "counts": counts(now["results"]),
        "tie_letter": tie,
        "chances": chances(now),
        "openings": forms() if "open_table" in can else [],
        "deeds": deeds(view) if "undo" in can else [],
    }


def _seen(found: list[Alert]) -> str:
    """The jefe's note that these have been seen: it stands in the record and takes them off the floor."""
    said = [str(alert.what) for alert in found if alert.to_note]
    return f"{gettext('Seen')}: {', '.join(said)}"[:LONGEST_NOTE] if said else ""


def _people(now: Json) -> list[Json]:
    """In the order of the seats, then who stands; with what the last pass brought each, after deductions."""
    paid: dict[str, int] = {}
    for line in (now["last_pass"] or {}).get("settlements", ()):
        paid[line["player"]] = paid.get(line["player"], 0) + line["win"] - line["deduction"]
    found = [person | {"paid": paid.get(person["id"])} for person in people_of(now).values()]
    return sorted(found, key=lambda person: person["seat"] or len(SEATS) + 1)


def _passes(view: TableView) -> list[Pass]:
    """The paid and void passes of this shoe, newest first."""
    shoe = view.snapshot["shoe"]
    if shoe is None:
        return []
    passes = Pass.objects.filter(table__slug=view.slug, shoe=shoe["number"]).exclude(result="")
    return list(passes.order_by("-number")[:SHOWN_PASSES])


def deeds(view: TableView) -> list[Deed]:
    """The last commands that an undo may take back, newest first."""
    table = Table.objects.only("pk").get(slug=view.slug)
    standing = list(islice(reversed(RecordHistory(table.pk, view.version).standing()), SHOWN_DEEDS))
    records = Record.objects.filter(table=table, version__in=[made.version for made in standing])
    found = {record.version: record for record in records}
    return [
        Deed(made.before, str(DEEDS[made.command]), detail_of(record.command), record)
        for made in standing
        if (record := found.get(made.version))
    ]


SCREEN = Screen(
    name="table",
    roles=frozenset({"jefe", "inspector"}),
    page="table_page/page.html",
    fragments=fragments,
    gives_commands=True,
)
