"""When the database does not answer, or can write no more: what is told to whoever asks, and how it comes back.

A connection of the pool that PostgreSQL has closed is noticed only when it is used. So the first error makes the pool
look at all of them.
"""

import threading

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

log = structlog.get_logger("database")
_looking = threading.Lock()
_suspected = threading.Event()


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
    """Tell the log, and let the pool drop the connections that are dead."""
    log.warning("the database does not answer", error=str(error))
    metrics.OUTAGES.inc()
    _suspected.set()
    pool = getattr(connections[DEFAULT_DB_ALIAS], "pool", None)
    if pool is not None and not pool.closed and _looking.acquire(blocking=False):
        threading.Thread(target=_look, args=(pool,), name="pool", daemon=True).start()


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


def _look(pool: object) -> None:
    try:
        pool.check()  # type: ignore[attr-defined]  # psycopg_pool is not there without PostgreSQL
    finally:
        _looking.release()
