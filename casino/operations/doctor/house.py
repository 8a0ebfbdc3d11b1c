"""Checks of the house: its settings, its secrets, its backups and their copies elsewhere, its staff."""

import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.checks import run_checks
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.common.clock import moments
from casino.common.house import house
from casino.house.models import ReportMail, ReportMailSent
from casino.operations import house_keys, settings_file
from casino.operations.backup import key
from casino.operations.backup.of_house import kind
from casino.operations.doctor.finding import Finding, fault, fine, warning
from casino.people import access_log
from casino.people.models import AccessEvent, Token, User
from casino.people.sessions import required
from tables.record.anchors import file as anchors
from tables.record.anchors.anchor import Anchor
from tables.record.audit.scheduled import standing

SECRETS = (*house_keys.FILES, "demo_logins.json")
OLDEST_BACKUP = timedelta(hours=26)
OLDEST_PROOF = timedelta(days=9)  # a timer makes one every week
ARCHIVED = "SELECT current_setting('archive_mode') <> 'off', last_archived_time, last_failed_time FROM pg_stat_archiver"
OLDEST_ANCHOR = timedelta(hours=3)
EXPIRES_SOON = timedelta(days=14)


def settings_fit() -> Iterator[Finding]:
    """Whether the settings are those of a real house."""
    if settings.DEBUG:
        says = _("DEBUG is set: it shows the inside of the product to everybody. Take it away.")
        yield fault("settings", says)
    if settings.DEMO:
        says = _("DEMO is set: the first page shows the demo's logins. A real house has it not.")
        yield warning("settings", says)
    if not settings.HTTPS:
        says = _("HTTPS is not set: cookies also travel in the clear. Set it to 1 behind TLS.")
        yield warning("settings", says)
    if not required.is_on() and not settings.DEMO:
        says = _("SECOND_FACTOR is off: a passphrase alone lets a jefe in. Set it to roles or all.")
        yield warning("settings", says)
    for name, meant in settings_file.unknown().items():
        says = _("The file of settings has %(name)s, which the product does not know.")
        if meant:
            says = _(
                "The file of settings has %(name)s, which the product does not know: is %(meant)s meant?"
            )
        yield warning("settings", says % {"name": name, "meant": meant})
    every = run_checks(include_deployment_checks=True) if settings.HTTPS else run_checks()
    found = [message for message in every if not message.is_silenced()]
    for message in found:
        yield warning("settings", f"{message.msg} ({message.id})")
    if not found and not settings.DEBUG:
        yield fine("settings", _("The settings agree with each other."))


def secrets_are_private() -> Iterator[Finding]:
    """Whether only their owner can read the secrets."""
    files = [settings.VAR_DIR / name for name in SECRETS] + [key.path()]
    open_ones = [file for file in files if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077]
    for file in open_ones:
        yield fault("secrets", _("%(file)s can be read by others: chmod 600 %(file)s") % {"file": file})
    if not open_ones:
        yield fine("secrets", _("Only their owner can read the secrets."))


def timers_keep_its_hours() -> Iterator[Finding]:
    """Whether the timers of an installed house go by its clock: they were made with the file of settings, and an
    administrator may have changed it on the page since."""
    theirs = os.environ.get("TIME_ZONE", "")
    if os.environ.get("RELEASES") and theirs not in ("", house().time_zone):
        says = _(
            "The timers of backup and audit go by %(theirs)s, and the house by %(ours)s: set TIME_ZONE to that in the"
            " file of settings, then make install."
        )
        yield warning("clock", says % {"theirs": theirs, "ours": house().time_zone})


def backups_are_young() -> Iterator[Finding]:
    """The age of the last backup, and of the last that was proved."""
    if connection.vendor == "postgresql" and not os.environ.get("BACKUP_CONFIG"):
        says = _(
            "Nobody here backs up this PostgreSQL, which is not of this machine: see that it is done there."
        )
        yield warning("backup", says)
        return
    seen = kind().told()
    if seen.fault:
        yield fault("archive", seen.fault)
    if not seen.backups:
        yield warning("backup", _("There is no backup yet: novamas backup makes one."))
        return
    age = datetime.now(UTC) - seen.backups[-1].made
    said = {"hours": _hours(age), "number": len(seen.backups)}
    if age > OLDEST_BACKUP:
        says = _(
            "The last backup is %(hours)s h old: see why the timer makes none (systemctl status novamas-backup)."
        )
        yield fault("backup", says % said)
    else:
        yield fine("backup", _("The last backup is %(hours)s h old, one of %(number)s.") % said)
    yield from _proved([one.proved for one in seen.backups if one.proved], seen.backups[0].made)


def _proved(proofs: list[datetime], since: datetime) -> Iterator[Finding]:
    age = datetime.now(UTC) - max(proofs, default=since)
    if age > OLDEST_PROOF:
        says = _("No backup has been proved for %(days)s days: systemctl status novamas-proof")
        yield fault("backup", says % {"days": age.days})
    elif proofs:
        yield fine("backup", _("The last proof of a backup is %(days)s days old.") % {"days": age.days})


def log_is_archived() -> Iterator[Finding]:
    """Whether what PostgreSQL writes goes to the backups within a minute."""
    if not os.environ.get("BACKUP_CONFIG"):
        return
    is_on, last, failed = _archiver()
    if not is_on:
        says = _(
            "PostgreSQL archives nothing, so that what came after the last backup can be lost: make install"
        )
        yield fault("archive", says)
    elif failed and (last is None or failed > last):
        says = _("Since %(at)s nothing of what is played reaches the backups: novamas backup says why.")
        yield fault("archive", says % {"at": moments.minute(last or failed)})
    else:
        yield fine("archive", _("What is played reaches the backups."))


def _archiver() -> tuple[bool, datetime | None, datetime | None]:
    with connection.cursor() as cursor:
        cursor.execute(ARCHIVED)
        is_on, last, failed = cursor.fetchone()
        return is_on, last, failed


def nothing_is_left() -> Iterator[Finding]:
    """Whether restores have kept databases, each as large as the house, that somebody may have forgotten."""
    if kept := kind().told().aside:
        said = {"number": len(kept), "size": f"{sum(kept.values()) / (1 << 20):.0f}"}
        says = _(
            "Databases that restores have kept: %(number)s, %(size)s MiB."
            " novamas aside lists, puts back and drops them."
        )
        yield warning("aside", says % said)


def anchors_are_young() -> Iterator[Finding]:
    """The age of the last anchor: a server makes one every hour."""
    newest = _newest_anchor()
    if newest is None:
        yield warning(
            "anchors", _("There is no anchor yet: a server makes one at its start, and every hour.")
        )
        return
    age = datetime.now(UTC) - datetime.fromisoformat(newest.at)
    if age > OLDEST_ANCHOR:
        says = _("The last anchor is %(hours)s h old: see in the log of the servers why they make none.")
        yield warning("anchors", says % {"hours": _hours(age)})
    else:
        yield fine("anchors", _("The last anchor is %(hours)s h old.") % {"hours": _hours(age)})


def staff() -> Iterator[Finding]:
    """Whether somebody can log in."""
    people = User.objects.filter(is_active=True).count()
    if people:
        yield fine("staff", _("People who can log in: %(number)s.") % {"number": people})
    else:
        yield warning("staff", _("Nobody can log in yet: novamas user add NAME ROLE makes a login."))


def sign_ins() -> Iterator[Finding]:
    """Whether somebody tries passphrases, and whether somebody looks into the alarms."""
    since = timezone.now() - access_log.WINDOW
    failed = AccessEvent.objects.filter(what__in=access_log.FAILURES, at__gt=since).count()
    if failed >= access_log.MANY:
        says = _(
            "Wrong passphrases in a quarter of an hour: %(number)s. A jefe sees in the sign-ins where they come from."
        )
        yield warning("sign-ins", says % {"number": failed})
    else:
        says = _("Wrong passphrases in the last quarter of an hour: %(number)s.")
        yield fine("sign-ins", says % {"number": failed})
    if alarms := access_log.open_alarms().count():
        says = _("Open alarms: %(number)s. A jefe looks into them on the page of the sign-ins.")
        yield warning("sign-ins", says % {"number": alarms})


def tokens_last() -> Iterator[Finding]:
    """Whether a display or device is let in tomorrow, too."""
    soon = timezone.now() + EXPIRES_SOON
    ending = Token.objects.in_force().filter(expires__lte=soon).order_by("expires")
    for token in ending:
        said = {"token": token, "day": f"{token.expires:%Y-%m-%d}", "number": token.pk}
        yield warning("tokens", _("%(token)s ends on %(day)s: novamas token rotate %(number)s") % said)
    endless = Token.objects.in_force().filter(expires=None).count()
    if endless:
        says = _("Tokens that never expire: %(number)s. novamas token rotate NUMBER gives one an end.")
        yield warning("tokens", says % {"number": endless})
    if not ending and not endless:
        yield fine("tokens", _("No token ends in the next %(days)s days.") % {"days": EXPIRES_SOON.days})


def audits_hold() -> Iterator[Finding]:
    """Whether the daily audit is made, and finds nothing."""
    said = standing()
    if said == "broken":
        yield fault("audit", _("The last audit found a broken place: novamas audit names it."))
    elif said == "overdue":
        yield warning("audit", _("There was no audit for two days: systemctl status novamas-audit"))
    else:
        yield fine("audit", _("The last audit found everything whole, or none was due yet."))


def _newest_anchor() -> Anchor | None:
    if not settings.ANCHORS.exists():
        return None
    with settings.ANCHORS.open("rb") as kept:
        return anchors.newest(kept)


def _hours(age: timedelta) -> str:
    return f"{age.total_seconds() / 3600:.0f}"


def backups_are_elsewhere() -> Iterator[Finding]:
    """Whether backups lie on another machine."""
    named = os.environ.get("BACKUP_TO", "")
    is_here = connection.vendor == "sqlite" or bool(os.environ.get("BACKUP_CONFIG"))
    if not is_here or named.startswith("s3://"):
        return
    place, here = Path(named), Path(settings.VAR_DIR)
    if named and not place.is_dir():
        says = _("%(folder)s, which BACKUP_TO names, is not there: is it mounted?")
        yield fault("copies", says % {"folder": place})
    elif not named or place.stat().st_dev == here.stat().st_dev:
        says = _(
            "Backups lie on the disk of the house, and are lost with it: let BACKUP_TO name a folder of another machine"
            " that is mounted here, or an object store."
        )
        yield warning("copies", says)
    else:
        yield fine("copies", _("Backups go to %(folder)s.") % {"folder": place})


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


def mails_go_out() -> Iterator[Finding]:
    """Whether the reports that are to be mailed were."""
    if not ReportMail.objects.filter(ended=None).exists():
        return
    if not settings.EMAIL_HOST:
        says = _("Reports are to be mailed and no mail server is named: set EMAIL_HOST.")
        yield warning("mail", says)
        return
    late = ReportMailSent.objects.filter(sent=None, tries__gt=0, mail__ended=None).select_related("mail")
    for one in late.order_by("pk"):
        says = _("A report could not be mailed to %(address)s: it is tried again. %(error)s")
        yield warning("mail", says % {"address": one.mail.address, "error": one.error})
    if not late:
        yield fine("mail", _("Every report that was due has been mailed."))
