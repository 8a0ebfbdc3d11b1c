"""A jefe says that he has seen an alert: who and when is kept for each alert by itself. Rows are only added.

What alerts there are follows from the tables (`tables.alerts`); this module knows them by their keys only.
"""

import re
from collections.abc import Collection

from django.db import transaction

from casino.accounts.permissions import Right, may
from casino.common import clock, sql
from casino.common.errors import Refusal
from tables import notify, row_lock
from tables.engine.actor import Actor
from tables.models import AlertSeen, Table
from tables.notify import Subject

KEY = re.compile(r"[a-z_]+(-[a-z_0-9]+)+")
LONGEST = 60  # characters of a key


def check_may_see(actor: Actor) -> None:
    """Raise Refusal where he is none of those who say that they have seen an alert."""
    if not may(actor.role, Right.NOTE_ALERTS):
        raise Refusal("not_for_your_role")


def earlier(slug: str, key: str) -> AlertSeen | None:
    """The row of whoever has seen it already. Raises Refusal where no alert can have this key."""
    if len(key) > LONGEST or not KEY.fullmatch(key):
        raise Refusal("no_such_alert")
    return AlertSeen.objects.filter(table__slug=slug, key=key).first()


def enter(slug: str, key: str, actor: Actor) -> AlertSeen:
    """This alert has been seen, or the decision read that was shown to him. Where two do so at the same time, both get
    the first one's row. Raises Refusal."""
    with row_lock.held(slug) as tables:
        if not tables:
            raise Refusal("no_such_table")
        return earlier(slug, key) or _enter(tables[0], key, actor)


def of_table(table: int, keys: Collection[str]) -> dict[str, AlertSeen]:
    """Those of these alerts that have been seen at the table with this primary key."""
    found = AlertSeen.objects.filter(table=table, key__in=keys) if keys else ()
    return {one.key: one for one in found}


def of_tables(keys: Collection[tuple[int, str]]) -> dict[tuple[int, str], AlertSeen]:
    """The same for many tables: (primary key of the table, key of the alert) → the row."""
    tables, names = {table for table, _ in keys}, {key for _, key in keys}
    found = AlertSeen.objects.filter(table__in=tables, key__in=names) if keys else ()
    return {(one.table_id, one.key): one for one in found}


def moves() -> int:
    """How far the whole house has come: the newest row."""
    return sql.newest(AlertSeen)[0]


def moved_since(before: int) -> set[str]:
    """The tables at which an alert was seen since then."""
    return set(AlertSeen.objects.filter(pk__gt=before).values_list("table__slug", flat=True))


def _enter(table: Table, key: str, actor: Actor) -> AlertSeen:
    transaction.on_commit(
        lambda: notify.announce(table.slug, table.version, beside={Subject.ALERTS}), robust=True
    )
    return AlertSeen.objects.create(table=table, key=key, actor=actor.name, at=clock.now())
