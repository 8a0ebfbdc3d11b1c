"""The lock of a table's row, under which all is done that concerns its game or its money.

Who waits for it has a thread of the process. A row that nobody gives back, because a worker is frozen or an
administrator has left a transaction open, must not take the threads of all other tables with it: a few wait, as long
as the database lets them (`casino.common.environment.LIMITS`), and the others are told at once to come again.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition

from django.db import DEFAULT_DB_ALIAS, connections

from casino.common import clock
from casino.common.refusals import Refusal
from casino.common.sql.confirmed import confirmed
from casino.common.sql.outage import OUTAGES
from casino.journal import chain as journal
from tables.models import Table

ALL = "@all"  # stands for all tables; no slug
MOST = 2  # threads of this process that have the lock of one table or wait for it
# Seconds in which none of them has ended: then nobody else waits in a server, whose threads are few; a command of the
# shell keeps nobody else waiting.
SOON = 0.5
STUCK = 30.0


@dataclass(slots=True)
class _Queue:
    """`inside`: threads that have the lock or wait for it in the database; `outside`: those that wait for that;
    `moved`: when one of them has last ended."""

    moved: float
    inside: int = 0
    outside: int = 0


_queues: dict[str, _Queue] = {}
_changed = Condition()


def refuse_soon() -> None:
    """Let nobody wait long from now on: this process answers people, and needs its threads for others."""
    global STUCK
    STUCK = SOON


@contextmanager
def queued(*slugs: str) -> Iterator[None]:
    """A place in the queues for the locks of these tables' rows, until the block ends. Raises Refusal (`too_busy`)
    where too many wait already, and none of them gets on."""
    entered: list[str] = []
    is_moving = True
    try:
        for queue in _queues_for(slugs):
            _enter(queue)
            entered.append(queue)
        yield
    except OUTAGES:
        is_moving = False
        raise
    finally:
        for queue in reversed(entered):
            _leave(queue, is_moving=is_moving)


@contextmanager
def locked(*slugs: str) -> Iterator[list[Table]]:
    """A transaction that has locked the rows of these tables, as far as there are such, and then the journal: who waits
    for a row must not keep the whole house waiting for the journal meanwhile. Raises Refusal."""
    with queued(*slugs), confirmed():
        rows = Table.objects.select_for_update().filter(slug__in=slugs, retired=None).order_by("slug")
        found = list(rows) if slugs else []
        journal.hold()
        yield found


def _queues_for(slugs: Iterable[str]) -> list[str]:
    """One queue for each table; of a database with one writer one for all. Within a transaction the turn has come
    already."""
    database = connections[DEFAULT_DB_ALIAS]
    if database.in_atomic_block:
        return []
    return sorted(set(slugs)) if database.features.has_select_for_update else [ALL]


def _enter(slug: str) -> None:
    with _changed:
        queue = _queues.setdefault(slug, _Queue(clock.elapsed()))
        queue.outside += 1
        try:
            while queue.inside >= (1 if slug == ALL else MOST):
                left = queue.moved + STUCK - clock.elapsed()
                if left <= 0:
                    raise Refusal("too_busy")
                _changed.wait(left)
            queue.inside += 1
        finally:
            queue.outside -= 1


def _leave(slug: str, *, is_moving: bool) -> None:
    with _changed:
        queue = _queues[slug]
        queue.inside -= 1
        if is_moving:
            queue.moved = clock.elapsed()
        if not queue.inside and not queue.outside:
            del _queues[slug]
        _changed.notify_all()
