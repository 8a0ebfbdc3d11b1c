"""The content of a support bundle. Only what is listed here goes in: nothing is taken out of anything larger."""

import os
import platform
import sys
from importlib.metadata import distributions
from typing import Any

from django.conf import settings
from django.db import connection

from casino.common.version import VERSION
from casino.operations.backup import facts
from casino.operations.doctor import examine

# Settings whose values tell nothing of the house but how it is set up.
SHOWN = (
    *(
        "DEBUG",
        "HTTPS",
        "BEHIND_PROXY",
        "DEMO",
        "LOG_JSON",
        "LOG_LEVEL",
        "DECIMALS",
        "DAY_BEGINS",
        "TIME_ZONE",
    ),
    *("DATABASE_POOL", "WORKER_PORTS", "BACKUP_KEEP_WEEKS"),
)
# Findings whose sentences are made of the product's own words; others may quote a path or a server's answer.
PLAIN = {"version", "disk", "memory", "clock", "locale", "staff", "backup"}


def parts() -> dict[str, Any]:
    """Each part with its name."""
    return {
        "machine": _machine(),
        "settings": {name: os.environ[name] for name in SHOWN if name in os.environ},
        "findings": _findings(),
        "packages": {found.name: found.version for found in distributions()},
        "database": _database(),
    }


def _machine() -> dict[str, Any]:
    return {
        "version": VERSION,
        "python": sys.version,
        "system": platform.system(),
        "release": platform.release(),
        "cores": os.cpu_count(),
        "pages": os.sysconf("SC_PHYS_PAGES"),
    }


def _findings() -> list[dict[str, str]]:
    return [
        {"about": found.about, "level": found.level}
        | ({"says": found.says} if _is_plain(found.about, found.says) else {})
        for found in examine()
    ]


def _is_plain(about: str, says: str) -> bool:
    return about in PLAIN and str(settings.VAR_DIR) not in says


def _database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        found = facts.facts(cursor, _readable(cursor))
        numbers = sorted(number for number, _digest in found["ends"].values())
        applied = facts.migrations(cursor)
    return {"kind": connection.vendor, "rows": found["rows"], "records": numbers, "migrations": applied}


def _readable(cursor: Any) -> set[str]:
    """The tables that the role of the house may read: it has no business in some of Django's own."""
    if connection.vendor != "postgresql":
        return set(facts.tables())
    cursor.execute(
        "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
        " AND has_table_privilege(oid, 'SELECT')"
    )
    return set(facts.tables()) & {name for (name,) in cursor.fetchall()}
