"""The casino's key pair (Ed25519), made once. Exported bundles are signed with it."""

import base64
import os

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from casino.common.environment import OLD_SIGNING_KEYS, kept


def sign(data: bytes) -> str:
    """The signature of `data`, in base64."""
    return base64.b64encode(_private().sign(data)).decode()


def public_key() -> str:
    """The public key in base64, for verifiers."""
    return base64.b64encode(_private().public_key().public_bytes_raw()).decode()


def old_keys() -> list[str]:
    """The public keys that were replaced, the oldest first: what they have signed stays signed."""
    file = settings.VAR_DIR / OLD_SIGNING_KEYS
    return file.read_text().split() if file.exists() else []


def _private() -> Ed25519PrivateKey:
    given = os.environ.get("SIGNING_KEY")
    try:
        raw = base64.b64decode(given or kept(settings.VAR_DIR / "signing_key", _new_key), validate=True)
        return Ed25519PrivateKey.from_private_bytes(raw)
    except ValueError:
        where = "SIGNING_KEY" if given else settings.VAR_DIR / "signing_key"
        raise ImproperlyConfigured(f"{where} must be a key of 32 bytes in base64") from None


def _new_key() -> str:
    return base64.b64encode(Ed25519PrivateKey.generate().private_bytes_raw()).decode()
