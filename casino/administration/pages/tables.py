"""The tables of the house: made, ordered, named, retired, and what each is opened with."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.administration import pits, tables
from casino.administration.pages.common import (
    Done,
    answer,
    asked_amount,
    by,
    number,
    page,
    shown,
    telling,
)
from casino.common import currency
from casino.common.house import house
from casino.common.json_input import Json
from casino.common.refusals import Refusal
from tables.models import Table
from tables.record.reglamentos.catalogue import on_offer

MOST = 200  # tables that are made at once
AMOUNTS = ("minimum", "maximum", "chip")


@page("house-tables")
def every_table(request: HttpRequest) -> HttpResponseBase:
    """The floor in its order, and new tables."""
    return answer(request, "tables.html", _listed, {**TABLE_ACTS, **PIT_ACTS})


@page("house-table")
def one_table(request: HttpRequest, slug: str) -> HttpResponseBase:
    """One table."""
    table = get_object_or_404(Table.objects.defer("state"), slug=slug)
    acts = {
        "rename": lambda request: _rename(request, slug),
        "opening": lambda request: _set_opening(request, slug),
        "countdown": lambda request: _set_countdown(request, slug),
        "retire": telling(lambda request: tables.retire(by(request), slug), _("Retired.")),
        "back": telling(lambda request: tables.bring_back(by(request), slug), _("On the floor again.")),
    }
    return answer(request, "table.html", lambda: _shown(table), acts)


def _listed() -> Json:
    off_floor = Table.objects.exclude(retired=None).defer("state")
    retired = sorted(off_floor, key=lambda table: table.place)
    shown = {"tables": tables.in_order(), "retired": retired, "pits": pits.in_order(), "most": MOST}
    return {**shown, "longest_pit": pits.LONGEST_NAME, **_offered()}


def _shown(table: Table) -> Json:
    table.refresh_from_db(fields=["name", "opening", "bet_seconds", "retired", "open"])
    places = currency.decimals()
    proposal = {
        name: currency.typeable(table.proposal[name], places) for name in AMOUNTS if name in table.proposal
    }
    chosen = table.proposal.get("reglamento", "")
    shown = {"table": table, "proposal": proposal | {"reglamento": chosen}, "of_house": house().bet_seconds}
    return {**shown, "most_seconds": tables.MOST_BET_SECONDS, **_offered()}


def _offered() -> Json:
    return {"reglamentos": on_offer(), "currency": currency.name()}


def _add(request: HttpRequest) -> Done:
    """Tables with following numbers: mesa-1 “Mesa 1”, mesa-2 “Mesa 2” …"""
    first, many = number(request.POST.get("first")), number(request.POST.get("many"))
    slug, name = request.POST.get("slug", "").strip(), request.POST.get("name", "").strip()
    if first < 0 or not 0 < many <= MOST:
        raise Refusal("bad_number_of_tables", most=MOST)
    made = [(f"{slug}-{one}", f"{name} {one}") for one in range(first, first + many)]
    tables.add_many(by(request), made, _proposed(request))
    return _("Made.")


def _up(request: HttpRequest) -> Done:
    tables.move(by(request), request.POST.get("table", ""), -1)
    return _("Moved.")


def _down(request: HttpRequest) -> Done:
    tables.move(by(request), request.POST.get("table", ""), 1)
    return _("Moved.")


def _rename(request: HttpRequest, slug: str) -> Done:
    tables.rename(by(request), slug, request.POST.get("name", "").strip(), shown(request, ["name"]))
    return _("Changed.")


def _set_opening(request: HttpRequest, slug: str) -> Done:
    tables.set_opening(by(request), slug, _proposed(request), shown(request, ["opening"]))
    return _("Changed.")


def _set_countdown(request: HttpRequest, slug: str) -> Done:
    said = request.POST.get("bet_seconds", "").strip()
    tables.set_countdown(by(request), slug, number(said) if said else None, shown(request, ["bet_seconds"]))
    return _("Changed.")


def _pit(request: HttpRequest) -> int:
    return number(request.POST.get("pit"))


def _pit_name(request: HttpRequest) -> str:
    return request.POST.get("pit_name", "").strip()


def _assign(request: HttpRequest) -> Done:
    chosen = request.POST.get("pit", "")
    pits.assign(by(request), _pit(request) if chosen else None, request.POST.getlist("tables"))
    return _("Changed.")


TABLE_ACTS = {"add": _add, "up": _up, "down": _down}
PIT_ACTS = {
    "add-pit": telling(lambda request: pits.add(by(request), _pit_name(request)), gettext_lazy("Made.")),
    "rename-pit": telling(
        lambda request: pits.rename(by(request), _pit(request), _pit_name(request)), gettext_lazy("Changed.")
    ),
    "pit-up": telling(lambda request: pits.move(by(request), _pit(request), -1), gettext_lazy("Moved.")),
    "pit-down": telling(lambda request: pits.move(by(request), _pit(request), 1), gettext_lazy("Moved.")),
    "remove-pit": telling(lambda request: pits.remove(by(request), _pit(request)), gettext_lazy("Ended.")),
    "assign": _assign,
}


def _proposed(request: HttpRequest) -> Json:
    places = currency.decimals()
    amounts = {name: asked_amount(request.POST.get(name, ""), places) for name in AMOUNTS}
    return {"reglamento": request.POST.get("reglamento", ""), **amounts}
