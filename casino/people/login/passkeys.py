"""Passkeys (WebAuthn): keys on a person's own phone, computer or token, which sign in place of the code.

They stand beside the phone's codes and never alone: who loses them has his codes and recovery codes still. A passkey
signs for the house's address and no other, so that a copied page gets nothing. What a browser sends is verified by
webauthn (py_webauthn); that a challenge is used once, and by whom, is seen to in `casino.people.login.passkeys`.
"""

import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import timedelta
from enum import StrEnum
from secrets import token_bytes
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils import timezone
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from casino.common.address import origin as own_origin
from casino.common.house import house
from casino.common.json_input import Json, read_json
from casino.common.refusals import Refusal
from casino.people.models import Passkey, User
from tables.rules.visible import is_seen

MOST = 10  # of a person
LONGEST_NAME = 60
LARGEST = 20_000  # characters of what a browser sends
VERIFIED = UserVerificationRequirement.REQUIRED  # the device asks its owner for a PIN, a finger or a face
LOCAL = ("localhost",)  # where browsers take passkeys without HTTPS

CHALLENGE_LASTS = timedelta(minutes=5)
CHALLENGE_LENGTH = 32  # bytes
CHALLENGE = "passkey_challenge"  # in the session
T = TypeVar("T")


class Purpose(StrEnum):
    """The purpose of a challenge."""

    COME_IN = "come-in"
    CONFIRM = "confirm"
    MAKE = "make"


def give_challenge(request: HttpRequest, user: User, purpose: Purpose) -> bytes:
    """A new challenge, in place of the one before."""
    challenge = token_bytes(CHALLENGE_LENGTH)
    request.session[CHALLENGE] = {
        "challenge": b64encode(challenge).decode(),
        "account": user.pk,
        "purpose": purpose,
        "until": (timezone.now() + CHALLENGE_LASTS).timestamp(),
    }
    return challenge


def take_challenge(request: HttpRequest, user: User, purpose: Purpose) -> bytes:
    """The challenge that this person was given for this purpose; from now on there is none. Raises Refusal
    (`wrong_passkey`)."""
    said = request.session.pop(CHALLENGE, None)
    if (
        said is None
        or (said["account"], said["purpose"]) != (user.pk, purpose)
        or said["until"] < timezone.now().timestamp()
    ):
        raise Refusal("wrong_passkey")
    return b64decode(said["challenge"])


class Address(NamedTuple):
    """Of the house: `host`, for which passkeys are made (the RP ID), and `origin`, as the browser says it."""

    host: str
    origin: str


def address_of(request: HttpRequest) -> Address:
    """The house's address: the first of TRUSTED_ORIGINS, or the one under which this page was opened. Raises Refusal
    where browsers take no passkey (`insecure_address`), or the page was opened elsewhere (`another_address`)."""
    here = f"{request.scheme}://{request.get_host()}"
    origin = own_origin() or here
    parts = urlsplit(origin)
    host = parts.hostname or ""
    if host not in LOCAL and (parts.scheme != "https" or not _is_name(host)):
        raise Refusal("insecure_address", address=origin)
    if here != origin:
        raise Refusal("another_address", address=origin)
    return Address(host, origin)


def of(user: User) -> list[Passkey]:
    """The person's passkeys that sign, oldest first."""
    return list(Passkey.objects.filter(user=user, ended=None).order_by("pk"))


def to_make(user: User, address: Address, challenge: bytes) -> Json:
    """The options with which the browser makes a passkey. Raises Refusal (`too_many_passkeys`)."""
    there = of(user)
    if len(there) >= MOST:
        raise Refusal("too_many_passkeys", most=MOST)
    options = generate_registration_options(
        rp_id=address.host,
        rp_name=house().house_name,
        user_id=hashlib.sha256(f"no-va-mas {user.pk}".encode()).digest(),
        user_name=user.username,
        user_display_name=user.get_full_name() or user.username,
        challenge=challenge,
        exclude_credentials=_named(there),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED, user_verification=VERIFIED
        ),
    )
    return _plain(options)


def make(user: User, address: Address, challenge: bytes, name: str, said: str) -> Passkey:
    """Keep the passkey that the browser has made. Raises Refusal (`bad_passkey_name`, `too_many_passkeys`,
    `wrong_passkey`)."""
    if not 0 < len(name) <= LONGEST_NAME or not is_seen(name):
        raise Refusal("bad_passkey_name", most=LONGEST_NAME)
    if len(of(user)) >= MOST:
        raise Refusal("too_many_passkeys", most=MOST)
    made = _verified(
        lambda: verify_registration_response(
            credential=_read(said),
            expected_challenge=challenge,
            expected_rp_id=address.host,
            expected_origin=address.origin,
            require_user_verification=True,
        )
    )
    number = bytes_to_base64url(made.credential_id)
    if Passkey.objects.filter(credential=number).exists():
        raise Refusal("wrong_passkey")
    key = bytes_to_base64url(made.credential_public_key)
    return Passkey.objects.create(
        user=user, name=name, credential=number, key=key, host=address.host, count=made.sign_count
    )


def to_sign(user: User, address: Address, challenge: bytes) -> Json:
    """The options with which the browser has the challenge signed."""
    options = generate_authentication_options(
        rp_id=address.host,
        challenge=challenge,
        allow_credentials=_named(of(user)),
        user_verification=VERIFIED,
    )
    return _plain(options)


def check(user: User, address: Address, challenge: bytes, said: str) -> Passkey:
    """One of the person's passkeys has signed the challenge, here and now. Raises Refusal (`wrong_passkey`; and
    `copied_passkey` where its count went back, so that there are two of it)."""
    credential = _read(said)
    passkey = next((one for one in of(user) if one.credential == credential.get("id")), None)
    if passkey is None:
        raise Refusal("wrong_passkey")
    signed = _verified(
        lambda: verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=address.host,
            expected_origin=address.origin,
            credential_public_key=base64url_to_bytes(passkey.key),
            credential_current_sign_count=0,  # looked at below, once the signature is known to be genuine
            require_user_verification=True,
        )
    )
    if not _count(passkey, signed.new_sign_count):
        raise Refusal("copied_passkey", name=passkey.name)
    return passkey


def end(user: User, number: int) -> Passkey:
    """One of the person's passkeys signs no more. Raises Refusal (`wrong_passkey`)."""
    passkey = Passkey.objects.filter(user=user, ended=None, pk=number).first()
    if passkey is None:
        raise Refusal("wrong_passkey")
    _end(passkey)
    return passkey


def end_all(user: User) -> None:
    """None of the person's passkeys signs any more."""
    for passkey in of(user):
        _end(passkey)


def _end(passkey: Passkey) -> None:
    passkey.ended = timezone.now()
    passkey.save(update_fields=["ended"])


def _count(passkey: Passkey, count: int) -> bool:
    """Take the passkey's count of its signatures, which grows with each; those that do not count say 0 for ever."""
    if (count or passkey.count) and count <= passkey.count:
        return False
    unchanged = Passkey.objects.filter(pk=passkey.pk, count=passkey.count)
    return bool(unchanged.update(count=count, used=timezone.now()))


def _named(passkeys: list[Passkey]) -> list[PublicKeyCredentialDescriptor]:
    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.credential)) for one in passkeys]


def _is_name(host: str) -> bool:
    """Whether a host is a name: browsers make no passkey for a number."""
    return "." in host and not host.replace(".", "").isdigit() and ":" not in host


def _plain(options: Any) -> Json:
    found: Json = json.loads(options_to_json(options))
    return found


def _read(said: str) -> Json:
    try:
        found = read_json(said) if len(said) <= LARGEST else None
    except Refusal as error:
        raise Refusal("wrong_passkey") from error
    if not isinstance(found, dict):
        raise Refusal("wrong_passkey")
    return found


def _verified(verify: Callable[[], T]) -> T:
    try:
        return verify()
    except Exception as error:
        raise Refusal("wrong_passkey") from error
