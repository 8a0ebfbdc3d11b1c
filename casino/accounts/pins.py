"""PINs: what a person unlocks a tablet with, and what a croupier takes one over with."""

from datetime import timedelta
from itertools import pairwise

from django.contrib.auth.hashers import make_password, verify_password
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from casino.accounts.models import Pin, User
from casino.accounts.passphrases import CHECKS
from casino.common.errors import Refusal

SHORTEST, LONGEST = 4, 12
MOST_TRIES = 5  # of a person within WINDOW
WINDOW = timedelta(minutes=15)
_STEPS = ({0}, {1}, {-1})  # from digit to digit, in 1111, 1234, 4321


def choose(user: User, digits: str) -> None:
    """Give the person this PIN. Raises Refusal (`bad_pin`, `too_busy`)."""
    if not _is_good(digits):
        raise Refusal("bad_pin", least=SHORTEST, most=LONGEST)
    kept = CHECKS.run(make_password, _peppered(user, digits))
    Pin.objects.update_or_create(user=user, defaults={"hash": kept})


def has_one(user: User) -> bool:
    """Whether the person has chosen a PIN."""
    return Pin.objects.filter(user=user).exists()


def fits(user: User, digits: str) -> bool:
    """Whether this is the person's PIN. Raises Refusal (`too_busy`)."""
    pin = Pin.objects.filter(user=user).first()
    return pin is not None and CHECKS.run(verify_password, _peppered(user, digits), pin.hash)[0]


def count_try(user: User) -> bool:
    """Whether a tablet may be taken over with one more PIN of this person, whoever gives it and wherever. It is counted
    before it is looked at, so that many at once are no more."""
    now = timezone.now()
    mine = Pin.objects.filter(user=user)
    mine.filter(tries_since__lt=now - WINDOW).update(tries=0, tries_since=now)
    return bool(mine.filter(tries__lt=MOST_TRIES).update(tries=F("tries") + 1))


def forget_tries(user: User) -> None:
    """The right one was given."""
    Pin.objects.filter(user=user).update(tries=0)


def _peppered(user: User, digits: str) -> str:
    """A PIN is short enough to be found from any hash: with SECRET_KEY, which no database has, this one is not."""
    return salted_hmac("casino.accounts.pins", f"{user.pk}:{digits}").hexdigest()


def _is_good(digits: str) -> bool:
    if not (digits.isascii() and digits.isdecimal() and SHORTEST <= len(digits) <= LONGEST):
        return False
    steps = {int(after) - int(before) for before, after in pairwise(digits)}
    return steps not in _STEPS
