"""The sessions of the staff: how many each person has, when one is locked, and what unlocks it."""

import re
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth import get_user, update_session_auth_hash
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from casino.common import clock
from casino.common.house import house
from casino.people import access_log
from casino.people.models import AccessEvent, StaffSession, User
from casino.people.permissions import PUBLIC, WATCHED, Right, may
from casino.people.sessions.required import is_demanded

REMEMBERED = 200  # the last logins of a person, whose places are not new
MOST_PINS = 5  # wrong ones, after which the session ends
READ = ("active", "locked", "confirmed", "two_factors")  # of a session, in the order of the model
WRITTEN_EVERY = timedelta(seconds=15)  # how exactly it is known when a tablet was last touched


class SessionState(NamedTuple):
    """A session as a request found it: when its tablet was last touched, and when it was locked by hand; when its
    person last showed who he is, and whether with two factors."""

    key: str
    active: datetime
    locked: datetime | None
    confirmed: datetime
    two_factors: bool

    @property
    def is_locked(self) -> bool:
        """Whether nothing is done through it until it is unlocked."""
        return is_locked(self.active, self.locked)

    def shows(self, screen: str) -> bool:
        """Whether this screen can be looked at through it, locked or not."""
        return shows(screen, self.active, self.locked)

    def touch(self) -> None:
        """The tablet is touched now."""
        if clock.now() - self.active > WRITTEN_EVERY:
            StaffSession.objects.filter(session_key=self.key, locked=None).update(active=clock.now())


def is_locked(active: datetime, locked: datetime | None) -> bool:
    """Whether a session last touched then, and perhaps locked by hand, is locked."""
    idle = timedelta(minutes=house().idle_minutes)
    return locked is not None or (bool(idle) and clock.now() - active > idle)


def shows(screen: str, active: datetime, locked: datetime | None) -> bool:
    """Whether a session last touched then, and perhaps locked by hand, lets this screen be looked at."""
    if screen in PUBLIC or not is_locked(active, locked):
        return True
    return screen in WATCHED and locked is None


def state_of(session: StaffSession) -> SessionState:
    """The session as it was read."""
    return SessionState(session.session_key, *(getattr(session, name) for name in READ))


def lets_in(role: str, found: SessionState | None) -> bool:
    """Whether somebody of this role comes in through this session: with a second factor, where that is demanded."""
    return not is_demanded(role) or (found is not None and found.two_factors)


def begin(request: HttpRequest, user: User) -> None:
    """A person has logged in: enter it, and end his oldest session where he has too many."""
    if request.session.session_key is None:
        request.session.create()
    key = str(request.session.session_key)
    address, device = access_log.place_of(request)
    _look_at_place(user, address, device)
    session = StaffSession.objects.filter(session_key=key).first() or StaffSession(session_key=key)
    session.user, session.address, session.device = user, address, device[:200]
    session.confirmed, session.two_factors = timezone.now(), False
    session.by_pin, session.table = False, ""
    session.save()
    access_log.enter_of(request, access_log.SIGNED_IN, person=user.get_username())
    if house().sessions_per_person:
        for old in open_sessions(user)[house().sessions_per_person :]:
            end(old, "a newer login")


def open_sessions(user: User) -> list[StaffSession]:
    """The person's sessions, the last touched first. Those that are over are forgotten."""
    mine = list(StaffSession.objects.filter(user=user).order_by("-active", "-pk"))
    keys = [one.session_key for one in mine]
    unexpired = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    there = set(unexpired.values_list("session_key", flat=True))
    for one in mine:
        if one.session_key not in there:
            one.delete()
    return [one for one in mine if one.session_key in there]


def end(session: StaffSession, why: str, what: str = access_log.SESSION_ENDED) -> None:
    """End a session, wherever it is: its sockets close, and its next command is refused."""
    Session.objects.filter(session_key=session.session_key).delete()
    session.delete()
    access_log.enter(
        what,
        person=session.user.get_username(),
        address=session.address,
        device=session.device,
        detail=why,
    )


def of(key: str | None) -> StaffSession | None:
    """The row of the session with this key."""
    return StaffSession.objects.filter(session_key=key).select_related("user").first() if key else None


def note_confirmed(request: HttpRequest, *, two_factors: bool = False) -> None:
    """The person of this session has just shown who he is; `two_factors`: with a code beside his passphrase."""
    more = {"two_factors": True} if two_factors else {}
    mine = StaffSession.objects.filter(session_key=request.session.session_key)
    mine.update(confirmed=timezone.now(), **more)


def keep_alone(request: HttpRequest, user: User, why: str) -> None:
    """The person's passphrase has changed: this session goes on under a new key, and his others end."""
    key = request.session.session_key
    for one in open_sessions(user):
        if one.session_key != key:
            end(one, why)
    update_session_auth_hash(request, user)
    StaffSession.objects.filter(session_key=key).update(session_key=request.session.session_key)


def lock(session: StaffSession, request: HttpRequest) -> None:
    """Lock it by hand."""
    if not state_of(session).is_locked:
        StaffSession.objects.filter(pk=session.pk).update(locked=timezone.now())
        access_log.enter_of(request, access_log.LOCKED, person=session.user.get_username())


def lock_at(table: str, person: str, why: str) -> None:
    """Lock the person's tablets at a table, and those of which nobody has said where they are: one may be that one."""
    for one in StaffSession.objects.filter(user__username=person, table__in=(table, ""), locked=None):
        StaffSession.objects.filter(pk=one.pk).update(locked=timezone.now())
        access_log.enter(access_log.LOCKED, person=person, address=one.address, device=one.device, detail=why)


def unlock(session: StaffSession, request: HttpRequest) -> None:
    """The right PIN or passphrase was given."""
    StaffSession.objects.filter(pk=session.pk).update(active=timezone.now(), locked=None, wrong_pins=0)
    access_log.enter_of(request, access_log.UNLOCKED, person=session.user.get_username())


def count_try(session: StaffSession) -> bool:
    """Whether one more PIN may be tried. It is counted before it is looked at, so that many at once are no more."""
    tries = StaffSession.objects.filter(pk=session.pk, wrong_pins__lt=MOST_PINS)
    return bool(tries.update(wrong_pins=F("wrong_pins") + 1))


def fail(session: StaffSession, request: HttpRequest, comer: User | None = None) -> bool:
    """A wrong PIN was given: of its person, or of `comer`, who wanted to take the tablet over. Whether the session has
    ended with it."""
    person = (comer or session.user).get_username()
    access_log.enter_of(request, access_log.PIN_FAILED, person=person)
    wrong = StaffSession.objects.filter(pk=session.pk).values_list("wrong_pins", flat=True).first()
    if wrong is None:  # another request, which came at the same time, has ended it
        return True
    if wrong < MOST_PINS:
        return False
    end(session, f"{MOST_PINS} wrong PINs", access_log.PIN_LOCKED_OUT)
    return True


def _look_at_place(user: User, address: str, device: str) -> None:
    """Raise an alarm where somebody who may do much comes in from a place that is new for him."""
    if not may(user.role, Right.KNOWN_BY_PLACE):
        return
    before = AccessEvent.objects.filter(person=user.get_username(), what=access_log.SIGNED_IN)
    places = {(one.address, one.device) for one in before.order_by("-pk")[:REMEMBERED]}
    if not places:
        return  # the first of all
    new = [address] * (address not in {known for known, _ in places})
    new += [device] * (_kind(device) not in {_kind(known) for _, known in places})
    if new:
        access_log.enter_alarm(
            access_log.NEW_PLACE,
            person=user.get_username(),
            address=address,
            device=device,
            detail=" · ".join(new),
        )


def _kind(device: str) -> str:
    """The device without its versions: an updated browser is the same one."""
    return re.sub(r"[\d._]+", "", device[:200])


def logged_in(session_key: str | None) -> User | None:
    """The active person behind a session; None if there is none, it has expired, the passphrase has changed since, or
    his role demands a second factor that was not given. The same person as Django's `get_user`, and `session`: the one
    that he speaks through, which may be locked."""
    if not (session_key and session_key.isalnum()):
        return None
    request = HttpRequest()
    request.session = SessionStore(session_key)
    user = get_user(request)
    if not isinstance(user, User):
        return None
    session = StaffSession.objects.filter(session_key=session_key).first()
    user.session = state_of(session) if session else None
    return user if lets_in(user.role, user.session) else None
