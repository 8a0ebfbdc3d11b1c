"""The reports that are mailed on a schedule: to whom, which, how often, and how the last went."""

from django.http import HttpRequest, HttpResponseBase
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _

from casino.administration import mails
from casino.administration.pages.common import Done, answer, by, number, page
from casino.common.json_input import Json
from casino.house.models import ReportMail
from casino.people.labels import ROLES
from casino.people.models import User
from casino.people.permissions import may_read
from tables.reports import mailing


@page("house-mails")
def every_mail(request: HttpRequest) -> HttpResponseBase:
    """The schedules, and a new one."""
    return answer(request, "mails.html", _listed, {"add": _add, "end": _end})


def _listed() -> Json:
    staff = User.objects.filter(is_active=True).exclude(role="").order_by("username")
    readers = [one for one in staff if any(may_read(one.role, report) for report in mailing.WHAT)]
    return {
        "mails": [_line(mail) for mail in ReportMail.objects.filter(ended=None).order_by("pk")],
        "readers": [
            (one.username, f"{one.get_full_name() or one.username} · {ROLES[one.role]}") for one in readers
        ],
        "reports": [*mailing.WHAT.items()],
        "every": [*mailing.EVERY.items()],
        "weekdays": [*WEEKDAYS.items()],
        "days": range(1, mails.LAST_DAY + 1),
        "hours": range(24),
        "is_possible": mailing.is_possible(),
    }


def _line(mail: ReportMail) -> Json:
    newest = mail.mails.order_by("-begins").first()
    when = {
        "day": "",
        "week": str(WEEKDAYS[mail.day % 7]).lower(),
        "month": _("on day %(day)s") % {"day": mail.day},
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
    return _("It is mailed to %(address)s.") % {"address": wanted.address}


def _end(request: HttpRequest) -> Done:
    mails.end(by(request), number(request.POST.get("mail")))
    return _("It is mailed no more.")
