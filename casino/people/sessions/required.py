"""Proofs that a session must have shown: two factors where the house asks them of a role, and lately, before a grave
act."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from casino.people.permissions import STAFF, Right

OFF, ROLES, ALL = "off", "roles", "all"  # the values of SECOND_FACTOR
FRESH = timedelta(minutes=15)  # after a person has shown who he is

_ASKED_OF = {OFF: frozenset[str](), ROLES: Right.GIVE_SECOND_FACTOR.roles, ALL: STAFF}


def is_on() -> bool:
    """Whether this house asks anybody for a second factor; where it does not, nobody is asked again either."""
    return bool(settings.SECOND_FACTOR != OFF)


def is_demanded(role: str) -> bool:
    """Whether nobody of this role comes in without a second factor."""
    return role in _ASKED_OF[settings.SECOND_FACTOR]


def is_fresh(confirmed: datetime | None) -> bool:
    """Whether who showed then who he is may do a grave act now."""
    return not is_on() or (confirmed is not None and timezone.now() - confirmed < FRESH)
