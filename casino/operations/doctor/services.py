"""Checks of what the house works with: database, Redis, workers, certificate."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from casino.common.environment import words
from casino.common.sql.encoding import encoding_of
from casino.operations import release, worker
from casino.operations.doctor.finding import Finding, fault, fine, first_line, warning
from casino.operations.worker import health
from tables.record.database_rights import is_owner

FEW_DAYS = 21  # before a certificate ends


def database() -> Iterator[Finding]:
    """Whether the database answers, and is of this version."""
    said: dict[str, object] = {"database": connection.display_name}
    try:
        executor = MigrationExecutor(connection)
    except DatabaseError as error:
        yield fault(
            "database",
            _("The %(database)s database does not answer: see that it runs.") % said,
            first_line(error),
        )
        return
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        says = _("Migrations that are not applied: %(number)s. novamas manage migrate applies them.")
        yield fault("database", says % {"number": len(waiting)})
    else:
        yield fine("database", _("%(database)s answers, and is of this version.") % said)
    if (encoding := encoding_of(connection.alias)) not in {"UTF8", None}:
        says = _("The database is in %(encoding)s and cannot hold every name: make it anew in UTF8.")
        yield fault("database", says % {"encoding": encoding})
    if role := is_owner():
        says = _(
            "The house serves as %(role)s, which owns the tables: a weakness of the product could change the record."
            " docs/security.md says how to serve as another role."
        )
        yield warning("database", says % {"role": role})


def redis() -> Iterator[Finding]:
    """Whether Redis answers, if the house has it."""
    url = os.environ.get("REDIS_URL")
    if not url:
        yield fine("redis", _("There is no Redis: one process serves the house."))
        return
    from redis import Redis, RedisError

    try:
        Redis.from_url(url, socket_timeout=3, socket_connect_timeout=3).ping()
        yield fine("redis", _("Redis answers."))
    except RedisError as error:
        says = _("Redis does not answer, so screens follow only every two seconds: see that it runs.")
        yield fault("redis", says, first_line(error))


def workers() -> Iterator[Finding]:
    """Whether each worker of WORKER_PORTS is ready, and runs the release that is to serve."""
    host = next((name for name in settings.ALLOWED_HOSTS if name != "*"), "localhost")
    serving = release.current(Path(place)) if (place := os.environ.get("RELEASES")) else None
    for port in words("WORKER_PORTS"):
        if (says := health(port, host)) == "ok":
            yield _of_release(port, worker.release(port, host), serving.name if serving else "")
        else:
            told = _("It is not ready: systemctl status novamas@%(port)s") % {"port": port}
            yield fault(f"worker {port}", told, says)


def _of_release(port: str, runs: str, serving: str) -> Finding:
    """About a worker that is ready. One that does not say what it runs is of a release that did not yet."""
    if not runs or not serving or runs == serving:
        return fine(f"worker {port}", _("It is ready."))
    told = _("It runs %(runs)s, and %(serving)s is to serve: novamas restart")
    return fault(f"worker {port}", told % {"runs": runs, "serving": serving})


def certificate() -> Iterator[Finding]:
    """When the certificate of CERTIFICATE ends."""
    name = os.environ.get("CERTIFICATE")
    if not name:
        return
    found = x509.load_pem_x509_certificate(Path(name).read_bytes())
    ends = found.not_valid_after_utc
    said, days = {"file": name, "day": f"{ends:%Y-%m-%d}"}, (ends - datetime.now(UTC)).days
    if days < 0:
        yield fault("certificate", _("%(file)s has ended, and tablets refuse it: renew it.") % said)
    elif days < FEW_DAYS:
        yield warning("certificate", _("%(file)s ends on %(day)s: renew it.") % said)
    else:
        yield fine("certificate", _("%(file)s is good until %(day)s.") % said)
