"""How often the pages of all tables are told: in rounds, so that twenty changes a second are two messages."""

import asyncio
from collections.abc import Callable, Iterable

from tables.live.audience import Audience

PAUSE = 0.5  # seconds between two rounds: half of what a tile may be old


class Rounds:
    """Calls `tell` with the names of the parts that have changed since the last round for this audience: at once after
    a quiet time, then after a pause for all that came meanwhile."""

    def __init__(self, tell: Callable[[Audience, set[str]], None]) -> None:
        self._tell = tell
        self._changed: dict[Audience, set[str]] = {}
        self._pauses: dict[Audience, asyncio.TimerHandle] = {}

    def add(self, audience: Audience, names: Iterable[str]) -> None:
        """These parts have changed; none, where only the version has."""
        self._changed.setdefault(audience, set()).update(names)
        if audience not in self._pauses:
            self._go_round(audience)

    def is_behind(self, audience: Audience) -> bool:
        """Whether something has changed that is told with the next round."""
        return audience in self._changed

    def stop(self) -> None:
        """Forget everything."""
        for pause in self._pauses.values():
            pause.cancel()
        self._pauses.clear()
        self._changed.clear()

    def _go_round(self, audience: Audience) -> None:
        self._pauses.pop(audience, None)
        if audience in self._changed:
            self._pauses[audience] = asyncio.get_running_loop().call_later(PAUSE, self._go_round, audience)
            self._tell(audience, self._changed.pop(audience))
