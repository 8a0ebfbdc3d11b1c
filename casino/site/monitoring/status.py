"""The page on which an administrator sees how the house is, what to do where it is not well, and the numbers of
`/metrics` for people: those of the whole house, and those of the process that answers."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from prometheus_client import REGISTRY
from prometheus_client.core import Metric
from prometheus_client.samples import Sample

from casino.administration.pages.common import show
from casino.operations.doctor import examine
from casino.operations.doctor.finding import FAULT, OK, WARNING, called
from casino.people.access import needs
from casino.people.permissions import may_open
from casino.site.monitoring.house import HouseCollector

Take = Callable[[Iterable[float]], float]


class Number(NamedTuple):
    """A line of the page: the metric, the values of its labels that are left out or alone counted, how many samples
    become one number, and its name."""

    metric: str
    name: Promise
    only: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    take: Take = sum


HOUSE = (
    Number("novamas_tables", _("Open tables"), without=frozenset({"closed"})),
    Number("novamas_signatures_waiting", _("Requests and slips that wait for a signature")),
    Number("novamas_ledger_imbalance", _("Sum of all accounts: 0, or money came from nowhere")),
    Number("novamas_sign_in_failures", _("Wrong passphrases in the last quarter of an hour")),
    Number("novamas_alarms_open", _("Alarms that nobody has looked into")),
)
PROCESS = (
    Number("novamas_sockets", _("Open sockets")),
    Number("novamas_commands_total", _("Commands taken"), only=frozenset({"accepted", "waits"})),
    Number("novamas_commands_total", _("Commands refused"), only=frozenset({"refused"})),
    Number(
        "novamas_http_responses_total",
        _("Answers that say that the house failed (5xx)"),
        only=frozenset({"5xx"}),
    ),
    Number("novamas_database_errors_total", _("Times that the database did not answer")),
    Number("novamas_oldest_screen_seconds", _("Seconds by which the slowest screen is behind"), take=max),
    Number("novamas_renderings_waiting", _("Tables that wait to be drawn")),
)

Line = tuple[Promise, str]


def of_the_house() -> list[Line]:
    """(name, number) of what all processes share. Where the database does not answer there are none."""
    metrics = list(HouseCollector().collect())
    there = {metric.name for metric in metrics}
    return _lines([number for number in HOUSE if number.metric in there], metrics)


def of_this_process() -> list[Line]:
    """(name, number) of what the process that answers has counted since its start."""
    return _lines(PROCESS, REGISTRY.collect())


def _lines(wanted: Iterable[Number], metrics: Iterable[Metric]) -> list[Line]:
    samples = [sample for metric in metrics for sample in metric.samples]
    return [(number.name, f"{number.take(_values(number, samples) or [0]):g}") for number in wanted]


def _values(number: Number, samples: Iterable[Sample]) -> list[float]:
    of_it = (sample for sample in samples if sample.name == number.metric)
    return [sample.value for sample in of_it if _counts(number, set(sample.labels.values()))]


def _counts(number: Number, labels: set[str]) -> bool:
    return not number.without & labels and (not number.only or bool(number.only & labels))


WORST_FIRST = (FAULT, WARNING, OK)


@never_cache
@needs(may_open, "status")
def status(request: HttpRequest) -> HttpResponseBase:
    """Show what `novamas doctor` finds, the worst first, and the numbers of now."""
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
    return {"house": of_the_house(), "process": of_this_process(), "at": timezone.now()}
