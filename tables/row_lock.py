"""The lock of a table's row, under which all is done that concerns its game or its money.

Who waits for it has a thread of the process. A row that nobody gives back, because a worker is frozen or an
administrator has left a transaction open, must not take the threads of all other tables with it: a few wait, as long
as the database lets them (`casino.environment.LIMITS`), and the others are told at once to come again.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Condition

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from casino.common import clock
from casino.common.errors import Refusal
from casino.common.outage import OUTAGES
from casino.journal import chain as journal
from tables.models import Table

MOST = 2  # threads of this process that have the lock of one table or wait for it
SOON = (
    0.5  # seconds in which none of them has ended: then nobody else waits in a server, whose threads are few
)
STUCK = 30.0  # the same for a command, which keeps nobody else waiting


@dataclass(slots=True)
class _Line:
    """`inside`: threads that have the lock or wait for it in the database; `outside`: those that wait for that;
    `moved`: when one of them has last ended."""

    moved: float
    inside: int = 0
    outside: int = 0


_lines: dict[str, _Line] = {}
_changed = Condition()


def refuse_soon() -> None:
    """This process answers people: from now on it needs its threads for others."""
    global STUCK
    STUCK = SOON


@contextmanager
def turn(slug: str) -> Iterator[None]:
    """Work that waits for the lock of this table's row, and has it. Raises Refusal (`too_busy`) where too many wait
    already, and none of them gets on."""
    database = connections[DEFAULT_DB_ALIAS]
    # The embedded database has one writer, and turns of its own. Within a transaction the turn has come already.
    if not database.features.has_select_for_update or database.in_atomic_block:
        yield
        return
    _enter(slug)
    is_moving = True
    try:
        yield
    except OUTAGES:
        is_moving = False
        raise
    finally:
        _leave(slug, is_moving=is_moving)


@contextmanager
def held(*slugs: str) -> Iterator[list[Table]]:
    """A transaction that has the rows of these tables, as far as there are such, and then the journal: who waits for a
    row must not keep the whole house waiting for the journal meanwhile. Raises Refusal."""
    with ExitStack() as turns:
        for slug in sorted(set(slugs)):
            turns.enter_context(turn(slug))
        with transaction.atomic():
            rows = Table.objects.select_for_update().filter(slug__in=slugs, retired=None).order_by("slug")
            found = list(rows) if slugs else []
            journal.hold()
            yield found


def _enter(slug: str) -> None:
    with _changed:
        line = _lines.setdefault(slug, _Line(clock.elapsed()))
        line.outside += 1
        try:
            while line.inside >= MOST:
                left = line.moved + STUCK - clock.elapsed()
                if left <= 0:
                    raise Refusal("too_busy")
                _changed.wait(left)
            line.inside += 1
        finally:
            line.outside -= 1


def _leave(slug: str, *, is_moving: bool) -> None:
    with _changed:
        line = _lines[slug]
        line.inside -= 1
        if is_moving:
            line.moved = clock.elapsed()
        if not line.inside and not line.outside:
            del _lines[slug]
        _changed.notify_all()
