"""Passphrases: how they are hashed and checked, which are taken, and those that the product makes or a person replaces.

A check is made slow on purpose, by the hash. Here at most one runs at a time in a process, in a thread of low
priority; a few wait, and the rest are refused at once. Nobody holds a connection to the database while he waits.
"""

import os
import re
import secrets
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import Argon2PasswordHasher, make_password, verify_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import connection
from django.http import HttpRequest
from django.utils.translation import gettext as _

from casino.common.house import house
from casino.common.refusals import Refusal
from casino.common.text import folded
from casino.people.models import GivenPassphrase, User

WAITING = 12  # checks under way or waiting in this process, at most
NICENESS = 10  # of the thread that hashes
LONGEST = 1000  # characters
LEAST = 5  # letters and digits beside the names, each repetition counted once
SHORTEST = 3  # letters of a name that is looked for within other words
CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"  # of which the product makes passphrases

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Argon2(Argon2PasswordHasher):
    """Argon2id with one lane, which cannot take every core of the machine from the tables.

    46 MiB and one pass is the first of the equally strong choices in OWASP's Password Storage Cheat Sheet. A hash made
    with other figures is made anew at the next login.
    """

    time_cost = 1
    memory_cost = 47104  # KiB
    parallelism = 1


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
    """The hash that is kept of the passphrase. Raises Refusal (`too_busy`)."""
    return CHECKS.run(make_password, normal(passphrase))


def fits(passphrase: str, kept: str) -> tuple[bool, bool]:
    """Whether `kept` is of this passphrase, and whether it was made with other figures than today's. A hash from before
    passphrases were made normal is of what some keyboard wrote. Blanks around a pasted one do no harm. Raises Refusal
    (`too_busy`)."""
    bare = normal(passphrase).strip()
    forms = dict.fromkeys((normal(passphrase), passphrase, unicodedata.normalize("NFD", passphrase), bare))
    for form in forms:
        right, outdated = CHECKS.run(verify_password, form, kept)
        if right:
            return right, outdated
    return False, False


class PassphraseBackend(ModelBackend):
    """Django's backend, with CHECKS. Raises Refusal (`too_busy`)."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **more: Any,
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


def note_given(user: User) -> None:
    """Somebody else has set the person's passphrase and knows it: he replaces it at the next login."""
    GivenPassphrase.objects.get_or_create(user=user)


def is_given(user: User) -> bool:
    """Whether his passphrase is known to whoever gave it to him."""
    return GivenPassphrase.objects.filter(user=user).exists()


def check_replaced(user: User) -> None:
    """Refuse a passphrase that somebody else knows; it is good for the login alone, where it is replaced: it confirms
    and signs nothing. Raises Refusal (`given_passphrase`)."""
    if is_given(user):
        raise Refusal("given_passphrase")


def choose(user: User, passphrase: str, again: str) -> None:
    """Give him the passphrase that he has chosen. Raises Refusal (`passphrases_differ`, `bad_passphrase`,
    `same_passphrase`, `too_busy`), and Django's ValidationError for what is short, common or like his name."""
    passphrase, again = normal(passphrase), normal(again)
    if passphrase != again:
        raise Refusal("passphrases_differ")
    if len(passphrase) > LONGEST or "\x00" in passphrase:
        raise Refusal("bad_passphrase", most=LONGEST)
    validate_password(passphrase, user)
    if fits(passphrase, user.password)[0]:
        raise Refusal("same_passphrase")
    user.password = hashed(passphrase)
    user.save(update_fields=["password"])
    GivenPassphrase.objects.filter(user=user).delete()


class NotOnlyNames:
    """Refuses a passphrase made of the person's login and names, or the house's, and what repeats a few letters."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise ValidationError."""
        rest = _letters_of(password) or folded(password).replace(" ", "")
        for name in sorted(_names(user), key=len, reverse=True):
            rest = rest.replace(name, "")
        unit = re.fullmatch(r"(.*?)\1*", rest, re.DOTALL)
        if unit is None or len(unit[1]) < LEAST:
            raise ValidationError(
                _("This passphrase has little more than names, or the same few letters again and again."),
                code="only_names",
            )

    def get_help_text(self) -> str:
        """The rule for who chooses a passphrase."""
        return _("It says more than your login, your names or the name of the house, however often.")


def _names(user: Any) -> set[str]:
    said = [getattr(user, name, "") for name in ("username", "first_name", "last_name")]
    whole = [*said, house().house_name]
    parts = [part for one in whole for part in re.split(r"[\W_]+", one)]
    return {name for name in map(_letters_of, [*whole, *parts]) if len(name) >= SHORTEST}


def _letters_of(text: str) -> str:
    """Its letters and digits, in small letters without accents."""
    return re.sub(r"[\W_]+", "", folded(text))


def new_passphrase() -> str:
    """Four pronounceable words such as `tora-meli-kusa-vone`: 49 bits."""
    return "-".join(_syllable() + _syllable() for _ in range(4))


def _syllable() -> str:
    return secrets.choice(CONSONANTS) + secrets.choice(VOWELS)
