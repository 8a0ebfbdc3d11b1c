"""The audit that nobody has to think of: once a day, with its outcome kept and an alarm where something is broken.

A timer runs it at night (`deploy/installation`). Where there is none, or it has failed, a server notices and runs it,
in a process of its own that gives way to the tables.
"""

import fcntl
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.conf import settings
from django.db import close_old_connections, connection
from django.utils import timezone

from casino.journal.models import Entry
from casino.people import access_log
from casino.people.access_log import AUDIT_BROKEN, AUDIT_HELD, AUDIT_OVERDUE
from casino.people.models import AccessEvent

log = logging.getLogger("tables.record.audit")
DUE_AFTER = timedelta(hours=26)  # the timer comes every 24 hours
OVERDUE_AFTER = timedelta(hours=50)
LOOK = 300.0  # seconds between two looks whether it is due
STOP = 5.0  # seconds
NICE = ("nice", "-n", "15")


def keep(broken: Sequence[str]) -> None:
    """Keep the outcome of an audit: the places that it found broken."""
    if broken:
        more = f" (+{len(broken) - 1})" if len(broken) > 1 else ""
        access_log.enter(AUDIT_BROKEN, detail=broken[0][:280] + more)
    else:
        access_log.enter(AUDIT_HELD)


def standing() -> str:
    """`ok`; `broken`: the last audit found something; `overdue`: there was none for two days."""
    newest = _newest()
    if newest is not None and newest.what == AUDIT_BROKEN:
        return "broken"
    since = newest.at if newest else _began()
    return "overdue" if since and timezone.now() - since > OVERDUE_AFTER else "ok"


def is_due() -> bool:
    """Whether there was no audit for more than a day, in a house that is older than that."""
    newest = _newest()
    since = newest.at if newest else _began()
    return since is not None and timezone.now() - since > DUE_AFTER


def _newest() -> AccessEvent | None:
    return AccessEvent.objects.filter(what__in=(AUDIT_HELD, AUDIT_BROKEN)).order_by("-pk").first()


def _began() -> datetime | None:
    first = Entry.objects.order_by("number").first()
    return first.at if first else None


class Daily:
    """A thread that has the audit run where no timer does."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="audits", daemon=True)
        self._audit: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End; an audit that is under way is stopped, and begun again by the next server."""
        self._ended.set()
        if self._audit is not None and self._audit.poll() is None:
            self._audit.terminate()
        if self._thread.is_alive():
            self._thread.join(STOP)

    def _run(self) -> None:
        while not self._ended.wait(LOOK):
            close_old_connections()
            try:
                self.look()
            except Exception:  # the tables go on; the log says why, and an alarm comes when it is overdue
                log.exception("no audit could be made")
            finally:
                connection.close()

    def look(self) -> None:
        """Run the audit if it is due; raise the alarm if it is overdue."""
        if standing() == "overdue" and not access_log.open_alarms().filter(what=AUDIT_OVERDUE).exists():
            access_log.enter(AUDIT_OVERDUE)
        if not is_due():
            return
        with _alone() as is_mine:
            if is_mine and is_due():
                self._audit = subprocess.Popen(_command(), cwd=settings.BASE_DIR, env=_environment())  # noqa: S603
                self._audit.wait()


def _command() -> list[str]:
    return [*NICE, sys.executable, "-m", "django", "audit", "--scheduled"]


def _environment() -> dict[str, str]:
    return {**os.environ, "DJANGO_SETTINGS_MODULE": "casino.site.settings"}


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether no other server of this machine has an audit run."""
    with (settings.VAR_DIR / "audit.lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
