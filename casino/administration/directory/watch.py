"""Asking the directory again, every two minutes, whether the people who came in by it still belong to it.

With what it is asked (a refresh token) stands in the memory of the process that let the person in, and nowhere else.
Who does not belong to it, or of whom nobody has asked for ten minutes, is out. While the directory does not answer,
nobody is: the tables go on. A session ends twelve hours after its login in any case.
"""

import logging
import threading
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db import close_old_connections, connection

from casino.administration import people as staff
from casino.administration.directory import people, provider
from casino.common import clock
from casino.common.refusals import Refusal
from casino.people import access_log
from casino.people.models import DirectoryPerson, User

log = logging.getLogger(__name__)
EVERY = 120.0  # seconds
STOP = 5.0  # seconds


class _Held(NamedTuple):
    refresh: str
    until: float


_held: dict[int, _Held] = {}  # by the number of the DirectoryPerson


def hold(user: User, refresh: str) -> None:
    """Ask for him from now on, as long as a session lasts."""
    _held[user.directory.pk] = _Held(refresh, clock.now().timestamp() + settings.SESSION_COOKIE_AGE)


def forget_all() -> None:
    """Ask for nobody any more."""
    _held.clear()


class Watch:
    """A thread that asks, in each process that serves; `answers_since`: the directory, without a break; None while it
    does not."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="directory", daemon=True)
        self.answers_since: datetime | None = clock.now()

    def start(self) -> None:
        """Begin, in a house with a directory."""
        if provider.is_on():
            self._thread.start()

    def stop(self) -> None:
        """End; a question under way is given a few seconds."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(STOP)

    def _run(self) -> None:
        while not self._ended.wait(EVERY):
            close_old_connections()
            try:
                self.round()
            except Exception:  # the house goes on; the log says why
                log.exception("the directory could not be asked again")
            finally:
                connection.close()

    def round(self) -> None:
        """Ask once for everybody, and end who is not confirmed."""
        try:
            provider.look_again()
        except Refusal as refusal:
            if self.answers_since:
                log.warning("the directory does not answer: %s", refusal.fields.get("reason"))
                access_log.enter_alarm(access_log.DIRECTORY_DOWN, detail=settings.DIRECTORY_ISSUER)
            self.answers_since = None
            return
        self.answers_since = self.answers_since or clock.now()
        for person in _asked_for():
            _ask(person)
        long_ago = clock.now() - people.LASTS
        if self.answers_since <= long_ago:  # the other processes have had the time to ask for theirs
            for person in DirectoryPerson.objects.filter(asked__lt=long_ago):
                _end(person, "the directory was not asked again")


def _asked_for() -> Iterator[DirectoryPerson]:
    now = clock.now().timestamp()
    for number, held in list(_held.items()):
        person = DirectoryPerson.objects.select_related("user").filter(pk=number).first()
        if person and held.until > now and person.user.is_active:
            yield person
        else:
            _held.pop(number, None)


def _ask(person: DirectoryPerson) -> None:
    held = _held[person.pk]
    try:
        said = provider.asked_again(held.refresh, person.subject)
    except provider.Gone:
        _held.pop(person.pk, None)
        _end(person, "the directory lets him in no more")
    except Refusal as refusal:  # of this one alone: he is out when it lasts
        log.warning(
            "the directory did not say whether %s belongs to it: %s",
            person.user,
            refusal.fields.get("reason"),
        )
    else:
        if _held.get(person.pk) is held:  # he has not come in anew meanwhile
            _held[person.pk] = held._replace(refresh=said.refresh)
        people.follow(person, said)


def _end(person: DirectoryPerson, why: str) -> None:
    """His sessions end, and his PIN takes no tablet over, until he comes in by the directory again."""
    DirectoryPerson.objects.filter(pk=person.pk).update(asked=None)
    staff.end_sessions(person.user, why)
