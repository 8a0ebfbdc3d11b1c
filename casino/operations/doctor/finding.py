"""Findings of a check of `novamas doctor`, and names of the things that it looks at."""

from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OK, WARNING, FAULT = "ok", "warning", "fault"
# the first word of a finding's `about` -> its name
ABOUT: dict[str, Promise] = {
    "version": _("Version"),
    "disk": _("Disk"),
    "memory": _("Memory"),
    "clock": _("Clock"),
    "locale": _("Encoding"),
    "settings": _("Settings"),
    "secrets": _("Secrets"),
    "database": _("Database"),
    "copy": _("Second copy"),
    "witness": _("Witness"),
    "keys": _("Keys of both machines"),
    "redis": _("Messages between processes"),
    "worker": _("Server process"),
    "certificate": _("Certificate"),
    "address": _("Address of the house"),
    "backup": _("Backup"),
    "archive": _("Archive"),
    "aside": _("Databases kept aside"),
    "copies": _("Copies elsewhere"),
    "anchors": _("Anchors"),
    "staff": _("Staff"),
    "sign-ins": _("Sign-ins"),
    "tokens": _("Walls and devices"),
    "audit": _("Audit"),
    "mail": _("Mails"),
    "directory": _("The house's directory"),
    "unit": _("Unit"),
    "telling": _("What the house must know"),
}


class Finding(NamedTuple):
    """`says`: one sentence; of a warning or fault it names what to do. `detail`: what the machine itself said, as it
    is; only `novamas doctor` prints that."""

    about: str
    level: str
    says: str
    detail: str = ""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return self._asdict()


def fine(about: str, says: str) -> Finding:
    """All is well."""
    return Finding(about, OK, says)


def warning(about: str, says: str, detail: str = "") -> Finding:
    """The house works, but something should be done."""
    return Finding(about, WARNING, says, detail)


def fault(about: str, says: str, detail: str = "") -> Finding:
    """The house does not work as it should."""
    return Finding(about, FAULT, says, detail)


def first_line(error: Exception) -> str:
    """The first line of an error; its name where it says nothing."""
    said = str(error).strip().splitlines()
    return said[0] if said else type(error).__name__


def called(about: str) -> str:
    """The name in the active language: `Server process 8001`."""
    first, _space, rest = about.partition(" ")
    return f"{ABOUT.get(first, first)} {rest}".strip()
