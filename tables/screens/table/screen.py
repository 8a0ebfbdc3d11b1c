"""The jefe's page of one table: everything about it, and the commands that only a jefe gives, each with its reason."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from django.db.models import Q, Sum
from django.utils.functional import Promise

from casino.common.json_input import Json
from tables.models import Pass
from tables.record.reglamentos.catalogue import on_offer, resolve
from tables.rules.reglamento import Reglamento, SettingValue
from tables.rules.seats import HIGHEST_SEAT
from tables.rules.source import Article
from tables.screens.chances import is_side, offered
from tables.screens.fragments import Part, rendering
from tables.screens.functions import url
from tables.screens.people import people_of
from tables.screens.roads import ROAD_COLUMNS, counts, is_last_pass, roads
from tables.screens.table.course import course
from tables.screens.table.forgotten import forgotten_by
from tables.screens.table.theory import theory
from tables.view.alerts.alert import Alert, with_seen
from tables.view.alerts.game import overdue
from tables.view.alerts.standing import alerts
from tables.view.facts import phase_pace
from tables.view.facts.phase_pace import usual_seconds
from tables.view.facts.requests import requests_of
from tables.view.facts.staff import named, staff_to_change
from tables.view.facts.table import Undoable, cagnotte, decisions, disputes_with_seen, today, undoable
from tables.view.labels.chances import warning_said
from tables.view.labels.commands import command_said, people_in
from tables.view.labels.game import CHOICES, SETTING_LABELS, Choice, setting_value
from tables.view.names import told_of, with_gone
from tables.view.screen import Screen, TableView

SHOWN_PASSES = 60
ENDING = frozenset({"settle", "void_pass"})  # commands that end a pass
PARTS = (
    "acts",
    "alerts",
    "chances",
    "course",
    "departures",
    "disputes",
    "head",
    "history",
    "pace",
    "passes",
    "payments",
    "people",
    "play",
    "requests",
    "staff",
    "theory",
)


class Ended(NamedTuple):
    """A pass that a command paid or voided: what it paid to those who won, and took from those who lost."""

    number: int
    pays: int
    takes: int


class ShownPass(NamedTuple):
    """The columns of a pass in a line of the history, in the columns of `Pass`."""

    number: int
    result: str
    punto: str
    banca: str
    bank_win: int | None
    bank_deduction: int | None
    bank_article: str
    corrected: bool


def parts(view: TableView) -> tuple[Json, list[Part]]:
    """Head, alerts, the pass in progress, people and bets, this shoe with its roads, and the jefe's commands."""
    now = view.snapshot
    shown = {
        "since": view.since,
        "is_last": is_last_pass(now),
        "alerts": with_seen(view, _beside_disputes([*alerts(view), *overdue(view)])),
        "linked": False,
        "named": named(view),
        "slips": url("money", view.slug),
        "usual_seconds": usual_seconds(now["phase"]),
        "today": today(view),
        "cagnotte": cagnotte(view),
        "people": _people(now),
        "told_names": told_of(view.table, now),
        **_taken(now),
        "course": course(view),
        "waiting_list": _waiting_list(view.reglamento),
        "disputes": disputes_with_seen(view),
        "decided": decisions(view),
        "openings": opening_forms() if "open_table" in now["actions"] else [],
        "limits_of": _limits_of(view),
        "warned": _warned(now),
        "proposed": view.table.proposal if view.table else {},
        "undoable": _undoable(view) if "undo" in now["actions"] else [],
        "theory": theory(view),
        "pace": phase_pace.of_table(view.slug),
        "of_floor": False,
        **_history(view),
        **requests_of(view),
        **staff_to_change(view),
    }
    return shown, [Part(f"table-{name}", f"table_page/{name}.html") for name in PARTS]


def _beside_disputes(found: Iterable[Alert]) -> list[Alert]:
    """A dispute is a line of its own in the same rail, where it is decided."""
    return [one for one in found if one.kind != "dispute"]


def _limits_of(view: TableView) -> list[Json]:
    """The limits of each chance as they are, or as they wait: `maximum` is None where it has none of its own."""
    now, found = view.snapshot, offered(view)
    waits = ((now["limits"] or {}).get("next") or {}).get("chances", {})
    shown = [one | waits.get(one["slug"], {}) for one in now["chances"]]
    return [one | {"maximum": one["maximum"] if is_side(found[one["slug"]]) else None} for one in shown]


def _warned(now: Json) -> list[tuple[str, str]]:
    """The chance and the sentence of each warning."""
    return [(found["chance"], warning_said(found, now["limits"]["chip"])) for found in now["warnings"]]


def _undoable(view: TableView) -> list[tuple[Undoable, str, Ended | None, str]]:
    """The commands that an undo can take back, each as it is said, with the pass that it paid or voided, and what else
    going back to before it forgets."""
    made = undoable(view)
    forgotten = forgotten_by(view, made)
    ended = _passes_ended_by(view, [one.number for one in made if one.name in ENDING])
    people = chain.from_iterable(people_in(one.command) for one in made)
    names = with_gone(view.table, view.snapshot["names"], people)
    return [
        (one, command_said(one.command, names), ended.get(one.number), forgotten.get(one.before, ""))
        for one in made
    ]


def _passes_ended_by(view: TableView, records: Iterable[int]) -> Mapping[int, Ended]:
    """Number of a record → the pass that it paid or voided."""
    ended = Pass.objects.filter(table=view.table, paid__in=list(records)).order_by()
    won, lost = Q(bets__win__gt=0), Q(bets__win__lt=0)
    sums = ended.annotate(won=Sum("bets__win", filter=won), lost=Sum("bets__win", filter=lost))
    rows = sums.values_list("paid", "number", "won", "lost")
    return {record or 0: Ended(number, pays or 0, -(takes or 0)) for record, number, pays, takes in rows}


def _history(view: TableView) -> Json:
    """This shoe: its paid and void passes, newest first, and its roads."""
    now = view.snapshot
    return {
        "passes": _passes(view.slug, now["shoe"]["number"]) if now["shoe"] else [],
        "has_bank": now["bank_kind"] != "house",
        "roads": roads(now["results"], tuple(now["marks"]), **ROAD_COLUMNS),
        "counts": counts(now["results"]),
    }


def _taken(now: Json) -> Json:
    """How many of the seats are taken, and how many people stand."""
    seats = now["seats"] or {}
    return {
        "seats": len(seats),
        "seated": sum(1 for player in seats.values() if player),
        "standing": len(now["standing"] or ()),
    }


def _waiting_list(reglamento: str | None) -> Article | None:
    """The words that ask for one: without them the table has none, and the house adds no rule."""
    rules = resolve(reglamento) if reglamento else None
    if rules is None or rules.waiting_list is None:
        return None
    return replace(rules.waiting_list, language=rules.waiting_list.language or rules.source.language)


def _people(now: Json) -> list[Json]:
    """In the order of the seats, then the standing; each with what the last pass brought him after deductions."""
    paid: dict[str, int] = {}
    for line in (now["last_pass"] or {}).get("settlements", ()):
        paid[line["player"]] = paid.get(line["player"], 0) + line["win"] - line["deduction"]
    found = [person | {"paid": paid.get(person["id"])} for person in people_of(now).values()]
    return sorted(found, key=lambda person: person["seat"] or HIGHEST_SEAT + 1)


def _passes(slug: str, shoe: int) -> list[ShownPass]:
    """The paid and void passes of this shoe, newest first."""
    found = Pass.objects.filter(table__slug=slug, shoe=shoe).exclude(result="").order_by("-number")
    return [*map(ShownPass._make, found.values_list(*ShownPass._fields)[:SHOWN_PASSES])]


DEFAULT_IS_THE_CHIP = ("pico",)


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of the form: a whole number, one of `choices`, or numbers with commas between (`is_list`). Otherwise
    `value` and the values of the choices are JSON."""

    name: str
    label: Promise
    value: str
    choices: tuple[Choice, ...]
    is_list: bool = False


def opening_forms() -> list[tuple[Reglamento, list[Setting], list[tuple[str, bool]]]]:
    """Each reglamento on offer with its settings and their defaults, and the chances of which the jefe may set limits,
    each with whether it has a maximum of its own."""
    return [
        (
            rules,
            [_setting(rules, name, value) for name, value in rules.choosable_settings.items()],
            [(chance.slug, is_side(chance)) for chance in rules.chances],
        )
        for rules in on_offer()
    ]


def _setting(rules: Reglamento, name: str, value: SettingValue) -> Setting:
    if isinstance(value, tuple):
        return Setting(name, SETTING_LABELS[name], ", ".join(map(str, value)), (), is_list=True)
    possible = CHOICES.get(name, ()) if name != "cards" or rules.cards else ()
    choices = [(json.dumps(choice), label) for choice, label in possible]
    own = "" if name in DEFAULT_IS_THE_CHIP else json.dumps(value)
    if name in CHOICES and own not in dict(choices):
        choices.append((own, setting_value(name, value)))
    return Setting(name, SETTING_LABELS[name], own, tuple(choices))


SCREEN = Screen(
    name="table",
    page="table_page/page.html",
    fragments=rendering(parts),
    gives_commands=True,
    shows_staff=True,
)
