"""The tables of the house: made, ordered, named, retired, and what each is opened with."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

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
    each,
    number,
    page,
    shown,
    telling,
)
from casino.common import currency
from casino.common.house import house
from casino.common.json_input import Json
from casino.common.pages.listing import Choices, Column, Text, said_in, views
from casino.common.pages.ordered import in_order
from casino.common.refusals import Refusal
from casino.common.text import folded, natural_order
from tables.models import Table
from tables.record.reglamentos.catalogue import on_offer
from tables.view.labels.game import reglamento_title

MOST = 200  # tables that are made at once, or changed
AMOUNTS = ("minimum", "maximum", "chip")
FIELDS = ("find", "pit", "state", "order", "page")
NO_PIT = "none"
OF_CHOSEN = {"assign", "opening", "retire", "back"}
FORMS = {"add": "new", **dict.fromkeys(("add-pit", "rename-pit", "pit-up", "pit-down", "remove-pit"), "pits")}
COLUMNS = (
    Column(gettext_lazy("Choose all"), css="tick", chooses=True),
    Column(gettext_lazy("Table"), name="name"),
    Column(gettext_lazy("Name in addresses"), name="slug"),
    Column(gettext_lazy("Pit"), name="pit"),
    Column(gettext_lazy("Reglamento"), name="reglamento"),
    Column(gettext_lazy("Limits"), css="number"),
    Column(gettext_lazy("State"), name="state"),
    Column(gettext_lazy("Place"), name="place"),
)
KEYS: dict[str, Callable[[Table], Any]] = {
    "place": lambda table: table.place,
    "name": lambda table: natural_order(folded(table.name)),
    "slug": lambda table: natural_order(table.slug),
    "pit": lambda table: (table.pit is None, table.pit.position if table.pit else 0, table.place),
    "reglamento": lambda table: (_opened_with(table)[0], table.place),
    "state": lambda table: (table.retired is not None, not table.open, table.place),
}
STATES: dict[str, Callable[[Table], bool]] = {
    "": lambda table: table.retired is None,
    "open": lambda table: table.retired is None and table.open,
    "closed": lambda table: table.retired is None and not table.open,
    "retired": lambda table: table.retired is not None,
}
STATE_VIEWS: Choices = (
    ("", gettext_lazy("On the floor")),
    ("open", gettext_lazy("Is open")),
    ("closed", gettext_lazy("Closed")),
    ("retired", gettext_lazy("Retired")),
)


@page("house-tables")
def every_table(request: HttpRequest) -> HttpResponseBase:
    """The floor in its order, its pits, new tables, and what becomes of those that were chosen."""
    back = request.path if {"new", "act"} & set(request.GET) else ""
    return answer(request, "tables.html", lambda: _listed(request), {**TABLE_ACTS, **PIT_ACTS}, back)


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


def _listed(request: HttpRequest) -> Json:
    said = said_in(request.GET, FIELDS)
    everything = sorted(Table.objects.select_related("pit").defer("state"), key=lambda table: table.place)
    ordered = pits.in_order()
    found = [table for table in everything if _is_found(table, said)]
    of_pit = [table for table in found if said.get("pit", _pit_of(table)) == _pit_of(table)]
    within = STATES.get(said.get("state", ""), STATES[""])
    listed = in_order([table for table in of_pit if within(table)], COLUMNS, KEYS, said)
    counts = Counter(_pit_of(table) for table in found if within(table))
    named: list[tuple[str, Text]] = [(str(pit.pk), pit.name) for pit in ordered]
    offered = [("", gettext_lazy("Any pit")), *named, (NO_PIT, gettext_lazy("None"))] if ordered else []
    of_state = {name: sum(map(fits, of_pit)) for name, fits in STATES.items()}
    slugs = {*request.GET.getlist("tables"), *request.POST.getlist("tables")}
    chosen = [table for table in everything if table.slug in slugs]
    return {
        "said": said,
        "search": said.get("find", ""),
        "pits_shown": views(said, "pit", offered, {**counts, "": counts.total()}),
        "states_shown": views(said, "state", STATE_VIEWS, of_state),
        **listed.shown,
        "rows": [(table, _opened_with(table)) for table in listed.rows],
        "is_empty": not everything,
        "form": _form(request, is_any_chosen=bool(chosen)),
        "chosen": chosen,
        "of_pits": [*named, ("", gettext_lazy("None"))],
        "pits": ordered,
        "most": MOST,
        "next": _next_number(table.slug for table in everything),
        "longest_pit": pits.LONGEST_NAME,
        **_offered(),
    }


def _next_number(slugs: Iterable[str]) -> int:
    """The number after the largest that a table's address ends with: what new tables begin with."""
    numbers = (slug.rpartition("-")[2] for slug in slugs)
    return max((int(one) for one in numbers if one.isascii() and one.isdecimal()), default=0) + 1


def _form(request: HttpRequest, is_any_chosen: bool) -> str:
    """The form that stands beside the list: the one that has been sent, or that is asked for."""
    asked = request.POST.get("act") or request.GET.get("act", "")
    form = FORMS.get(asked, "") or (asked if asked in OF_CHOSEN and is_any_chosen else "")
    return form or next((form for form in ("new", "pits") if form in request.GET), "")


def _is_found(table: Table, said: Mapping[str, str]) -> bool:
    return all(word in folded(f"{table.name} {table.slug}") for word in folded(said.get("find", "")).split())


def _pit_of(table: Table) -> str:
    return str(table.pit_id or NO_PIT)


def _opened_with(table: Table) -> tuple[str, str]:
    """The title of the reglamento that it is open with or that is proposed for it, and the limits of the proposal."""
    proposal = table.proposal
    title = reglamento_title(table.reglamento if table.open else proposal.get("reglamento"))
    if not proposal:
        return title, ""
    return title, "–".join(currency.written(proposal[name]) for name in ("minimum", "maximum"))


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


def _each(request: HttpRequest, act: Callable[[str], object], sentence: str) -> Done:
    wanted = request.POST.getlist("tables")[:MOST]
    if not wanted:
        raise Refusal("no_tables_chosen")
    called = dict(Table.objects.filter(slug__in=wanted).values_list("slug", "name"))
    return each([(called.get(slug, slug), partial(act, slug)) for slug in wanted], sentence)


def _open_with(request: HttpRequest) -> Done:
    proposed = _proposed(request)
    return _each(
        request,
        lambda slug: tables.set_opening(by(request), slug, proposed),
        _("What is proposed at the opening: %(names)s"),
    )


def _retire(request: HttpRequest) -> Done:
    return _each(request, lambda slug: tables.retire(by(request), slug), _("Retired: %(names)s"))


def _bring_back(request: HttpRequest) -> Done:
    return _each(
        request, lambda slug: tables.bring_back(by(request), slug), _("On the floor again: %(names)s")
    )


TABLE_ACTS = {
    "add": _add,
    "up": _up,
    "down": _down,
    "opening": _open_with,
    "retire": _retire,
    "back": _bring_back,
}
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
    amounts = {name: asked_amount(request.POST.get(name, ""), places, of=name) for name in AMOUNTS}
    return {"reglamento": request.POST.get("reglamento", ""), **amounts}
