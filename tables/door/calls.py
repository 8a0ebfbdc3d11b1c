"""The jefe is called to a table, says that he comes, and was there.

Each step is a row of the log of alerts (`tables.door.alert_log`), numbered by its key: `call-N` of who calls,
`called-N` of the jefe who says that he comes, as he says of an alert that he has seen it, and `came-N`. A table has one
call at a time.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet

from casino.common import clock
from casino.common.refusals import Refusal
from casino.people.permissions import Right, may
from tables.door import alert_log, row_lock
from tables.models import AlertSeen, Table
from tables.rules.roles import Actor

KEY = re.compile(r"(call|called|came)-(\d+)")
STEPS = Q(key__startswith="call-") | Q(key__startswith="called-") | Q(key__startswith="came-")
NEWEST = 6  # rows, among which the three of the last call are, whatever of earlier ones came late
LASTS = timedelta(hours=12)  # what nobody has ended by then is of another evening


class Call(NamedTuple):
    """A call that stands. `coming`: the jefe who has said that he comes, empty while nobody has."""

    number: int
    at: datetime
    actor: str
    coming: str


def alert_key(call: Call) -> str:
    """The key under which the jefe says that he comes."""
    return f"called-{call.number}"


def call(slug: str, actor: Actor) -> None:
    """Call the jefe to this table; while a call stands it is that one. Raises Refusal."""
    _check(slug, actor)
    with row_lock.locked(slug) as tables:
        table = _table(tables)
        if _standing(_rows(table.pk)) is None:
            alert_log.write(table, f"call-{_newest(table.pk) + 1}", actor)


def end(slug: str, actor: Actor) -> None:
    """The jefe was there, or is needed no more. Nothing happens where no call stands. Raises Refusal."""
    _check(slug, actor)
    with row_lock.locked(slug) as tables:
        table = _table(tables)
        found = _standing(_rows(table.pk))
        if found:
            alert_log.write(table, f"came-{found.number}", actor)


def at_table(table: int) -> Call | None:
    """The call that stands at the table with this primary key."""
    return _standing(_rows(table))


def at_tables(tables: Iterable[int]) -> dict[int, Call]:
    """The same for many tables."""
    rows: dict[int, list[AlertSeen]] = {}
    for row in AlertSeen.objects.filter(STEPS, table__in=list(tables), at__gt=clock.now() - LASTS).order_by(
        "-pk"
    ):
        if len(kept := rows.setdefault(row.table_id, [])) < NEWEST:
            kept.append(row)
    found = {table: _standing(kept) for table, kept in rows.items()}
    return {table: one for table, one in found.items() if one}


def _check(slug: str, actor: Actor) -> None:
    if not may(actor.role, Right.CALL_JEFE):
        raise Refusal("not_for_your_role")
    actor.check_serves(slug)


def _table(tables: Sequence[Table]) -> Table:
    if not tables:
        raise Refusal("no_such_table")
    return tables[0]


def _rows(table: int) -> list[AlertSeen]:
    """The newest first."""
    return list(_steps(table).filter(at__gt=clock.now() - LASTS)[:NEWEST])


def _steps(table: int) -> QuerySet[AlertSeen]:
    return AlertSeen.objects.filter(STEPS, table=table).order_by("-pk")


def _newest(table: int) -> int:
    last = _steps(table).filter(key__startswith="call-").first()
    return _number(last) if last else 0


def _number(row: AlertSeen) -> int:
    found = KEY.fullmatch(row.key)
    return int(found[2]) if found else 0


def _standing(rows: list[AlertSeen]) -> Call | None:
    """The last call, if nobody has ended it. `rows`: of one table, the newest first. A row of an earlier call may lie
    after it."""
    steps = {row.key: row for row in rows}
    first = next((row for row in rows if row.key.startswith("call-")), None)
    if not first or f"came-{_number(first)}" in steps:
        return None
    comes = steps.get(f"called-{_number(first)}")
    return Call(_number(first), first.at, first.actor, comes.actor if comes else "")
