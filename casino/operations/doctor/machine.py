"""Checks of the machine: versions, room, clock, locale."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

from django.conf import settings

from casino.operations.doctor.finding import Finding, fault, fine, warning
from casino.version import VERSION

GIB = 1 << 30
LEAST_DISK, ENOUGH_DISK = 1, 10  # GiB
LEAST_MEMORY = 2  # GiB


def versions() -> Iterator[Finding]:
    """The product's version, and Python's."""
    python = ".".join(map(str, sys.version_info[:3]))
    yield fine("version", f"No Va Más {VERSION} on Python {python}.")


def room() -> Iterator[Finding]:
    """Disk and memory."""
    free = shutil.disk_usage(settings.VAR_DIR).free / GIB
    told = f"{free:.1f} GiB are free in {settings.VAR_DIR}"
    if free < LEAST_DISK:
        yield fault("disk", f"{told}: make room, or the house will stop.")
    elif free < ENOUGH_DISK:
        yield warning("disk", f"{told}; {ENOUGH_DISK} GiB are advised.")
    else:
        yield fine("disk", f"{told}.")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / GIB
    enough = memory >= LEAST_MEMORY
    told = f"The machine has {memory:.1f} GiB of memory"
    yield (
        fine("memory", f"{told}.")
        if enough
        else warning("memory", f"{told}; {LEAST_MEMORY} GiB are advised.")
    )


def clock() -> Iterator[Finding]:
    """Whether the clock is kept right: the record's times come from it."""
    try:
        command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        yield warning(
            "clock", "Nobody here says whether the clock is right: see that the machine keeps network time."
        )
        return
    if done.stdout.strip() == "yes":
        yield fine("clock", "The clock is kept right over the network.")
    else:
        yield warning("clock", "The clock is not kept right: install systemd-timesyncd or chrony.")


def locale_is_utf8() -> Iterator[Finding]:
    """Whether texts are read as UTF-8."""
    encoding = sys.getfilesystemencoding()
    if encoding == "utf-8":
        yield fine("locale", "Texts are UTF-8.")
    else:
        yield fault("locale", f"Texts are {encoding}: set LANG=C.UTF-8.")
