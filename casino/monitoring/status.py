"""The page on which an administrator sees how the house is, and what to do where it is not well."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from casino.accounts.access import needs
from casino.accounts.permissions import may_open
from casino.administration.pages.common import show
from casino.monitoring import numbers
from casino.operations.doctor import examine
from casino.operations.doctor.finding import FAULT, OK, WARNING
from casino.operations.doctor.labels import called

WORST_FIRST = (FAULT, WARNING, OK)


@never_cache
@needs(may_open, "status")
def status(request: HttpRequest) -> HttpResponseBase:
    """What `novamas doctor` finds, the worst first, and the numbers of now."""
    found = sorted(examine(get_language() or "en"), key=lambda one: WORST_FIRST.index(one.level))
    levels = {one.level for one in found}
    worst = next(level for level in WORST_FIRST if level in levels)
    findings = [(one.level, called(one.about), one.says) for one in found]
    return show(request, "status.html", {"findings": findings, "worst": worst} | _numbers())


@never_cache
@needs(may_open, "status-numbers")
def status_numbers(request: HttpRequest) -> HttpResponse:
    """The part of the page that it asks for again every few seconds."""
    return render(request, "administration/numbers.html", _numbers())


def _numbers() -> dict[str, object]:
    return {"house": numbers.of_the_house(), "process": numbers.of_this_process(), "at": timezone.now()}
