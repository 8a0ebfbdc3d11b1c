"""When the database does not answer, or can write no more: what is told to whoever asks, and how it comes back.

A connection of the pool that PostgreSQL has closed is noticed only when it is used. So the first error makes somebody
look: while no server answers that takes writes, everybody else is refused at once, without a thread that waits for one;
then the pool looks at all of its connections.
"""

import asyncio
import threading
import time
from typing import Any

import structlog
from django.db import (
    DEFAULT_DB_ALIAS,
    DataError,
    InterfaceError,
    InternalError,
    OperationalError,
    connections,
)

from casino.common.refusals import Refusal
from casino.common.telemetry import metrics

# It may work in a moment. InternalError: of a server that only reads, or that has ended a transaction by itself.
OUTAGES = (OperationalError, InterfaceError, InternalError)
REFUSED = (*OUTAGES, DataError)  # DataError: it cannot keep what was said; every other error is a defect
# SQLSTATE: a lock did not come in time, a statement took too long, two waited for each other. Others are served.
BUSY = {"55P03", "57014", "40P01"}

BETWEEN = 0.2  # seconds between two looks
MOMENT = 0.1  # seconds between two questions whether it is over
HANDSHAKE = 15.0  # seconds for which a socket waits to be opened; a browser has more patience

log = structlog.get_logger("database")
_looking = threading.Lock()
_suspected = threading.Event()
_known = threading.Event()


def refusal(error: BaseException) -> Refusal:
    """The answer to whoever met this error, one of REFUSED."""
    if isinstance(error, DataError):
        log.warning("the database cannot keep what was said", error=str(error))
        return Refusal("cannot_be_kept")
    if is_busy(error):
        return Refusal("too_busy")
    noticed(error)
    return Refusal("unavailable")


def is_busy(error: BaseException) -> bool:
    """Whether somebody else had for too long what was asked for; the database itself is well."""
    return getattr(error.__cause__, "sqlstate", None) in BUSY or "database is locked" in str(error)


def noticed(error: BaseException) -> None:
    """Tell the log, and have somebody look for the database and drop the connections that are dead."""
    log.warning("the database does not answer", error=str(error))
    metrics.OUTAGES.inc()
    _suspected.set()
    pool = getattr(connections[DEFAULT_DB_ALIAS], "pool", None)
    if pool is not None and not pool.closed and _looking.acquire(blocking=False):
        threading.Thread(target=_look, args=(pool,), name="pool", daemon=True).start()


def is_known() -> bool:
    """Whether somebody has looked and found no PostgreSQL that takes writes, and goes on looking."""
    return _known.is_set()


async def known_is_over(patience: float = float("inf")) -> None:
    """Wait, without a thread, until no outage is known, or for so many seconds."""
    deadline = time.monotonic() + patience
    while _known.is_set() and time.monotonic() < deadline:
        await asyncio.sleep(MOMENT)


def is_suspected() -> bool:
    """Whether there was an error since the last `is_over`."""
    return _suspected.is_set()


def is_over() -> None:
    """The database has taken a write."""
    _suspected.clear()


def close_pool() -> None:
    """Before the process ends: the threads of a pool that is still open would be waited for in vain."""
    close = getattr(connections[DEFAULT_DB_ALIAS], "close_pool", None)
    if close is not None:
        close()


def _look(pool: Any) -> None:
    """Not by the pool's connections, which may lead to a server that has become a standby meanwhile."""
    database: Any = connections[DEFAULT_DB_ALIAS]  # of this thread, not connected
    try:
        while not pool.closed and not _takes_writes(database):
            _known.set()
            time.sleep(BETWEEN)
        if not pool.closed:
            pool.check()
    finally:
        _known.clear()
        _looking.release()


def _takes_writes(database: Any) -> bool:
    try:
        with database.Database.connect(**database.get_connection_params()) as connection:
            return not connection.execute("SELECT pg_is_in_recovery()").fetchone()[0]
    except database.Database.Error:
        return False
