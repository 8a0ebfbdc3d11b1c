"""What administrators did, and what was refused to them, newest first."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from casino.accounts.access import needs
from casino.accounts.permissions import may_open
from casino.administration.labels import ACTS
from casino.administration.pages.common import number
from casino.common.answers import LOCAL
from casino.house.acts import refusal_of
from casino.house.models import Act

A_PAGE = 100
FILTERS = ("what", "about", "actor", "address")


@never_cache
@needs(may_open, "acts")
def acts(request: HttpRequest) -> HttpResponse:
    """The acts that fit the filters in the address."""
    wanted = (*FILTERS, "only")
    said = {name: request.GET[name].replace("\x00", "").strip() for name in wanted if request.GET.get(name)}
    found = Act.objects.order_by("-pk").filter(**{name: said[name] for name in FILTERS if name in said})
    if said.get("only") == "refused":
        found = found.exclude(refused="")
    if (before := number(request.GET.get("before"))) > 0:
        found = found.filter(pk__lt=before)
    listed = list(found[: A_PAGE + 1])
    shown = {
        "acts": [(act, ACTS[act.what], _why(act), _changes(act)) for act in listed[:A_PAGE]],
        "kinds": ACTS.items(),
        "said": said,
        "onward": urlencode(said | {"before": listed[A_PAGE - 1].pk}) if len(listed) > A_PAGE else None,
    }
    return render(request, "administration/acts.html", shown)


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
