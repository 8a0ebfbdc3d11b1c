"""Checks of what works by itself: the units of the timers, and the messages that tell the house how it is."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from casino.common.clock import moments
from casino.operations.doctor.finding import Finding, fault, fine, warning
from casino.operations.telling import state

SILENT = timedelta(minutes=30)  # a timer looks every five
WELL = "success"  # as systemd calls it


def units_end_well() -> Iterator[Finding]:
    """How the units of the timers ended last, as each has noted it itself (`deploy/installation/units`)."""
    for file in sorted(Path(settings.VAR_DIR).glob("units/*")):
        if (said := file.read_text().strip()) == WELL:
            yield fine(f"unit {file.name}", _("It ended as it should."))
            continue
        at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        says = _("It failed on %(at)s (%(said)s): journalctl -u %(unit)s says why.")
        yield fault(f"unit {file.name}", says % {"at": moments.minute(at), "said": said, "unit": file.name})


def messages_go_out() -> Iterator[Finding]:
    """Whether the house is told how it is, where it has said by which way."""
    if not (settings.TELL_MAIL or settings.TELL_WEBHOOK):
        says = _("Nobody is told when the house is not well: set TELL_MAIL or TELL_WEBHOOK.")
        yield warning("telling", says)
        return
    now = state.read()
    for channel, why in now.failed.items():
        says = _("What the house must know could not be told by %(channel)s: it is tried again. %(why)s")
        yield fault("telling", says % {"channel": channel, "why": why})
    if now.at is None or datetime.now(UTC) - now.at > SILENT:
        says = _("Nobody looks whether the house is well, so that nothing is told: systemctl status %(unit)s")
        yield warning("telling", says % {"unit": "novamas-doctor.timer"})
    elif not now.failed:
        yield fine("telling", _("What the house must know is told."))
