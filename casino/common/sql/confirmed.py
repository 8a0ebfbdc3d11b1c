"""Transactions that are answered only when their commit is on each disk where it must be.

PostgreSQL with a synchronous standby waits, within COMMIT, until the standby has it too. Whoever cancels this wait, an
administrator with pg_cancel_backend or a statement_timeout, gets the commit acknowledged with no more than a warning,
though it may be lost with the machine.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.db import OperationalError, transaction

WARNING = "01000"  # SQLSTATE
WAIT = "SyncRepWaitForLSN"  # where PostgreSQL waits for its standby; the words of the warning are in its own language
_thread = threading.local()


@contextmanager
def confirmed() -> Iterator[None]:
    """A transaction, as `atomic`. Raises OperationalError after a commit that may be on one disk alone: what was asked
    may be done, and asking again under the same key tells."""
    _thread.is_doubtful = False
    with transaction.atomic():
        yield
    if _thread.is_doubtful:
        raise OperationalError("the wait for the standby was cancelled: the commit is on one disk alone")


def listen(connection: Any, **_: Any) -> None:
    """Hear the warnings of a connection that Django has just taken (the signal `connection_created`)."""
    if connection.vendor != "postgresql":
        return
    with suppress(ValueError):  # it came from the pool, and is heard already
        connection.connection.remove_notice_handler(_hear)
    connection.connection.add_notice_handler(_hear)


def _hear(said: Any) -> None:
    if said.sqlstate == WARNING and said.source_function == WAIT:
        _thread.is_doubtful = True
