"""When a session is locked, and that its tablet is in use."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings

from casino.accounts.assurance import is_demanded
from casino.accounts.models import StaffSession
from casino.accounts.permissions import PUBLIC, WATCHED
from casino.common import clock

READ = ("active", "locked", "confirmed", "two_factors")  # of a session, in the order of the model
WRITTEN_EVERY = timedelta(seconds=15)  # how exactly it is known when a tablet was last touched


class Here(NamedTuple):
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
    idle = timedelta(minutes=settings.IDLE_MINUTES)
    return locked is not None or (bool(idle) and clock.now() - active > idle)


def shows(screen: str, active: datetime, locked: datetime | None) -> bool:
    """Whether a session last touched then, and perhaps locked by hand, lets this screen be looked at."""
    if screen in PUBLIC or not is_locked(active, locked):
        return True
    return screen in WATCHED and locked is None


def here(session: StaffSession) -> Here:
    """The session as it was read."""
    return Here(session.session_key, *(getattr(session, name) for name in READ))


def lets_in(role: str, found: Here | None) -> bool:
    """Whether somebody of this role comes in through this session: with a second factor, where that is demanded."""
    return not is_demanded(role) or (found is not None and found.two_factors)
