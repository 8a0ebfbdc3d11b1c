"""A tablet changes hands: who comes gives his PIN, and the session of who was there ends.

A PIN is weak, so it does this only where somebody has given his passphrase on the same tablet within the life of a
session, only for who needs nothing more to come in, and a few times: wrong ones are counted for the tablet, whose
session then ends, and for the person, wherever they are given.
"""

from datetime import UTC, datetime

from django.contrib.auth import login, logout
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from casino.common.refusals import Refusal
from casino.people import access_log
from casino.people.login import pending, pins, second_factor, tries
from casino.people.models import StaffSession, User
from casino.people.permissions import Right
from casino.people.sessions import staff_sessions
from casino.people.sessions.required import is_demanded, is_on

NEVER = datetime(1970, 1, 1, tzinfo=UTC)  # when who came in by a PIN has shown who he is, for a grave act


def who_can() -> QuerySet[User]:
    """The people whose PIN is enough to take a tablet over."""
    roles = [role for role in Right.TAKE_OVER_BY_PIN.roles if not is_demanded(role)]
    found = User.objects.filter(is_active=True, role__in=roles, pin__isnull=False, given_passphrase=None)
    found = found.filter(Q(directory=None) | Q(directory__subject="") | Q(directory__asked__isnull=False))
    if is_on():
        found = found.exclude(pk__in=second_factor.with_one())
    return found


def check(request: HttpRequest, comer: User, digits: str) -> None:
    """The PIN of who comes. Raises Refusal (`no_pins_here`, `pin_not_enough`, `too_many_pins`, `wrong_secret`,
    `too_busy`); after too many wrong ones nobody is logged in here any more."""
    session = staff_sessions.of(request.session.session_key)
    if session is None:
        raise Refusal("no_pins_here")
    if not who_can().filter(pk=comer.pk).exists():
        raise Refusal("pin_not_enough")
    if not staff_sessions.count_try(session):
        raise Refusal("wrong_secret")
    if not tries.count(pins.tried(comer)):
        access_log.enter_alarm_of(request, access_log.PIN_LOCKED_OUT, person=comer.username)
        raise Refusal("too_many_pins")
    if not pins.fits(comer, digits):
        if staff_sessions.fail(session, request, comer):
            logout(request)
        raise Refusal("wrong_secret")
    tries.forget(pins.tried(comer))


def take_over(request: HttpRequest, comer: User, table: str) -> None:
    """From now on the tablet at this table is the session of who comes, whose PIN was right. It ends when that of the
    one before would have ended."""
    key = str(request.session.session_key)
    until = Session.objects.filter(session_key=key).values_list("expire_date", flat=True).first()
    former = staff_sessions.of(key)
    if former is None or until is None:
        raise Refusal("no_pins_here")
    staff_sessions.end(former, f"relieved by {comer.username}")
    login(request, comer, backend=pending.BACKEND)
    request.session.set_expiry(until)
    mine = StaffSession.objects.filter(session_key=request.session.session_key)
    mine.update(confirmed=NEVER, by_pin=True, table=table)
    access_log.enter_of(
        request, access_log.TOOK_OVER, person=comer.username, detail=f"{table}, {former.user.username}"
    )
