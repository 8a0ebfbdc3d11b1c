"""What administrators did, and what was refused to them, newest first."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from casino.accounts.access import needs
from casino.accounts.permissions import may_open
from casino.administration.labels import ACTS
from casino.common.answers import LOCAL
from casino.common.listing import Column, Filter, newest_first, said_in
from casino.house.acts import refusal_of
from casino.house.models import Act

FIELDS = ("what", "about", "actor", "address")
COLUMNS = (
    Column(_("Time")),
    Column(_("What")),
    Column(_("About")),
    Column(_("Who")),
    Column(_("Address")),
    Column(_("Before → after")),
)


@never_cache
@needs(may_open, "acts")
def acts(request: HttpRequest) -> HttpResponse:
    """The acts that fit the filters in the address."""
    said = said_in(request.GET, (*FIELDS, "only"))
    found = Act.objects.filter(**{name: said[name] for name in FIELDS if name in said})
    if said.get("only") == "refused":
        found = found.exclude(refused="")
    listed, onward = newest_first(found, said, request.GET.get("before", ""))
    shown = {
        "filters": _filters(said),
        "columns": COLUMNS,
        "rows": [(act, ACTS[act.what], _why(act), _changes(act)) for act in listed],
        "onward": onward,
    }
    return render(request, "administration/acts.html", shown)


def _filters(said: dict[str, str]) -> list[Filter]:
    return [
        Filter("what", _("What"), said.get("what", ""), "choice", groups=(("", tuple(ACTS.items())),)),
        Filter("about", _("About"), said.get("about", "")),
        Filter("actor", _("Who"), said.get("actor", "")),
        Filter("address", _("Address"), said.get("address", ""), most=45),
        Filter("only", _("Only what was refused"), said.get("only", ""), "tick", choice="refused"),
    ]


def _why(act: Act) -> str:
    """Why it was refused, in the reader's language; empty where it was done."""
    refusal = refusal_of(act)
    return refusal.text(LOCAL) if refusal else ""


def _changes(act: Act) -> list[tuple[str, object, object]]:
    """(what, before, after) of everything that the act changed."""
    if act.refused:
        return []
    names = [*act.before, *(name for name in act.after if name not in act.before)]
    changes = [(name, act.before.get(name), act.after.get(name)) for name in names]
    return [(name, before, after) for name, before, after in changes if (before or None) != (after or None)]
