"""Checks of what must outlive this machine: copies of backups and anchors elsewhere."""

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _

from casino.operations.backup import copying, make, retention
from casino.operations.doctor.finding import Finding, fault, fine, warning


def backups_are_elsewhere() -> Iterator[Finding]:
    """Whether the last backup lies on another machine, too."""
    place, here = copying.place(), make.folder()
    if place is None:
        says = _(
            "Backups lie on this machine alone, and are lost with it: name in BACKUP_COPY a folder of another machine"
            " that is mounted here."
        )
        yield warning("copies", says)
        return
    said = {"folder": place}
    last = [file.name for _at, file in retention.backups(here)][-1:]
    if not place.is_dir():
        yield fault("copies", _("%(folder)s, which BACKUP_COPY names, is not there: is it mounted?") % said)
    elif here.is_dir() and place.stat().st_dev == here.stat().st_dev:
        says = _("%(folder)s, which BACKUP_COPY names, is on the same disk as the backups: is it mounted?")
        yield warning("copies", says % said)
    elif last and not (place / last[0]).exists():
        says = _("The last backup is not in %(folder)s: see why in journalctl -u novamas-backup.")
        yield fault("copies", says % said)
    else:
        yield fine("copies", _("Backups are copied to %(folder)s.") % said)


def anchors_are_elsewhere() -> Iterator[Finding]:
    """Whether anchors go where nobody here can change them."""
    if settings.ANCHORS_COPY or settings.ANCHORS_COMMAND:
        yield fine("copies", _("Anchors have a second place."))
        return
    says = _(
        "Anchors lie on this machine alone, where whoever changes the record can change them, too: set ANCHORS_COPY or"
        " ANCHORS_COMMAND."
    )
    yield warning("copies", says)
