"""The officers' page: who came in, who was turned away, and the alarms that somebody has to look into."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from casino.common.pages.listing import Column, Filter, chips, newest_first, said_in
from casino.common.wording import lazy_text as _
from casino.people import access_log
from casino.people.access import READING, needs, role_of
from casino.people.labels import ACCESS_EVENTS
from casino.people.models import AccessEvent
from casino.people.permissions import Right, may, may_open

OPEN_ALARMS = 100  # shown at once
FIELDS = ("person", "what", "address")
COLUMNS = (
    Column(_("Time")),
    Column(_("What")),
    Column(_("Who")),
    Column(_("Address")),
    Column(_("Device")),
    Column(_("Detail"), is_hidden=True),
)


@never_cache
@needs(may_open, "sign-ins", (*READING, "POST"))
def sign_ins(request: HttpRequest) -> HttpResponse:
    """The log, newest first; a jefe says which alarms he has looked into."""
    if request.method == "POST":
        return _note(request)
    said = said_in(request.GET, FIELDS)
    found = AccessEvent.objects.filter(**said).select_related("seen")
    events, onward = newest_first(found, said, request.GET.get("before", ""))
    filters = _filters(said)
    shown = {
        "filters": filters,
        "chips": chips(filters, said),
        "columns": COLUMNS,
        "rows": [(event, ACCESS_EVENTS.get(event.what, event.what)) for event in events],
        "alarms": [(event, ACCESS_EVENTS[event.what]) for event in access_log.open_alarms()[:OPEN_ALARMS]],
        "onward": onward,
        "may_note": may(role_of(request), Right.NOTE_ALARMS),
    }
    return render(request, "inspector/sign_ins.html", shown)


def _filters(said: dict[str, str]) -> list[Filter]:
    kinds = (("", tuple(ACCESS_EVENTS.items())),)
    return [
        Filter("person", _("Who"), said.get("person", "")),
        Filter("what", _("What"), said.get("what", ""), "choice", groups=kinds),
        Filter("address", _("Address"), said.get("address", ""), most=45),
    ]


def _note(request: HttpRequest) -> HttpResponse:
    if not may(role_of(request), Right.NOTE_ALARMS):
        raise PermissionDenied
    chosen = access_log.open_alarms().filter(pk=_number(request.POST.get("alarm", "")))
    access_log.note_seen(chosen, request.user.get_username())
    return redirect("sign-ins")


def _number(text: str) -> int:
    """The number that an address or a form names; 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else 0
