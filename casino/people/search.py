"""Searches people by a part of a name, whatever its accents."""

from functools import reduce
from operator import and_, or_

from django.db.models import Q

from casino.common.text import pattern, words
from casino.people.models import User

FIELDS = ("username", "first_name", "last_name")


def in_name(word: str) -> Q:
    """Logins with this in the login or in a name."""
    return reduce(or_, (Q(**{f"{name}__iregex": pattern(word)}) for name in FIELDS))


def people_named(said: str) -> list[str]:
    """The logins of the people in whose login or name each of these words stands; and what was said itself, which may
    be the login of nobody."""
    fits = reduce(and_, map(in_name, words(said)), Q())
    return [said, *User.objects.filter(fits).values_list("username", flat=True)]
