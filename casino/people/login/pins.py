"""PINs: what a person unlocks a tablet with, and what a croupier takes one over with."""

from itertools import pairwise

from django.contrib.auth.hashers import make_password, verify_password
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from casino.common.refusals import Refusal
from casino.people.login.passphrases import CHECKS
from casino.people.models import Pin, User

SHORTEST, LONGEST = 4, 12
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


def tried(user: User) -> QuerySet[Pin]:
    """The row in which take-overs with this person's PIN are counted (`tries`)."""
    return Pin.objects.filter(user=user)


def _peppered(user: User, digits: str) -> str:
    """A PIN is short enough to be found from any hash: with SECRET_KEY, which no database has, this one is not."""
    return salted_hmac("casino.accounts.pins", f"{user.pk}:{digits}").hexdigest()


def _is_good(digits: str) -> bool:
    if not (digits.isascii() and digits.isdecimal() and SHORTEST <= len(digits) <= LONGEST):
        return False
    steps = {int(after) - int(before) for before, after in pairwise(digits)}
    return steps not in _STEPS
