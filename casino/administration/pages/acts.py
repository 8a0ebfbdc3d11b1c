"""Acts of administrators, done and refused, the newest first unless another order is asked for."""

from collections.abc import Mapping
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from casino.administration.labels import ACTS, CHANGED
from casino.administration.personal_data import PLAYER, STAFF
from casino.common import clock, currency
from casino.common.answers import LOCAL
from casino.common.clock import moments
from casino.common.pages.listing import Column, Filter, chips, said_in
from casino.common.pages.ordered import in_database
from casino.common.refusals import Refusal
from casino.common.text import pattern
from casino.house.acts import SETTING_CHANGED, refusal_of
from casino.house.models import Act
from casino.people.access import needs
from casino.people.labels import ROLES
from casino.people.permissions import may_open
from tables.reports.mailing import EVERY, WHAT

LISTED = 8  # of a list
MOMENTS = {"expires", "ended", "retired"}
AMOUNTS = {"COUNTER_LIMIT", "DENOMINATIONS", "minimum", "maximum", "chip"}
WORDS: dict[str, Mapping[str, object]] = {
    "role": ROLES,
    "kind": {**ROLES, PLAYER: _("Player"), STAFF: _("Staff")},
    "report": WHAT,
    "every": EVERY,
}
SEARCHED = {"what": "what", "about": "about__iregex", "actor": "actor__iregex", "address": "address"}
TIMES = {"since": "at__gte", "until": "at__lt"}
COLUMNS = (
    Column(_("Time"), name="at"),
    Column(_("What"), name="what"),
    Column(_("About"), name="about"),
    Column(_("Who"), name="actor"),
    Column(_("Address"), name="address"),
    Column(_("Before → after")),
)
SORTED_BY = {name: name for name in ("at", "what", "about", "actor", "address")}
NEWEST_FIRST = {"order": "-at"}


@never_cache
@needs(may_open, "acts")
def acts(request: HttpRequest) -> HttpResponse:
    """The acts that fit the filters in the address."""
    said = said_in(request.GET, (*SEARCHED, *TIMES, "only", "order", "page"))
    wrong = {name: Refusal("no_such_time", said=said[name]).text(LOCAL) for name in _unread(said)}
    found = Act.objects.filter(
        **{field: _wanted(name, said[name]) for name, field in SEARCHED.items() if name in said}
    )
    moments = {
        field: clock.read(said[name]) for name, field in TIMES.items() if name in said and name not in wrong
    }
    found = found.filter(**moments)
    if said.get("only") == "refused":
        found = found.exclude(refused="")
    listed = in_database(found, COLUMNS, SORTED_BY, NEWEST_FIRST | said)
    filters = _filters(said, wrong)
    rows = [(act, ACTS[act.what], _about(act), _why(act), _changes(act)) for act in listed.rows]
    shown = {
        "filters": filters,
        "chips": chips(filters, said, {("since", "until"): _("Period")}),
        **listed.shown,
        "rows": rows,
    }
    return render(request, "administration/acts.html", shown)


def _wanted(name: str, said: str) -> str:
    return pattern(said) if SEARCHED[name].endswith("__iregex") else said


def _unread(said: Mapping[str, str]) -> list[str]:
    """The times that nobody can read."""
    return [name for name in TIMES if name in said and clock.read(said[name]) is None]


def _filters(said: Mapping[str, str], wrong: Mapping[str, str]) -> list[Filter]:
    fields = (
        Filter("what", _("What"), kind="choice", groups=(("", tuple(ACTS.items())),)),
        Filter("about", _("About")),
        Filter("actor", _("Who")),
        Filter("address", _("Address"), most=45),
        Filter("since", _("From"), kind="moment"),
        Filter("until", _("Until"), kind="moment"),
        Filter("only", _("Only what was refused"), kind="tick", choice="refused"),
    )
    return [replace(one, said=said.get(one.name, ""), wrong=wrong.get(one.name, "")) for one in fields]


def _about(act: Act) -> str:
    """The object of the act; settings by their labels."""
    if act.what != SETTING_CHANGED:
        return act.about
    return ", ".join(str(CHANGED.get(name, name)) for name in act.about.split(", "))


def _why(act: Act) -> str:
    """Why it was refused, in the reader's language; empty where it was done."""
    refusal = refusal_of(act)
    return refusal.text(LOCAL) if refusal else ""


def _changes(act: Act) -> list[tuple[str, str, str]]:
    """(what, before, after) of everything that the act changed, as a reader says it."""
    if act.refused:
        return []
    names = [*act.before, *(name for name in act.after if name not in act.before)]
    changes = [(name, act.before.get(name), act.after.get(name)) for name in names]
    places = [{"DECIMALS": currency.decimals(), **side}["DECIMALS"] for side in (act.before, act.after)]
    return [
        (str(CHANGED.get(name, name)), _said(name, before, places[0]), _said(name, after, places[1]))
        for name, before, after in changes
        if (before or None) != (after or None)
    ]


def _said(name: str, value: object, places: int) -> str:
    """A value as a reader says it; of a long list its beginning and how long it is. `places`: the decimals of an
    amount."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        more = f" … ({len(value)})" if len(value) > LISTED else ""
        return " · ".join(_said(name, one, places) for one in value[:LISTED]) + more
    if isinstance(value, dict):
        said = (f"{CHANGED.get(key, key)}: {_said(key, one, places)}" for key, one in value.items())
        return " · ".join(said) or "–"
    if name in AMOUNTS and isinstance(value, int):
        return currency.typeable(value, places)
    if name in MOMENTS and (moment := clock.read(str(value))):
        return moments.minute(moment)
    return str(WORDS.get(name, {}).get(str(value), value))
