"""Numbers of the whole house, read when Prometheus asks: every process answers the same."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.models import Count, Sum
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from casino.common import pair
from casino.common.version import VERSION
from casino.operations.backup.of_house import kind
from casino.operations.telling import state as told
from casino.operations.telling.look import WORST
from casino.people import access_log
from casino.people.models import AccessEvent
from casino.site import health
from ledger.cage import selectors as cage
from ledger.models import Account
from tables.door import signatures
from tables.door.duty import tablets
from tables.models import Table
from tables.record.audit.scheduled import standing


class HouseCollector(Collector):
    """Asks the database, and what is told of the backups. Where the database does not answer, only that is said."""

    def describe(self) -> list[Metric]:
        """Nothing: otherwise registering would ask already."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The metrics."""
        labels = {"version": VERSION, "release": Path(sys.prefix).name, "database": connection.vendor}
        info = GaugeMetricFamily("novamas_info", "Always 1; what runs.", labels=list(labels))
        info.add_metric(list(labels.values()), 1)
        yield info
        yield from _backups()
        yield from _doctor()
        reason = health.trouble()
        yield _gauge("novamas_ready", "1 if this process can serve, as /healthz has it.", reason is None)
        if reason is None:
            try:
                yield from [*_tables(), *_money(), *_people(), *_audit(), *_pair()]
            except (DatabaseError, InterfaceError):
                return  # it went away just now; the next scrape says so


def _backups() -> Iterator[Metric]:
    found = kind().told().backups
    made = found[-1].made if found else datetime.fromtimestamp(0, UTC)
    text = "When the newest backup was made, 0 if there is none."
    yield _gauge("novamas_backup_made_timestamp_seconds", text, made.timestamp())


def _doctor() -> Iterator[Metric]:
    """What the timer's last look has found, from its own file: it is there when the database is not."""
    now = told.read()
    text = "What the last look found about each: 0 well, 1 a warning, 2 a fault."
    found = GaugeMetricFamily("novamas_doctor", text, labels=["about"])
    for about, level in now.levels.items():
        found.add_metric([about], WORST[level])
    yield found
    looked = now.at.timestamp() if now.at else 0
    yield _gauge("novamas_doctor_looked_timestamp_seconds", "When that was, 0 for never.", looked)
    text = "Ways by which the last message about the house's state did not go out."
    yield _gauge("novamas_telling_failures", text, len(now.failed))


def _tables() -> Iterator[Metric]:
    phases = Table.objects.order_by().values_list("phase").annotate(Count("pk"))
    found = GaugeMetricFamily("novamas_tables", "Tables, by their phase.", labels=["phase"])
    for phase, number in phases:
        found.add_metric([phase], number)
    yield found
    yield _gauge("novamas_tablets_lost", "Tables in play whose console is gone.", len(tablets.lost()))
    waiting = len(signatures.waiting()) + len(cage.pending())
    yield _gauge("novamas_signatures_waiting", "Requests and slips that wait for a signature.", waiting)


def _money() -> Iterator[Metric]:
    total = Account.objects.aggregate(total=Sum("balance"))["total"] or 0
    text = "The sum of all accounts: 0, or money came from nowhere."
    yield _gauge("novamas_ledger_imbalance", text, total)


def _people() -> Iterator[Metric]:
    since = timezone.now() - access_log.WINDOW
    failures = AccessEvent.objects.filter(what__in=access_log.FAILURES, at__gt=since).count()
    yield _gauge("novamas_sign_in_failures", "Wrong passphrases in the last 15 minutes.", failures)
    alarms = access_log.open_alarms().count()
    yield _gauge("novamas_alarms_open", "Alarms in the log of sign-ins that nobody has looked into.", alarms)


def _audit() -> Iterator[Metric]:
    said = standing()
    states = GaugeMetricFamily("novamas_audit", "1 for what the daily audit comes to.", labels=["state"])
    for state in ("ok", "broken", "overdue"):
        states.add_metric([state], said == state)
    yield states


def _pair() -> Iterator[Metric]:
    """Of a house on two machines; without a value in one that has one."""
    told = {
        "novamas_one_copy_since_timestamp_seconds": "Since when there is one copy of the house only, 0 if two.",
        "novamas_witness": "1 if the third machine answers, and votes.",
        "novamas_clock_difference_seconds": "Seconds by which this machine's clock is before the primary's.",
    }
    found = [GaugeMetricFamily(name, text) for name, text in told.items()]
    if settings.PAIR:
        alone = pair.alone_since()
        values = alone.timestamp() if alone else 0, pair.witness_votes(), pair.clock_difference()
        for one, value in zip(found, values, strict=True):
            one.add_metric([], value)
    yield from found


def _gauge(name: str, text: str, value: float) -> Metric:
    found = GaugeMetricFamily(name, text)
    found.add_metric([], value)
    return found
