"""How often somebody may do something."""

from collections import deque
from collections.abc import Hashable
from threading import Lock

from casino.common import clock

KEPT = 10_000  # of those who were seen last


class Pace:
    """At most `most` times within any `seconds`, for each one."""

    def __init__(self, most: int, seconds: float = 1.0) -> None:
        self._most, self._seconds = most, seconds
        self._times: dict[Hashable, deque[float]] = {}
        self._lock = Lock()

    def allows(self, who: Hashable) -> bool:
        """Whether `who` may do it now; if so, it is counted."""
        now = clock.elapsed()
        with self._lock:
            times = self._times.pop(who, None) or deque(maxlen=self._most)
            self._times[who] = times  # the last, now
            if len(self._times) > KEPT:
                del self._times[next(iter(self._times))]
            if len(times) == self._most and now - times[0] < self._seconds:
                return False
            times.append(now)
            return True
