"""What each thing is called that `novamas doctor` looks at, for a page."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

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
    "redis": _("Messages between processes"),
    "worker": _("Server process"),
    "certificate": _("Certificate"),
    "address": _("Address of the house"),
    "backup": _("Backup"),
    "aside": _("Databases kept aside"),
    "copies": _("Copies elsewhere"),
    "anchors": _("Anchors"),
    "staff": _("Staff"),
    "sign-ins": _("Sign-ins"),
    "tokens": _("Walls and devices"),
    "audit": _("Audit"),
}


def called(about: str) -> str:
    """The name in the active language: `Server process 8001`."""
    first, _space, rest = about.partition(" ")
    return f"{ABOUT.get(first, first)} {rest}".strip()
