"""The reports that are mailed on a schedule: to whom, which, how often, and how the last went."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.administration import mails
from casino.administration.pages.common import Done, answer, by, each, number, page
from casino.common.clock import moments
from casino.common.json_input import Json
from casino.common.pages.listing import Column, said_in
from casino.common.pages.ordered import in_order
from casino.house.models import ReportMail
from casino.people.labels import ROLES
from casino.people.models import User
from casino.people.permissions import may_read
from tables.reports import mailing

COLUMNS = (
    Column(_("Choose all"), css="tick", chooses=True),
    Column(_("Report"), name="report"),
    Column(_("Person"), name="person"),
    Column(_("Mail address"), name="address"),
    Column(_("How often"), name="every"),
    Column(_("Last mail"), name="last"),
)
OFTEN = {"day": 0, "week": 1, "month": 2}
KEYS: dict[str, Callable[[Json], Any]] = {
    "report": lambda line: (str(line["report"]), line["mail"].address),
    "person": lambda line: (line["mail"].person, line["mail"].address),
    "address": lambda line: line["mail"].address,
    "every": lambda line: (OFTEN[line["mail"].every], line["mail"].day, line["mail"].hour),
    "last": lambda line: line["newest"].begins if line["newest"] else line["mail"].made,
}


@page("house-mails")
def every_mail(request: HttpRequest) -> HttpResponseBase:
    """The schedules, and a new one."""
    back = request.path if {"new", "act"} & set(request.GET) else ""
    return answer(request, "mails.html", lambda: _listed(request), {"add": _add, "end": _end}, back)


def _listed(request: HttpRequest) -> Json:
    said = said_in(request.GET, ("order", "page"))
    listed = in_order([_line(mail) for mail in ReportMail.objects.filter(ended=None)], COLUMNS, KEYS, said)
    chosen = set(request.GET.getlist("mail"))
    staff = User.objects.filter(is_active=True).exclude(role="").order_by("username")
    readers = [one for one in staff if any(may_read(one.role, report) for report in mailing.WHAT)]
    return {
        **listed.shown,
        "is_new": "new" in request.GET or request.POST.get("act") == "add",
        "chosen": [line for line in listed.rows if str(line["mail"].pk) in chosen],
        "readers": [
            (one.username, f"{one.get_full_name() or one.username} · {ROLES[one.role]}") for one in readers
        ],
        "reports": [*mailing.WHAT.items()],
        "every": [*mailing.EVERY.items()],
        "weekdays": [*WEEKDAYS.items()],
        "days": [(day, day) for day in range(1, mails.LAST_DAY + 1)],
        "hours": [(hour, f"{hour:02d}:00") for hour in range(24)],
        "is_possible": mailing.is_possible(),
    }


def _line(mail: ReportMail) -> Json:
    newest = mail.mails.order_by("-begins").first()
    when = {
        "day": "",
        "week": moments.within_a_line(str(WEEKDAYS[mail.day % 7])),
        "month": gettext("on day %(day)s") % {"day": mail.day},
    }
    return {
        "mail": mail,
        "report": mailing.WHAT.get(mail.report, mail.report),
        "every": mailing.EVERY[mail.every],
        "when": when[mail.every],
        "newest": newest,
    }


def _add(request: HttpRequest) -> Done:
    said = {name: request.POST.get(name, "").strip() for name in ("report", "person", "address", "every")}
    day = {"week": "weekday", "month": "monthday"}.get(said["every"])
    wanted = ReportMail(
        **said, day=number(request.POST.get(day)) if day else 0, hour=number(request.POST.get("hour"))
    )
    mails.add(by(request), wanted)
    return gettext("It is mailed to %(address)s.") % {"address": wanted.address}


def _end(request: HttpRequest) -> Done:
    wanted = [number(one) for one in request.POST.getlist("mail")] or [-1]
    called = dict(ReportMail.objects.filter(pk__in=wanted).values_list("pk", "address"))
    ended = [(called.get(one, str(one)), partial(mails.end, by(request), one)) for one in wanted]
    return each(ended, gettext("Mailed no more: %(names)s"))
