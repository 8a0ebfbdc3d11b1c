"""A house on two machines (docs/two-machines.md): whether the second copy is there, whether the witness votes, by how
much the clocks differ, and whether both machines have the same keys. All of it is asked of the servers themselves."""

import json
import urllib.request
from datetime import UTC, datetime

from django.conf import settings
from django.db import connection

HEALTH_PORT = 2381  # at which etcd says how it is to whoever asks
PATIENCE = 3.0  # seconds

# The configuration is read anew when the standby is given up, and again when it is back.
ALONE = """
    SELECT pg_conf_load_time() WHERE NOT EXISTS (
        SELECT FROM pg_stat_replication WHERE coalesce(sync_state, 'sync') IN ('sync', 'quorum')
    )"""  # null: it is hidden from this role
HIDDEN = "SELECT NOT pg_has_role('pg_read_all_stats', 'USAGE')"
LEADER = "SELECT host(inet_server_addr())"
WORKERS = "SELECT DISTINCT application_name FROM pg_stat_activity WHERE application_name LIKE 'novamas %'"


def alone_since() -> datetime | None:
    """Since when what is accepted is on the disk of one machine alone; None while two have it, and of a house on one
    machine."""
    if not settings.PAIR:
        return None
    return next((since for (since,) in _rows(ALONE)), None)


def leader_elsewhere() -> str:
    """The name of the other machine, while its database is the primary; empty while it is this one's, and of a house on
    one machine."""
    if not settings.PAIR:
        return ""
    [(address,)] = _rows(LEADER)
    leader = next(name for name, ip in settings.PAIR.items() if ip == address)
    return "" if leader == settings.PAIR_HERE else str(leader)


def is_hidden() -> bool:
    """Whether the database does not show this role its standby."""
    return any(hidden for (hidden,) in _rows(HIDDEN))


def witness_votes() -> bool:
    """Whether the third machine answers, and is part of a majority."""
    address = [*settings.PAIR.values()][2]
    try:
        with urllib.request.urlopen(f"http://{address}:{HEALTH_PORT}/health", timeout=PATIENCE) as answer:
            return bool(json.load(answer)["health"] == "true")
    except (OSError, ValueError, KeyError):
        return False


def clock_difference() -> float:
    """Seconds by which the clock of this machine is before that of the machine whose database is the primary."""
    before = datetime.now(UTC)
    [(theirs,)] = _rows("SELECT clock_timestamp()")
    ours = before + (datetime.now(UTC) - before) / 2
    return float((ours - theirs).total_seconds())


def keys_of_machines() -> dict[str, set[str]]:
    """Machine → the fingerprints of the keys that its workers have."""
    found: dict[str, set[str]] = {}
    for (name,) in _rows(WORKERS):
        _novamas, machine, fingerprint = name.split(" ")
        found.setdefault(machine, set()).add(fingerprint)
    return found


def _rows(statement: str) -> list[tuple]:  # type: ignore[type-arg]
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())
