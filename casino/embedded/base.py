"""SQLite lets one connection write at a time, and the others poll until they are lucky or give up. Here the writers of
one process have turns: each waits for those who came before it. A reader waits for nobody.

Another process, such as a management command, is waited for as SQLite does it. Whoever has waited too long for either
is refused (`too_busy`), and nothing has happened.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from casino.common.errors import Refusal
from casino.embedded.together import Together
from casino.embedded.turns import Turns

T = TypeVar("T")

PATIENCE = 5.0  # seconds that a writer waits for those of its own process
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")

# By the file's name
_turns: defaultdict[str, Turns] = defaultdict(Turns)
_together: defaultdict[str, Together] = defaultdict(Together)


class Cursor(base.SQLiteCursorWrapper):
    """A statement that writes outside a transaction waits for its turn too."""

    turns: Turns

    def execute(self, query: str, params: Any = None) -> Any:
        with self._turn(query):
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Sequence[Any]) -> Any:  # type: ignore[override]
        with self._turn(query):
            return super().executemany(query, param_list)

    @contextmanager
    def _turn(self, query: str) -> Iterator[None]:
        alone = not self.connection.in_transaction and query.lstrip()[:7].upper().startswith(WRITES)
        if alone:
            _take(self.turns)
        try:
            yield
        finally:
            if alone:
                self.turns.give()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection. It has a turn while it is in a transaction that it began itself."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._has_turn = False

    @property
    def _turns(self) -> Turns:
        return _turns[str(self.settings_dict["NAME"])]

    def written_together(self, work: Callable[[], T]) -> T:
        """What `work` returns, called in a transaction that it may share with the work of other threads: see
        `casino.embedded.together`."""
        return _together[str(self.settings_dict["NAME"])].do(work, PATIENCE)

    def create_cursor(self, name: str | None = None) -> Cursor:
        """Django's, with the turns of this file."""
        self.ensure_connection()
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        cursor.turns = self._turns
        return cursor

    def _start_transaction_under_autocommit(self) -> None:
        _take(self._turns)
        self._has_turn = True
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException as error:
            self._end_turn()
            if isinstance(error, OperationalError) and "locked" in str(error):
                raise Refusal("too_busy") from error  # another process has written all the time
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._end_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            self._turns.give()


def _take(turns: Turns) -> None:
    if not turns.take(PATIENCE):
        raise Refusal("too_busy")
