"""The officers' page: who came in, who was turned away, and the alarms that somebody has to look into."""

from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from casino.accounts import access_log
from casino.accounts.access import READING, needs, role_of
from casino.accounts.labels import ACCESS_EVENTS
from casino.accounts.models import AccessEvent
from casino.accounts.permissions import Right, may, may_open

A_PAGE = 100


@never_cache
@needs(may_open, "sign-ins", (*READING, "POST"))
def sign_ins(request: HttpRequest) -> HttpResponse:
    """The log, newest first; a jefe says which alarms he has looked into."""
    if request.method == "POST":
        return _note(request)
    said = {
        name: request.GET[name].strip() for name in ("person", "what", "address") if request.GET.get(name)
    }
    found = AccessEvent.objects.order_by("-pk").filter(**{name: said[name] for name in said})
    if before := _number(request.GET.get("before", "")):
        found = found.filter(pk__lt=before)
    events = list(found.select_related("seen")[: A_PAGE + 1])
    onward = urlencode(said | {"before": events[A_PAGE - 1].pk}) if len(events) > A_PAGE else None
    shown = {
        "said": said,
        "events": [(event, ACCESS_EVENTS.get(event.what, event.what)) for event in events[:A_PAGE]],
        "alarms": [(event, ACCESS_EVENTS[event.what]) for event in access_log.open_alarms()[:A_PAGE]],
        "kinds": ACCESS_EVENTS.items(),
        "onward": onward,
        "may_note": may(role_of(request), Right.NOTE_ALARMS),
    }
    return render(request, "inspector/sign_ins.html", shown)


def _note(request: HttpRequest) -> HttpResponse:
    if not may(role_of(request), Right.NOTE_ALARMS):
        raise PermissionDenied
    chosen = access_log.open_alarms().filter(pk=_number(request.POST.get("alarm", "")))
    access_log.note_seen(chosen, request.user.get_username())
    return redirect("sign-ins")


def _number(text: str) -> int:
    """What an address or a form names by its number; 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else 0
