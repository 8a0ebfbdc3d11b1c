"""Checks of the house: its settings, its secrets, its backups, its staff."""

import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.core.checks import run_checks
from django.utils import timezone

from casino.accounts import assurance
from casino.accounts.models import Token, User
from casino.operations.backup import key, make, retention
from casino.operations.doctor.finding import Finding, fault, fine, warning
from tables.audit.scheduled import standing

SECRETS = ("secret_key", "signing_key", "second_factor_key", "demo_logins.json")
OLDEST_BACKUP = timedelta(hours=26)
EXPIRES_SOON = timedelta(days=14)


def settings_fit() -> Iterator[Finding]:
    """Whether the settings are those of a real house."""
    if settings.DEBUG:
        yield fault(
            "settings", "DEBUG is set: it shows the inside of the product to everybody. Take it away."
        )
    if settings.DEMO:
        yield warning(
            "settings", "DEMO is set: the first page shows the demo's logins. A real house has it not."
        )
    if not settings.HTTPS:
        yield warning(
            "settings", "HTTPS is not set: cookies also travel in the clear. Set it to 1 behind TLS."
        )
    if not assurance.is_on() and not settings.DEMO:
        yield warning(
            "settings", "SECOND_FACTOR is off: a passphrase alone lets a jefe in. Set it to roles or all."
        )
    found = run_checks(include_deployment_checks=True) if settings.HTTPS else run_checks()
    for message in found:
        yield warning("settings", f"{message.msg} ({message.id})")
    if not found and not settings.DEBUG:
        yield fine("settings", "The settings agree with each other.")


def secrets_are_private() -> Iterator[Finding]:
    """Whether only their owner can read the secrets."""
    files = [settings.VAR_DIR / name for name in SECRETS] + [key.path()]
    open_ones = [file for file in files if file.exists() and stat.S_IMODE(file.stat().st_mode) & 0o077]
    for file in open_ones:
        yield fault("secrets", f"{file} can be read by others: chmod 600 {file}")
    if not open_ones:
        yield fine("secrets", "Only their owner can read the secrets.")


def backups_are_young() -> Iterator[Finding]:
    """The age of the last backup."""
    found = retention.backups(make.folder())
    if not found:
        yield warning("backup", "There is no backup yet: novamas backup makes one.")
        return
    age = datetime.now(UTC) - found[-1][0]
    told = f"The last backup is {age.total_seconds() / 3600:.0f} hours old"
    if age > OLDEST_BACKUP:
        yield fault("backup", f"{told}: see why the timer makes none (systemctl status novamas-backup).")
    else:
        yield fine("backup", f"{told}, one of {len(found)}.")


def staff() -> Iterator[Finding]:
    """Whether somebody can log in."""
    people = User.objects.filter(is_active=True).count()
    if people:
        yield fine("staff", f"{people} people can log in.")
    else:
        yield warning("staff", "Nobody can log in yet: novamas user add NAME ROLE makes a login.")


def tokens_last() -> Iterator[Finding]:
    """Whether a display or device is let in tomorrow, too."""
    soon = timezone.now() + EXPIRES_SOON
    ending = Token.objects.in_force().filter(expires__lte=soon).order_by("expires")
    for token in ending:
        yield warning("tokens", f"{token} ends on {token.expires:%Y-%m-%d}: novamas token rotate {token.pk}")
    endless = Token.objects.in_force().filter(expires=None).count()
    if endless:
        yield warning(
            "tokens", f"{endless} tokens never expire: novamas token rotate NUMBER gives them an end."
        )
    if not ending and not endless:
        yield fine("tokens", f"No token ends in the next {EXPIRES_SOON.days} days.")


def audits_hold() -> Iterator[Finding]:
    """Whether the daily audit is made, and finds nothing."""
    said = standing()
    if said == "broken":
        yield fault("audit", "The last audit found a broken place: novamas audit names it.")
    elif said == "overdue":
        yield warning("audit", "There was no audit for two days: systemctl status novamas-audit")
    else:
        yield fine("audit", "The last audit found everything whole, or none was due yet.")
