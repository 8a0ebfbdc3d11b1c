"""Checking passphrases without standing in the way of the tables.

A check is made slow on purpose, by the hash. Here at most one runs at a time in a process, in a thread of low
priority; a few wait, and the rest are refused at once. Nobody holds a connection to the database while he waits.
"""

import os
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import make_password, verify_password
from django.db import connection
from django.http import HttpRequest

from casino.accounts.models import User
from casino.common.errors import Refusal

WAITING = 12  # checks under way or waiting in this process, at most
NICENESS = 10  # of the thread that hashes

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Checks:
    """Runs hashes one after the other, and refuses what would wait too long."""

    def __init__(self, waiting: int = WAITING) -> None:
        self._places = threading.BoundedSemaphore(waiting)
        self._thread = ThreadPoolExecutor(1, "passphrases", initializer=_lower_priority)

    def run(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """The result of `work`, in its turn. Raises Refusal (`too_busy`) if too many wait already."""
        if not self._places.acquire(blocking=False):
            raise Refusal("too_busy")
        try:
            return self._thread.submit(work, *args, **kwargs).result()
        finally:
            self._places.release()


def _lower_priority() -> None:
    # On Linux the niceness belongs to the thread, and the threads that the hash starts inherit it.
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


CHECKS = Checks()


def normal(passphrase: str) -> str:
    """The passphrase as it is kept and checked (NFKC), for keyboards write one letter in several ways."""
    return unicodedata.normalize("NFKC", passphrase)


def hashed(passphrase: str) -> str:
    """What is kept of the passphrase. Raises Refusal (`too_busy`)."""
    return CHECKS.run(make_password, normal(passphrase))


def fits(passphrase: str, kept: str) -> tuple[bool, bool]:
    """Whether `kept` is of this passphrase, and whether it was made with other figures than today's. A hash from before
    passphrases were made normal is of what some keyboard wrote. Raises Refusal (`too_busy`)."""
    forms = dict.fromkeys((normal(passphrase), passphrase, unicodedata.normalize("NFD", passphrase)))
    for form in forms:
        right, outdated = CHECKS.run(verify_password, form, kept)
        if right:
            return right, outdated
    return False, False


class PassphraseBackend(ModelBackend):
    """Django's backend, with CHECKS. Raises Refusal (`too_busy`)."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **_: Any
    ) -> User | None:
        """The person with this login and passphrase; None if there is none, or he may not log in."""
        if username is None or password is None:
            return None
        user = User.objects.filter(username=username).first()
        _give_back_connection()
        if user is None:
            hashed(password)  # takes as long, so that nobody learns which logins exist
            return None
        right, outdated = fits(password, user.password)
        if not right or not self.user_can_authenticate(user):
            return None
        if outdated:
            user.password = hashed(password)
            user.save(update_fields=["password"])
        return user


def _give_back_connection() -> None:
    if not connection.in_atomic_block:
        connection.close()
