"""The link with which a house is set up: whoever opens it, while nobody administers the house, makes the first
administrator."""

import secrets
from datetime import timedelta

from django.utils import timezone

from casino.administration import people
from casino.administration.csv_list import Row
from casino.common.refusals import Refusal
from casino.house import acts
from casino.house.acts import By, act
from casino.house.models import SetupLink, digest_of
from casino.people.permissions import Role

LASTS = timedelta(hours=24)


def make_link(by: By, lasts: timedelta = LASTS) -> str:
    """The secret of a new link, which is stored nowhere; an older link holds no more. Raises Refusal (`is_set_up`)."""
    secret = secrets.token_urlsafe(32)
    with act(by, acts.LINK_MADE) as entered:
        if people.has_administrator():
            raise Refusal("is_set_up")
        _use_up()
        link = SetupLink.objects.create(digest=digest_of(secret), expires=timezone.now() + lasts)
        entered.after = {"expires": link.expires}
    return secret


def holds(secret: str) -> bool:
    """Whether the link can be used now."""
    return _of(secret) is not None and not people.has_administrator()


def make_administrator(by: By, secret: str, row: Row, passphrase: str) -> None:
    """Make the first administrator, with the passphrase that he has chosen. The link is used up. Raises Refusal."""
    with act(by, acts.HOUSE_SET_UP, row["username"]):
        if not holds(secret):
            raise Refusal("no_such_link")
        people.add(by, row | {"role": Role.ADMINISTRATOR}, passphrase, is_own=True)
        _use_up()


def _of(secret: str) -> SetupLink | None:
    unexpired = SetupLink.objects.filter(used=None, expires__gt=timezone.now())
    return unexpired.filter(digest=digest_of(secret)).first()


def _use_up() -> None:
    for link in SetupLink.objects.filter(used=None):
        link.used = timezone.now()
        link.save(update_fields=["used"])
