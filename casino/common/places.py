"""Places for work that may run side by side, so that a crowd at one door does not stand in another's."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from casino.common.errors import Refusal


class Places:
    """`at_once` may work at the same time, `waiting` more may wait for a place; who comes then is refused."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._let_in = threading.BoundedSemaphore(at_once + waiting)
        self._free = threading.BoundedSemaphore(at_once)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Work in one of the places, after waiting for it. Raises Refusal (`too_busy`) if too many wait already."""
        if not self._let_in.acquire(blocking=False):
            raise Refusal("too_busy")
        try:
            with self._free:
                yield
        finally:
            self._let_in.release()
