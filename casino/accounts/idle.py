"""When a session is locked, and that its tablet is in use."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from casino.accounts.models import StaffSession

WRITTEN_EVERY = timedelta(seconds=15)  # how exactly it is known when a tablet was last touched


class Here(NamedTuple):
    """A session as a request found it: when its tablet was last touched, and when it was locked by hand."""

    key: str
    active: datetime
    locked: datetime | None

    @property
    def is_locked(self) -> bool:
        """Whether nothing is done through it until it is unlocked."""
        return is_locked(self.active, self.locked)

    def touch(self) -> None:
        """The tablet is touched now."""
        if timezone.now() - self.active > WRITTEN_EVERY:
            StaffSession.objects.filter(session_key=self.key, locked=None).update(active=timezone.now())


def is_locked(active: datetime, locked: datetime | None) -> bool:
    """Whether a session last touched then, and perhaps locked by hand, is locked."""
    idle = timedelta(minutes=settings.IDLE_MINUTES)
    return locked is not None or (bool(idle) and timezone.now() - active > idle)


def here(session: StaffSession) -> Here:
    """The session as it was read."""
    return Here(session.session_key, session.active, session.locked)
