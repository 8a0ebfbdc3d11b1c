"""The jefe's page of one table: everything about it, and the commands that only a jefe gives, each with its reason."""

from dataclasses import dataclass
from itertools import islice

from django.template.loader import render_to_string

from casino.common.wording import text as gettext
from casino.common.wording import titled
from tables.disputes import decided_at, of_table
from tables.labels.commands import COMMAND_LABELS, command_detail
from tables.labels.game import chance_letter
from tables.models import Decision, Pass, Record, Table
from tables.record.history import RecordHistory
from tables.record.openings import Openings
from tables.rules.seats import SEATS
from tables.screen import Json, Screen, TableView
from tables.screens.alerts import USUAL_SECONDS, Alert, alerts
from tables.screens.console_people import people_of
from tables.screens.house_result import today
from tables.screens.money import box
from tables.screens.opening import forms
from tables.screens.requests import requests_of
from tables.screens.roads_view import counts, roads
from tables.screens.theory import theory

ROAD_COLUMNS = {"big": 24, "plate": 12, "eye": 12, "small": 12, "pig": 12}
SHOWN_PASSES = 60
SHOWN_COMMANDS = 15
LONGEST_NOTE = 500  # characters
PARTS = ("head", "alerts", "requests", "disputes", "play", "people", "payments", "history", "theory", "acts")


@dataclass(frozen=True, slots=True)
class UndoableCommand:
    """A command that has not been undone. `before`: the version to which an undo of it and all after it returns."""

    before: int
    label: str
    detail: str
    record: Record


def fragments(view: TableView) -> dict[str, str]:
    """Head, alerts, the pass in progress, people and bets, this shoe with its roads, and the jefe's commands."""
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
        **requests_of(view),
        "usual_seconds": USUAL_SECONDS.get(now["phase"]),
        "today": today(view.slug),
        "cagnotte": box(view.slug, "cagnotte"),
        "people": _people(now),
        "passes": _passes(view),
        "theory": theory(view),
        "disputes": of_table(view.slug),
        "decided": _decided(view.slug),
        "roads": roads(now["results"], tie, ROAD_COLUMNS),
        "counts": counts(now["results"]),
        "tie_letter": tie,
        "openings": forms() if "open_table" in can else [],
        "undoable_commands": undoable_commands(view) if "undo" in can else [],
    }


def _seen(found: list[Alert]) -> str:
    """The text of the jefe's note that these have been seen, which removes them from the floor; empty for none."""
    said = [str(alert.what) for alert in found if alert.to_note]
    return titled(gettext("Seen"), ", ".join(said))[:LONGEST_NOTE] if said else ""


def _people(now: Json) -> list[Json]:
    """In the order of the seats, then the standing; each with what the last pass brought him after deductions."""
    paid: dict[str, int] = {}
    for line in (now["last_pass"] or {}).get("settlements", ()):
        paid[line["player"]] = paid.get(line["player"], 0) + line["win"] - line["deduction"]
    found = [person | {"paid": paid.get(person["id"])} for person in people_of(now).values()]
    return sorted(found, key=lambda person: person["seat"] or len(SEATS) + 1)


def _decided(slug: str) -> list[tuple[Decision, str]]:
    """The newest decisions on disputes, each with the reglamento that was in force when the dispute was marked."""
    found = decided_at(slug)
    openings = Openings(found[0].dispute.table) if found else None
    opened = [openings.at(decision.dispute.record) if openings else None for decision in found]
    return [(decision, at.reglamento if at else "") for decision, at in zip(found, opened, strict=True)]


def _passes(view: TableView) -> list[Pass]:
    """The paid and void passes of this shoe, newest first."""
    shoe = view.snapshot["shoe"]
    if shoe is None:
        return []
    passes = Pass.objects.filter(table__slug=view.slug, shoe=shoe["number"]).exclude(result="")
    return list(passes.order_by("-number")[:SHOWN_PASSES])


def undoable_commands(view: TableView) -> list[UndoableCommand]:
    """The last commands that an undo can take back, newest first."""
    table = Table.objects.only("pk").get(slug=view.slug)
    standing = list(islice(reversed(RecordHistory(table.pk, view.version).standing()), SHOWN_COMMANDS))
    records = Record.objects.filter(table=table, version__in=[made.version for made in standing])
    found = {record.version: record for record in records}
    names = view.snapshot["names"]
    return [
        UndoableCommand(
            made.before, str(COMMAND_LABELS[made.command]), command_detail(record.command, names), record
        )
        for made in standing
        if (record := found.get(made.version))
    ]


SCREEN = Screen(
    name="table",
    page="table_page/page.html",
    fragments=fragments,
    gives_commands=True,
)
