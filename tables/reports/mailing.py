"""Reports that are mailed on a schedule, where the house names a mail server (`EMAIL_HOST`).

A mail is of a casino's day, week or month that is over. Each is kept in a row of its own, unique for its period, which
says until when it has been tried: two servers never send the same one at once, and what fails is tried again.
"""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import datetime, time, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import close_old_connections, connection
from django.db.models import F, Q
from django.utils import translation

from casino.common import clock
from casino.common.house import house
from casino.common.sql.consistent_read import one_moment
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from casino.house.models import ReportMail, ReportMailSent
from casino.people.models import User
from casino.people.permissions import may_read
from ledger.cage.models import Slip
from tables.models import Duty
from tables.reports import slip_reports
from tables.reports.choosing import Preset, choices, compared, moved, preset
from tables.reports.duty_report import duty_report
from tables.reports.period import Period
from tables.reports.period_reports import floor_report
from tables.reports.renderers.head import house_head
from tables.reports.renderers.response import TYPES, file_of
from tables.reports.report import Report, Text

log = logging.getLogger("tables.reports.mailing")
ATTACHED = ("pdf", "xlsx")
CLAIM = timedelta(minutes=10)  # how long one try may take
AGAIN, LATEST = (
    timedelta(minutes=5),
    timedelta(hours=6),
)  # after the first failure, and at most between two tries
LOOK = 60.0  # seconds between two looks whether a mail is due
STOP = 5.0  # seconds
EVERY: dict[str, Text] = {"day": _("every day"), "week": _("every week"), "month": _("every month")}
WHAT: dict[str, Text] = {
    "report-floor": _("Results of the floor"),
    "report-differences": _("Differences"),
    "report-slips": _("Slips"),
    "report-duty": _("On duty"),
}


def is_possible() -> bool:
    """Whether the house names a mail server."""
    return bool(settings.EMAIL_HOST)


def reader_of(mail: ReportMail) -> User | None:
    """The person to whom it goes, while he may read that report."""
    person = User.objects.filter(username=mail.person, is_active=True).first()
    return person if person and may_read(person.role, mail.report) else None


def due(now: datetime) -> Iterator[tuple[ReportMail, Period]]:
    """Every mail that is due at that moment and was not sent, with its period: the newest that is over."""
    for mail in ReportMail.objects.filter(ended=None).order_by("pk"):
        period = _period(mail, now)
        if period is None:
            continue
        tried = ReportMailSent.objects.filter(mail=mail, begins=period.since).first()
        if tried is None or (tried.sent is None and tried.not_before <= now):
            yield mail, period


def send_due() -> int:
    """Send what is due; returns how many mails were sent. A failure is kept, and told on the page of the status."""
    if not is_possible():
        return 0
    return sum(_send(mail, period) for mail, period in [*due(clock.now())])


def _period(mail: ReportMail, now: datetime) -> Period | None:
    """The newest period that was due since the schedule was made."""
    newest = _LAST[mail.every](now)
    for period in (newest, moved(newest, -1)):
        at = sent_at(mail, period)
        if at <= now:
            return period if at > mail.made else None
    return None


def sent_at(mail: ReportMail, period: Period) -> datetime:
    """When the mail of that period is sent: not before the period is over."""
    end = clock.local(period.until)
    offset = {"day": 0, "week": (mail.day - end.weekday()) % 7, "month": max(mail.day, 1) - 1}[mail.every]
    day = end.date() + timedelta(days=offset)
    at = datetime.combine(day, time(mail.hour), house().zone)
    return at if at >= period.until else at + clock.DAY


def _send(mail: ReportMail, period: Period) -> bool:
    one = _claimed(mail, period)
    if one is None:
        return False
    try:
        reader = reader_of(mail)
        if reader is None:
            raise PermissionError(gettext("%(person)s may not read it.") % {"person": mail.person})
        with translation.override(house().spoken(reader.language)):
            message = _message(mail, period)
        message.send()
    except Exception as error:  # whatever the mail server or the report has: the others are still sent
        log.exception("report %s could not be mailed", mail.pk)
        wait = min(AGAIN * 2 ** min(one.tries - 1, 10), LATEST)
        said = (str(error) or type(error).__name__)[:200]
        ReportMailSent.objects.filter(pk=one.pk).update(error=said, not_before=clock.now() + wait)
        return False
    ReportMailSent.objects.filter(pk=one.pk).update(sent=clock.now(), error="")
    return True


def _claimed(mail: ReportMail, period: Period) -> ReportMailSent | None:
    """The row of this mail, claimed for one try; None where it was sent, or another server tries it now."""
    now = clock.now()
    one, _made = ReportMailSent.objects.get_or_create(
        mail=mail, begins=period.since, defaults={"not_before": now}
    )
    free = ReportMailSent.objects.filter(Q(not_before__lte=now), pk=one.pk, sent=None)
    if not free.update(not_before=now + CLAIM, tries=F("tries") + 1):
        return None
    one.refresh_from_db()
    return one


def _message(mail: ReportMail, period: Period) -> EmailMessage:
    with one_moment():
        report = _MADE[mail.report](period)
        files = [file_of(report, kind, clock.now(), mail.person) for kind in ATTACHED]
    head = house_head()
    text = "\n".join([head.name, *head.lines, "", str(report.title), period.words])
    message = EmailMessage(
        subject=f"{head.name} · {report.title} · {period.brief}",
        body=text,
        to=[mail.address],
        # The same for each try, so that who gets one twice is shown one.
        headers={"Message-ID": f"<report-{mail.pk}-{period.since:%Y%m%d%H}@{_domain()}>"},
    )
    for content, ending in files:
        message.attach(f"{report.name}.{ending}", content, TYPES[ending])
    return message


def _domain() -> str:
    return settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ") or "localhost"


def _floor(period: Period) -> Report:
    return floor_report(period, compared(period, choices(period)[0], clock.now()))


def _duty(period: Period) -> Report:
    lasted = Q(end=None) | Q(end__at__gte=period.since)
    return duty_report(Duty.objects.filter(lasted, at__lt=period.until))


_LAST: dict[str, Callable[[datetime], Period]] = {
    "day": lambda now: preset(Preset.YESTERDAY, now),
    "week": lambda now: moved(preset(Preset.THIS_WEEK, now), -1),
    "month": lambda now: preset(Preset.LAST_MONTH, now),
}
_MADE: dict[str, Callable[[Period], Report]] = {
    "report-floor": _floor,
    "report-differences": lambda period: slip_reports.differences(
        Slip.objects.filter(slip_reports.posted_in(period))
    ),
    "report-slips": lambda period: slip_reports.slip_list(Slip.objects.filter(slip_reports.asked_in(period))),
    "report-duty": _duty,
}


class Mailing:
    """A thread that has due mails sent, in a process of its own that gives way to the tables."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mails", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End; a mail that is being sent is sent."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(STOP)

    def _run(self) -> None:
        while not self._ended.wait(LOOK):
            close_old_connections()
            try:
                self.look()
            except Exception:  # the tables go on; the log says why
                log.exception("no report could be mailed")
            finally:
                connection.close()

    def look(self) -> None:
        """Run the command if a mail is due."""
        if is_possible() and any(due(clock.now())):
            command = ["nice", "-n", "15", sys.executable, "-m", "django", "mail_reports"]
            environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "casino.site.settings"}
            subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=False)  # noqa: S603
