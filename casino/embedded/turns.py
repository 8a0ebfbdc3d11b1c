"""A lock that is given to those who wait for it in the order in which they came."""

from collections import deque
from threading import Lock


class Turns:
    """Unlike `threading.Lock`, it never lets one wait while another, who came later, has two turns."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    def take(self, patience: float) -> bool:
        """Wait for the next turn, for so many seconds at most. False: it has not come."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=patience):
            return True
        with self._guard:
            if mine not in self._waiting:  # it came at the last moment
                return True
            self._waiting.remove(mine)
            return False

    def give(self) -> None:
        """End the turn: it goes to the one who has waited longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
