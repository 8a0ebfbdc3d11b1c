"""What must hold at the end of a round, when nobody is at anything: read from the database itself."""

from collections import Counter
from typing import Any

import psycopg

from deploy.histories.operation import COMMAND, REQUEST, Operation

RECORDS = """
SELECT r.id, t.slug, r.key, r.version FROM tables_record r JOIN tables_table t ON t.id = r.table_id
WHERE r.id > %s ORDER BY r.id
"""
SLIPS = "SELECT id, number, key FROM cage_slip WHERE id > %s ORDER BY id"
CREATED = 201


class Proofs:
    """Remembers how far the database has been read."""

    def __init__(self, statements: psycopg.Connection[Any]) -> None:
        """What lies there already is not looked at."""
        self._record = _last(statements, "tables_record")
        self._slip = _last(statements, "cage_slip")

    def once_each(self, statements: psycopg.Connection[Any], operations: list[Operation]) -> list[str]:
        """What was answered as done is recorded once, what was refused is not, and nothing else is."""
        records = statements.execute(RECORDS, [self._record]).fetchall()
        slips = statements.execute(SLIPS, [self._slip]).fetchall()
        self._record = records[-1][0] if records else self._record
        self._slip = slips[-1][0] if slips else self._slip
        done = {
            one.key: one.answer["version"]
            for one in operations
            if one.kind == COMMAND and one.answer and one.answer["ok"]
        }
        asked = {
            f"{one.actor}:{one.key}": one.answer["slip"]["number"]
            for one in operations
            if one.kind == REQUEST and one.answer and one.status == CREATED
        }
        recorded = [(key, version) for _, _, key, version in records]
        return compared("command", done, recorded) + compared(
            "slip", asked, [(key, n) for _, n, key in slips]
        )


def versions_of(statements: psycopg.Connection[Any]) -> dict[str, int]:
    """Table → its version."""
    return dict(statements.execute("SELECT slug, version FROM tables_table").fetchall())


def compared(what: str, told: dict[str, int], written: list[tuple[str, int]]) -> list[str]:
    """What differs between what clients were told, {key: result}, and what is written."""
    times = Counter(key for key, _ in written)
    found = [f"doubled: {what} {key} was done {number} times" for key, number in times.items() if number > 1]
    lost = [key for key, value in told.items() if (key, value) not in set(written)]
    found += [f"lost: {what} {key} was answered as done and is not there" for key in lost]
    return found + [
        f"unasked: {what} {key} is there, and nobody was told" for key in times if key not in told
    ]


def _last(statements: psycopg.Connection[Any], table: str) -> int:
    row = statements.execute(f"SELECT COALESCE(MAX(id), 0) FROM {table}").fetchone()
    assert row
    return int(row[0])
