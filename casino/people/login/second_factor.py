"""The second factor: the codes of an app on a person's phone (TOTP, RFC 6238), and recovery codes on paper.

The secret is stored encrypted with a key that the database does not hold, and so are the recovery codes as digests.
A code is taken once. Wrong ones are counted for the person, whoever gives them and wherever, before they are looked at.
"""

import base64
import hashlib
import hmac
import secrets
from typing import Any

import pyotp
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from casino.common import clock, environment
from casino.common.refusals import Refusal
from casino.people.login import passkeys, tries
from casino.people.models import SecondFactor, User
from casino.people.sessions.required import is_demanded, is_on

ISSUER = "No Va Más"
STEP = 30  # seconds for which a code is shown
SKEW = (-1, 0, 1)  # steps by which a phone's clock may be wrong
RECOVERY_CODES, LENGTH = 10, 12  # how many, and of how many letters and digits each
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is mistaken for something else


def has_one(user: User) -> bool:
    """Whether the person has a phone that gives codes."""
    return SecondFactor.objects.filter(user=user).exclude(secret="").exists()


def with_one() -> QuerySet[Any]:
    """The numbers of those who have a phone that gives codes."""
    return SecondFactor.objects.exclude(secret="").values("user")


def is_asked_of(user: User) -> bool:
    """Whether this person gives a code when he comes in: his role demands it, or he has set it up himself."""
    return is_demanded(user.role) or (is_on() and has_one(user))


def new_secret() -> str:
    """160 random bits in base32, as RFC 4226 recommends."""
    return pyotp.random_base32()


def link(user: User, secret: str) -> str:
    """The link that the app on the phone reads from the QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=user.username, issuer_name=ISSUER)


def set_up(user: User, secret: str, code: str) -> list[str]:
    """Let the person come in with this secret, whose `code` his phone now shows. Returns his recovery codes, which are
    kept nowhere else. Raises Refusal (`wrong_code`)."""
    step = _step_of(secret, _plain(code))
    if step is None:
        raise Refusal("wrong_code")
    codes = [_new_recovery_code() for _ in range(RECOVERY_CODES)]
    digests = [_digest(user, _plain(one)) for one in codes]
    made = {"secret": seal(secret), "since": timezone.now(), "last_step": step, "recovery": digests}
    SecondFactor.objects.update_or_create(user=user, defaults=made)
    return codes


def check(user: User, said: str) -> bool:
    """Take the code of the person's phone, or one of his recovery codes. Returns whether it was a recovery code. Raises
    Refusal (`wrong_code`, `too_many_codes`)."""
    factor = SecondFactor.objects.filter(user=user).exclude(secret="").first()
    if factor is None:
        raise Refusal("wrong_code")
    tried = SecondFactor.objects.filter(pk=factor.pk)
    if not tries.count(tried):
        raise Refusal("too_many_codes")
    code = _plain(said)
    is_recovery = len(code) == LENGTH
    if not (_take_recovery(user, code) if is_recovery else _take(factor, code)):
        raise Refusal("wrong_code")
    tries.forget(tried)
    return is_recovery


def reset(user: User) -> None:
    """The phone is lost: the person sets up another one when he logs in, and his passkeys sign no more."""
    passkeys.end_all(user)
    if factor := SecondFactor.objects.filter(user=user).first():
        factor.secret, factor.recovery = "", []
        factor.save()


def left(user: User) -> int:
    """How many recovery codes the person has not used."""
    factor = SecondFactor.objects.filter(user=user).first()
    return len(factor.recovery) if factor else 0


def seal(secret: str) -> str:
    """Encrypted with the house's key for secrets of second factors."""
    return _cipher().encrypt(secret.encode()).decode()


def unseal(sealed: str) -> str:
    """The secret again. Raises Refusal (`wrong_code`) where another key sealed it: no code fits then."""
    try:
        return _cipher().decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Refusal("wrong_code") from error


def _take(factor: SecondFactor, code: str) -> bool:
    """Whether the phone shows this code; from then on neither it nor an earlier one is taken."""
    step = _step_of(unseal(factor.secret), code)
    if step is None:
        return False
    unused = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step)
    return bool(unused.update(last_step=step))


def _step_of(secret: str, code: str) -> int | None:
    """The step of time whose code this is; None if it is that of none about now."""
    now, app = int(clock.now().timestamp()) // STEP, pyotp.TOTP(secret, interval=STEP)
    fitting = [now + off for off in SKEW if hmac.compare_digest(app.generate_otp(now + off), code)]
    return fitting[0] if fitting else None


def _take_recovery(user: User, code: str) -> bool:
    digest = _digest(user, code)
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().get(user=user)
        if digest not in factor.recovery:
            return False
        factor.recovery = [one for one in factor.recovery if one != digest]
        factor.save()
    return True


def _new_recovery_code() -> str:
    """Two groups of six letters and digits: 59 bits."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    return f"{letters[:6]}-{letters[6:]}"


def _plain(said: str) -> str:
    """Without what a person writes between the digits; characters of no code become none."""
    return "".join(one for one in said.lower() if one.isascii() and one.isalnum())[:64]


def _digest(user: User, code: str) -> str:
    return hmac.new(_key().encode(), f"{user.pk}:{code}".encode(), hashlib.sha256).hexdigest()


def _cipher() -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hmac.new(_key().encode(), b"seal", hashlib.sha256).digest()))


def _key() -> str:
    """Not SECRET_KEY: when that is replaced everybody logs in again, but keeps his phone."""
    return environment.secret_key(settings.VAR_DIR / "second_factor_key", "SECOND_FACTOR_KEY")
