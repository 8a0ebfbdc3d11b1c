"""Checks of what the house works with: database, Redis, workers, certificate."""

import json
import os
import shutil
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from cryptography import x509
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from casino.environment import words
from casino.operations.doctor.finding import Finding, fault, fine, warning
from tables.database_rights import is_owner

FEW_DAYS = 21  # before a certificate ends


def database() -> Iterator[Finding]:
    """Whether the database answers, and is of this version."""
    try:
        executor = MigrationExecutor(connection)
    except DatabaseError as error:
        said = str(error).strip().splitlines()[0]
        yield fault("database", f"The {connection.display_name} database does not answer: {said}")
        return
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if waiting:
        yield fault(
            "database", f"{len(waiting)} migrations are not applied: novamas manage migrate applies them."
        )
    else:
        yield fine("database", f"{connection.display_name} answers, and is of this version.")
    if role := is_owner():
        advice = "a weakness of the product could change the record. docs/security.md says how to serve as another role"
        yield warning("database", f"The house serves as {role}, which owns the tables: {advice}.")
    if connection.vendor == "postgresql" and shutil.which("pg_dump") is None:
        yield fault(
            "database",
            "There is no pg_dump here, without which no backup is made: install postgresql-client.",
        )


def redis() -> Iterator[Finding]:
    """Whether Redis answers, if the house has it."""
    url = os.environ.get("REDIS_URL")
    if not url:
        yield fine("redis", "None is set: one process serves the house.")
        return
    from redis import Redis, RedisError

    try:
        Redis.from_url(url, socket_timeout=3, socket_connect_timeout=3).ping()
        yield fine("redis", "Redis answers.")
    except RedisError as error:
        yield fault("redis", f"Redis does not answer, so screens follow only every two seconds: {error}")


def workers() -> Iterator[Finding]:
    """Whether each worker of WORKER_PORTS is ready."""
    for port in words("WORKER_PORTS"):
        says = _health(int(port))
        if says == "ok":
            yield fine(f"worker {port}", "It is ready.")
        else:
            yield fault(f"worker {port}", f"It is not ready ({says}): systemctl status novamas@{port}")


def certificate() -> Iterator[Finding]:
    """When the certificate of CERTIFICATE ends."""
    name = os.environ.get("CERTIFICATE")
    if not name:
        return
    found = x509.load_pem_x509_certificate(Path(name).read_bytes())
    days = (found.not_valid_after_utc - datetime.now(UTC)).days
    if days < 0:
        yield fault("certificate", f"{name} has ended: tablets refuse it.")
    elif days < FEW_DAYS:
        yield warning("certificate", f"{name} ends in {days} days: renew it.")
    else:
        yield fine("certificate", f"{name} is good for {days} days.")


def _health(port: int) -> str:
    host = next((name for name in settings.ALLOWED_HOSTS if name != "*"), "localhost")
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/healthz", headers={"Host": host})
    try:
        with urllib.request.urlopen(asked, timeout=5) as response:  # noqa: S310
            return str(json.load(response)["status"])
    except urllib.error.HTTPError as error:
        return _status(error.read())
    except OSError as error:
        return str(getattr(error, "reason", error))


def _status(body: bytes) -> str:
    try:
        return str(json.loads(body)["status"])
    except (ValueError, KeyError, TypeError):
        return "no answer of ours"
