"""The casino's own key pair (Ed25519), made once: what leaves the house as proof is signed with it."""

import base64
import os
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings


def sign(data: bytes) -> str:
    """The signature of `data`, base64."""
    return base64.b64encode(_private().sign(data)).decode()


def public_key() -> str:
    """The public part, base64: what a verifier compares."""
    return base64.b64encode(_private().public_key().public_bytes_raw()).decode()


def _private() -> Ed25519PrivateKey:
    given = os.environ.get("SIGNING_KEY")
    raw = base64.b64decode(given or _kept(settings.VAR_DIR / "signing_key"))
    return Ed25519PrivateKey.from_private_bytes(raw)


def _kept(path: Path) -> str:
    """The key in its file; made on first use, and of two processes that make one at once, one wins whole."""
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
