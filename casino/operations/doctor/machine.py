"""Checks of the machine: versions, room, clock, locale."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from casino.common.version import VERSION
from casino.operations import release
from casino.operations.doctor.finding import Finding, fault, fine, warning

GIB = 1 << 30
LEAST_DISK, ENOUGH_DISK = 1, 10  # GiB
LEAST_MEMORY = 2  # GiB


def versions() -> Iterator[Finding]:
    """The product's version, and Python's. A release serves with the Python that it was made with, as long as that is
    on the machine."""
    said = {"version": VERSION, "python": ".".join(map(str, sys.version_info[:3]))}
    yield fine("version", _("No Va Más %(version)s on Python %(python)s.") % said)
    if not (place := os.environ.get("RELEASES")):
        return
    here, runs = release.python_of(release.python_here()), release.python_of(sys.executable)
    if here != runs:
        says = _(
            "This release was made with %(runs)s, and the machine has %(here)s now: make install makes it anew, before"
            " the old Python is removed."
        )
        yield warning("version", says % {"runs": runs, "here": here})
    before = release.previous(Path(place))
    if before and not release.has_python(before):
        says = _(
            "The Python of %(release)s is gone, so novamas rollback cannot go there: make install removes it."
        )
        yield warning("version", says % {"release": before.name})


def room() -> Iterator[Finding]:
    """Disk and memory."""
    free = shutil.disk_usage(settings.VAR_DIR).free / GIB
    said = {"free": f"{free:.1f}", "folder": settings.VAR_DIR, "advised": ENOUGH_DISK}
    if free < LEAST_DISK:
        says = _("%(free)s GiB are free in %(folder)s: make room, or the house will stop.")
        yield fault("disk", says % said)
    elif free < ENOUGH_DISK:
        yield warning("disk", _("%(free)s GiB are free in %(folder)s; %(advised)s GiB are advised.") % said)
    else:
        yield fine("disk", _("%(free)s GiB are free in %(folder)s.") % said)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GIB
    said = {"memory": f"{memory:.1f}", "advised": LEAST_MEMORY}
    if memory >= LEAST_MEMORY:
        yield fine("memory", _("The machine has %(memory)s GiB of memory.") % said)
    else:
        says = _("The machine has %(memory)s GiB of memory; %(advised)s GiB are advised.")
        yield warning("memory", says % said)


def clock() -> Iterator[Finding]:
    """Whether the clock is kept right: the record's times come from it."""
    try:
        command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        says = _("Nobody here says whether the clock is right: see that the machine keeps network time.")
        yield warning("clock", says)
        return
    if done.stdout.strip() == "yes":
        yield fine("clock", _("The clock is kept right over the network."))
    else:
        yield warning("clock", _("The clock is not kept right: install systemd-timesyncd or chrony."))


def locale_is_utf8() -> Iterator[Finding]:
    """Whether texts are read as UTF-8."""
    encoding = sys.getfilesystemencoding()
    if encoding == "utf-8":
        yield fine("locale", _("Texts are UTF-8."))
    else:
        yield fault("locale", _("Texts are %(encoding)s: set LANG=C.UTF-8.") % {"encoding": encoding})
