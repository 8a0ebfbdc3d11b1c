"""The jefe's page of one table: everything about it, and the commands that only a jefe gives, each with its reason."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from django.db.models import Q, Sum

from casino.common.prepared import Prepared
from casino.house.values import LONG_PHASES
from tables.alerts.alert import with_seen
from tables.alerts.game import HOUSES_ANSWER
from tables.alerts.pace import overdue
from tables.alerts.standing import alerts
from tables.beside import Fact
from tables.facts import phase_pace
from tables.facts.phase_pace import usual_seconds
from tables.facts.requests import requests_of
from tables.facts.staff import staff_to_change
from tables.facts.table import cagnotte, decisions, disputes, today
from tables.house_reglamentos.shelf import resolve
from tables.labels.commands import command_said, people_in
from tables.models import Pass
from tables.names import with_gone
from tables.record.commits import Made
from tables.rules.seats import SEATS
from tables.rules.source import Article
from tables.screen import Json, Screen, TableView
from tables.screens.console_people import people_of
from tables.screens.fragments import render
from tables.screens.opening import forms
from tables.screens.parts import Part, Shown, rendering
from tables.screens.roads_view import ROAD_COLUMNS, counts, roads
from tables.screens.shoe import is_last_pass
from tables.screens.theory import theory
from tables.screens.voice import Voice, url

ENDED_BY = Fact()

SHOWN_PASSES = 60
ENDING = frozenset({"settle", "void_pass"})  # commands that end a pass

# Of each part: the fields of the snapshot that it shows, the commands that it offers, and what else.
PARTS: dict[str, Shown] = {
    "head": Shown("reglamento suspended phase open limits", also="is_last since usual_seconds today"),
    "departures": Shown("reglamento departures warnings"),
    "alerts": Shown("reglamento", HOUSES_ANSWER, "alerts linked slips"),
    "requests": Shown(also="requests declined"),
    "disputes": Shown("reglamento", also="disputes decided"),
    "play": Shown(
        "open pass.number pass.punto pass.banca limits.chip lap settings.decks bank shoe names",
        also="cagnotte",
    ),
    "people": Shown(
        "chances lent waiting names conduct reglamento", "readmit queue unqueue", "people waiting_list"
    ),
    "staff": Shown("reglamento", also="rows missing comers tablets staffs"),
    "payments": Shown("last_pass names reglamento"),
}
ACTS = Shown(
    "open limits.minimum limits.maximum limits.next reglamento",
    "resume house_takes_suite set_limits note undo suspend void_pass burn_shoe close_table open_table",
    "openings proposed",
)
HISTORY = Shown("open bank_kind reglamento")
THEORY = Shown("open reglamento settings.decks bank_kind")


class Ended(NamedTuple):
    """A pass that a command paid or voided: what it paid to those who won, and took from those who lost."""

    number: int
    pays: int
    takes: int


class ShownPass(NamedTuple):
    """What a line of the history tells of a pass, in the columns of `Pass`."""

    number: int
    result: str
    punto: str
    banca: str
    bank_win: int | None
    bank_deduction: int | None
    bank_article: str
    corrected: bool


def parts(view: TableView) -> Iterator[Part]:
    """Head, alerts, the pass in progress, people and bets, this shoe with its roads, and the jefe's commands."""
    also = _also(view)
    for name, shown in PARTS.items():
        yield Part(f"table-{name}", f"table_page/{name}.html", shown.of(view, also))
    yield _history(view)
    yield _acts(view, also)
    yield Part(
        "table-theory",
        "table_page/theory.html",
        THEORY.of(view),
        follows=view.ended,
        read=lambda _voice: {"theory": theory(view)},
    )
    yield _pace(view)


def _also(view: TableView) -> Json:
    now = view.snapshot
    return {
        "since": view.since,
        "is_last": is_last_pass(now),
        "alerts": with_seen(view, [*alerts(view), *overdue(view)]),
        "linked": False,
        "slips": url("money", view.slug),
        **requests_of(view),
        **staff_to_change(view),
        "usual_seconds": usual_seconds(now["phase"]),
        "today": today(view),
        "cagnotte": cagnotte(view),
        "people": _people(now),
        "waiting_list": _waiting_list(view.reglamento),
        "disputes": disputes(view),
        "decided": decisions(view),
        "openings": forms() if "open_table" in now["actions"] else [],
        "proposed": view.table.proposal if view.table else {},
    }


def _acts(view: TableView, also: Json) -> Part:
    """The commands that an undo can take back are others after each command; of each the option is kept."""
    now = view.snapshot
    standing = view.standing if "undo" in now["actions"] else ()

    def options(speaker: Voice) -> str:
        ended = _ended_by(view, standing)
        named = chain.from_iterable(people_in(made.command) for made in standing)
        names = with_gone(view.table, now["names"], named)
        return "".join(_option(made, ended.get(made.number), names, speaker) for made in standing)

    return Part("table-acts", "table_page/acts.html", ACTS.of(view, also), fills=options)


def _ended_by(view: TableView, standing: Iterable[Made]) -> Mapping[int, Ended]:
    """Number of a record → the pass that it paid or voided."""
    records = tuple(made.number for made in standing if made.name in ENDING)
    return view.beside.kept(ENDED_BY, records, lambda: _passes_ended_by(view, records))


def _passes_ended_by(view: TableView, records: Iterable[int]) -> Mapping[int, Ended]:
    ended = Pass.objects.filter(table=view.table, paid__in=list(records)).order_by()
    won, lost = Q(bets__win__gt=0), Q(bets__win__lt=0)
    sums = ended.annotate(won=Sum("bets__win", filter=won), lost=Sum("bets__win", filter=lost))
    rows = sums.values_list("paid", "number", "won", "lost")
    return {record or 0: Ended(number, pays or 0, -(takes or 0)) for record, number, pays, takes in rows}


def _option(made: Made, ended: Ended | None, names: Mapping[str, str], speaker: Voice) -> str:
    """It says whose it was, and which pass it `ended`: of all that it tells, only the names of its players may
    change."""

    def say() -> str:
        said = command_said(made.command, names)
        return render("table_page/undoable.html", speaker, {"made": made, "said": said, "ended": ended})

    of = [names.get(made.command.get(field, "")) for field in ("player", "given_to")]
    return speaker.kept((made.digest, ended, *of), say)


def _history(view: TableView) -> Part:
    """This shoe. Its passes change only where one may have ended; of each, and of each road, the HTML is kept."""
    now = view.snapshot
    number = now["shoe"]["number"] if now["shoe"] else None

    def read(speaker: Voice) -> Json:
        return {
            "passes": [_row(hand, view, speaker) for hand in _passes(view.slug, number)] if number else [],
            "roads": roads(now["results"], **ROAD_COLUMNS),
            "counts": counts(now["results"]),
        }

    follows = view.ended, number, now["results"]
    return Part("table-history", "table_page/history.html", HISTORY.of(view), follows, read)


def _waiting_list(reglamento: str | None) -> Article | None:
    """The words that ask for one: without them the table has none, and the house adds no rule."""
    rules = resolve(reglamento) if reglamento else None
    if rules is None or rules.waiting_list is None:
        return None
    return replace(rules.waiting_list, language=rules.waiting_list.language or rules.source.language)


def _pace(view: TableView) -> Part:
    """It is read anew when a phase has ended, and with a new threshold."""
    usual = tuple(map(usual_seconds, LONG_PHASES))
    return Part(
        "table-pace",
        "table_page/pace.html",
        follows=(view.snapshot["phase"], view.since, usual),
        read=lambda _voice: {"pace": phase_pace.of_table(view.slug), "of_floor": False},
    )


def _people(now: Json) -> list[Json]:
    """In the order of the seats, then the standing; each with what the last pass brought him after deductions."""
    paid: dict[str, int] = {}
    for line in (now["last_pass"] or {}).get("settlements", ()):
        paid[line["player"]] = paid.get(line["player"], 0) + line["win"] - line["deduction"]
    found = [person | {"paid": paid.get(person["id"])} for person in people_of(now).values()]
    return sorted(found, key=lambda person: person["seat"] or len(SEATS) + 1)


_PASSES = Prepared(
    lambda slug, shoe: (
        Pass.objects.filter(table__slug=slug, shoe=shoe)
        .exclude(result="")
        .order_by("-number")
        .values_list(*ShownPass._fields)[:SHOWN_PASSES]
    )
)


def _passes(slug: str, shoe: int) -> Iterable[ShownPass]:
    """The paid and void passes of this shoe, newest first."""
    return map(ShownPass._make, _PASSES.rows(slug, shoe))


def _row(hand: ShownPass, view: TableView, speaker: Voice) -> str:
    shows = {"hand": hand, "slug": view.slug, "has_bank": view.snapshot["bank_kind"] != "house"}
    return speaker.kept((hand, view.slug), lambda: render("table_page/pass.html", speaker, shows))


SCREEN = Screen(
    name="table",
    page="table_page/page.html",
    fragments=rendering(parts),
    gives_commands=True,
    shows_staff=True,
)
