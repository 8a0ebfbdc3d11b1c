"""A second place for backups, away from the machine: a folder of another one that is mounted here (BACKUP_COPY)."""

import os
import shutil
from pathlib import Path

from django.utils.translation import gettext as _

from casino.operations.answer import Fault
from casino.operations.backup import retention


def place() -> Path | None:
    """Where copies go; None if the house has no such place."""
    named = os.environ.get("BACKUP_COPY", "")
    return Path(named) if named else None


def copy(file: Path) -> Path | None:
    """Copy a backup to its second place, whole or not at all, and keep there what is kept here. Returns the copy; None
    if there is no such place. Raises Fault; the backup stays."""
    into = place()
    if into is None:
        return None
    part = into / f".{file.name}.{os.getpid()}.part"
    try:
        if not into.is_dir():  # never made here: it would hide that nothing is mounted
            says = _(
                "%(file)s was made, but %(folder)s, which BACKUP_COPY names, is not there: is it mounted?"
            )
            raise Fault(says % {"file": file, "folder": into})
        shutil.copyfile(file, part)
        part.chmod(0o600)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(into / file.name)
    except OSError as error:
        part.unlink(missing_ok=True)
        says = _("%(file)s was made, but not copied to %(folder)s: %(said)s.")
        raise Fault(says % {"file": file, "folder": into, "said": error.strerror}) from error
    retention.thin_out(into)
    return into / file.name
