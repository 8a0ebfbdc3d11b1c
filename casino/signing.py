"""The casino's key pair (Ed25519), made once. Exported bundles are signed with it."""

import base64
import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def sign(data: bytes) -> str:
    """The signature of `data`, in base64."""
    return base64.b64encode(_private().sign(data)).decode()


def public_key() -> str:
    """The public key in base64, for verifiers."""
    return base64.b64encode(_private().public_key().public_bytes_raw()).decode()


def _private() -> Ed25519PrivateKey:
    given = os.environ.get("SIGNING_KEY")
    try:
        raw = base64.b64decode(given or _kept(settings.VAR_DIR / "signing_key"), validate=True)
        return Ed25519PrivateKey.from_private_bytes(raw)
    except ValueError:
        where = "SIGNING_KEY" if given else settings.VAR_DIR / "signing_key"
        raise ImproperlyConfigured(f"{where} must be a key of 32 bytes in base64") from None


def _kept(path: Path) -> str:
    """The key in its file, made on first use. If two processes make one at once, both use the same key."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(base64.b64encode(Ed25519PrivateKey.generate().private_bytes_raw()).decode())
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()
