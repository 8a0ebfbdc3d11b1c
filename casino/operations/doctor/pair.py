"""Checks of a house on two machines. Each finds nothing where it has one."""

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _

from casino.common import pair
from casino.common.clock import moments
from casino.operations.doctor.finding import Finding, fault, fine, warning

MOST = 1.0  # second by which the clocks may differ


def second_copy() -> Iterator[Finding]:
    """Whether what is accepted is on two disks."""
    if not settings.PAIR:
        return
    if pair.is_hidden():
        says = _(
            "The database does not show whether there is a second copy: GRANT pg_read_all_stats TO %(role)s."
        )
        yield fault("copy", says % {"role": settings.DATABASES["default"]["USER"]})
    elif since := pair.alone_since():
        says = _("One copy only since %(at)s: patronictl list says why the other machine is no standby.")
        yield fault("copy", says % {"at": moments.minute(since)})
    else:
        yield fine("copy", _("What is accepted is on the disks of both machines."))


def witness() -> Iterator[Finding]:
    """Whether the third machine votes: without it, none of the two may be lost."""
    if not settings.PAIR:
        return
    said = {"name": [*settings.PAIR][2].upper(), "address": [*settings.PAIR.values()][2]}
    if pair.witness_votes():
        yield fine("witness", _("%(name)s votes.") % said)
    else:
        says = _(
            "%(name)s (%(address)s) does not vote, and none of the others may be lost now: systemctl status etcd"
        )
        yield fault("witness", says % said)


def clocks() -> Iterator[Finding]:
    """Whether this machine has the time of the one whose database is the primary."""
    if not settings.PAIR:
        return
    off = pair.clock_difference()
    if abs(off) > MOST:
        says = _("The clocks of the two machines differ by %(off)s s: chronyc tracking says which is wrong.")
        yield fault("clock", says % {"off": f"{abs(off):.0f}"})
    else:
        yield fine("clock", _("Both machines have the same time."))


def keys() -> Iterator[Finding]:
    """Whether the workers of both have the same keys, as far as they are connected."""
    if not settings.PAIR:
        return
    found = pair.keys_of_machines()
    missing = [name for name in [*settings.PAIR][:2] if name not in found]
    if len(set().union(*found.values())) > 1:
        says = _("The two machines have different keys: make install … --keys-from on the one that is new.")
        yield fault("keys", says)
    elif missing:
        says = _(
            "No worker of %(name)s has a connection to the database: systemctl status novamas.target there."
        )
        yield warning("keys", says % {"name": missing[0].upper()})
    else:
        yield fine("keys", _("Both machines have the same keys."))
