"""What a passkey signs: random bytes that a session was given for one purpose, for one try within a few minutes."""

from base64 import b64decode, b64encode
from datetime import timedelta
from enum import StrEnum
from secrets import token_bytes

from django.http import HttpRequest
from django.utils import timezone

from casino.accounts.models import User
from casino.common.errors import Refusal

LASTS = timedelta(minutes=5)
LENGTH = 32  # bytes
KEY = "passkey_challenge"


class Purpose(StrEnum):
    """What somebody wants who is given a challenge."""

    COME_IN = "come-in"
    CONFIRM = "confirm"
    MAKE = "make"


def give(request: HttpRequest, user: User, purpose: Purpose) -> bytes:
    """A new one, in place of the one before."""
    challenge = token_bytes(LENGTH)
    request.session[KEY] = {
        "challenge": b64encode(challenge).decode(),
        "account": user.pk,
        "purpose": purpose,
        "until": (timezone.now() + LASTS).timestamp(),
    }
    return challenge


def take(request: HttpRequest, user: User, purpose: Purpose) -> bytes:
    """The one that this person was given for this; from now on there is none. Raises Refusal (`wrong_passkey`)."""
    said = request.session.pop(KEY, None)
    if (
        said is None
        or (said["account"], said["purpose"]) != (user.pk, purpose)
        or said["until"] < timezone.now().timestamp()
    ):
        raise Refusal("wrong_passkey")
    return b64decode(said["challenge"])
