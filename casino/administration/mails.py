"""Reports that are mailed: added, and ended."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import timezone

from casino.common.refusals import Refusal
from casino.house import acts
from casino.house.acts import By, act
from casino.house.models import ReportMail
from tables.reports import mailing

LAST_DAY = 28  # of every month
CONTENT = ("report", "person", "address", "every", "day", "hour")


def add(by: By, wanted: ReportMail) -> ReportMail:
    """Let a report be mailed. Raises Refusal (`bad_address`, `may_not_read`, `no_such_schedule`)."""
    with act(by, acts.MAIL_ADDED, wanted.address) as entered:
        try:
            validate_email(wanted.address)
        except ValidationError as error:
            raise Refusal("bad_address", said=wanted.address[:100], of="address") from error
        if not _is_schedule(wanted):
            raise Refusal("no_such_schedule", of="every")
        if mailing.reader_of(wanted) is None:
            raise Refusal("may_not_read", person=wanted.person, of="person")
        wanted.save()
        entered.after = {name: getattr(wanted, name) for name in CONTENT}
    return wanted


def end(by: By, number: int) -> None:
    """Let it be mailed no more. Raises Refusal (`no_such_mail`)."""
    with act(by, acts.MAIL_ENDED) as entered:
        mail = ReportMail.objects.filter(pk=number, ended=None).first()
        if mail is None:
            raise Refusal("no_such_mail")
        entered.about = mail.address
        entered.before = {name: getattr(mail, name) for name in CONTENT}
        mail.ended = timezone.now()
        mail.save()


def _is_schedule(mail: ReportMail) -> bool:
    days = {"day": range(1), "week": range(7), "month": range(1, LAST_DAY + 1)}
    known = mail.report in mailing.WHAT and mail.every in days
    return known and mail.day in days[mail.every] and 0 <= mail.hour < 24
