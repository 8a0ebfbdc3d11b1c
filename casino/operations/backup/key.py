"""The house's key for backups: 32 random bytes in base64, in a file outside the database."""

import base64
import binascii
import hashlib
import os
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from casino.operations.answer import Fault

SIZE = 32  # bytes


def path() -> Path:
    """Where the key lies: BACKUP_KEY_FILE, or `backup_key` in VAR_DIR."""
    return Path(os.environ.get("BACKUP_KEY_FILE") or settings.VAR_DIR / "backup_key")


def present() -> bytes:
    """The key that backups are made with; made on first use. Raises Fault."""
    if not path().exists():
        keep(path())
    return _read(path())


def of(key_id: str) -> bytes:
    """The key with this id: the present one or one before it, which are kept beside it. Raises Fault."""
    for file in [path(), *sorted(path().parent.glob(f"{path().name}.*"))]:
        if file.exists() and id_of(key := _read(file)) == key_id:
            return key
    says = _(
        "This backup was sealed with another key (%(key)s), which is not at %(file)s nor beside it: "
        "put the key of the house that made it there, or name its file in BACKUP_KEY_FILE."
    )
    raise Fault(says % {"key": key_id, "file": path()})


def id_of(key: bytes) -> str:
    """Names a key without telling it: 16 hex digits."""
    return hashlib.sha256(b"novamas backup key " + key).hexdigest()[:16]


def rotate() -> tuple[str, Path]:
    """Make a new key. The old one is kept beside it, for the backups that it sealed. Returns the id of the new key and
    where the old one lies."""
    old = present()
    aside = path().with_name(f"{path().name}.{id_of(old)}")
    if not aside.exists():
        os.link(path(), aside)
    fresh = path().with_name(f"{path().name}.{os.getpid()}.new")
    keep(fresh)
    fresh.replace(path())
    return id_of(present()), aside


def keep(file: Path) -> None:
    """Write a new key to a file that only its owner can read, unless the file exists."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        number = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(number, "wb") as out:
        out.write(base64.b64encode(os.urandom(SIZE)) + b"\n")
        out.flush()
        os.fsync(out.fileno())


def _read(file: Path) -> bytes:
    try:
        key = base64.b64decode(file.read_text().strip(), validate=True)
    except (binascii.Error, UnicodeDecodeError) as error:
        says = _("%(file)s holds no key: it should be %(size)s bytes in base64.")
        raise Fault(says % {"file": file, "size": SIZE}) from error
    if len(key) != SIZE:
        says = _("%(file)s holds a key of %(found)s bytes, not of %(size)s.")
        raise Fault(says % {"file": file, "found": len(key), "size": SIZE})
    return key
