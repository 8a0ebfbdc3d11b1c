"""What is promised, checked against what the database holds. Nothing here asks the product what is true."""

import sqlite3
from bisect import bisect_right
from typing import Any, NoReturn

from tables.live.hub import HEARTBEAT, TAKEN_WITHIN
from tables.live.rounds import PAUSE
from tests.simulation.clients import SILENCE, WAKING, WATCHED, Client
from tests.simulation.scheduler import Scheduler

# The oldest that a screen may be which says that it is live, where nothing is late: the server says nothing to a screen
# that is not up to date any more, as far as it knows; it learns that with the next heartbeat at the latest; and the
# screen bears so much silence
LIVE = HEARTBEAT + SILENCE + WATCHED + 0.3
WHOLE_FLOOR = None
Known = tuple[float, int]


class Broken(AssertionError):
    """A promise has not been kept."""


class Truth:
    """The versions that have been committed, with their times, read from the database itself."""

    def __init__(self, database: sqlite3.Connection, scheduler: Scheduler) -> None:
        self._database, self._scheduler = database, scheduler
        self._versions: dict[str, int] = {}
        self._history: dict[str | None, list[Known]] = {WHOLE_FLOOR: []}
        self.excuse = 0.0  # seconds that something has been late, so that all that follows may be
        self.learn()

    def learn(self) -> None:
        """Called after each commit."""
        found = self.ask("SELECT slug, version FROM tables_table")
        moved = [(slug, version) for slug, version in found if self._versions.get(slug) != version]
        for slug, version in moved:
            self._follows(slug)
            self._versions[slug] = version
            self._history.setdefault(slug, []).append((self._scheduler.now, version))
        if moved:
            self._history[WHOLE_FLOOR].append((self._scheduler.now, sum(self._versions.values())))

    def _follows(self, slug: str) -> None:
        """Each record begins where the one before it ended."""
        text = """
            SELECT number, first_seq, version FROM tables_record
            WHERE table_id = (SELECT id FROM tables_table WHERE slug = ?) ORDER BY number DESC LIMIT 2
        """
        (number, first, _), *before = self.ask(text, slug)
        if before and (number, first) != (before[0][0] + 1, before[0][2] + 1):
            self.broken(f"record {number} of {slug} begins with {first}, and before it comes {before[0]}")

    def ask(self, text: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the database holds, whatever trouble it makes to others."""
        return sqlite3.Connection.execute(self._database, text, values).fetchall()

    def version(self, topic: str | None) -> int:
        """The newest that has been committed."""
        return self._history[topic][-1][1]

    def outdated_for(self, topic: str | None, version: int) -> float:
        """Seconds since this version was not the newest any more; 0 if it is."""
        history = self._history[topic]
        place = bisect_right(history, version, key=lambda known: known[1])
        return self._scheduler.now - history[place][0] if place < len(history) else 0.0

    def broken(self, words: str) -> NoReturn:
        """A promise has not been kept: the simulation ends, whoever hears of it first."""
        self._scheduler.broken = Broken(words)
        raise self._scheduler.broken

    # Promises

    def told(self, topic: str | None, version: int, by: str) -> None:
        """Somebody is told of this version."""
        if version > self.version(topic):
            self.broken(f"{by} tells version {version} of {topic}, which has not been committed")

    def shown(self, client: Client) -> None:
        """The client shows what it shows."""
        if not client.is_live or self._scheduler.now < client.woke + WAKING + self.excuse:
            return
        old = self.outdated_for(client.topic, client.version)
        bound = LIVE + self.excuse + (PAUSE if client.topic is WHOLE_FLOOR else 0.0)
        if old > bound:
            newest = self.version(client.topic)
            words = (
                f"{client.name} says that it is live and shows version {client.version} instead of {newest}"
            )
            self.broken(f"{words}, which is {old:.1f} s old; {bound:.1f} s are allowed")

    def answered(self, key: str, answer: dict[str, Any]) -> None:
        """Somebody has been told that a command was accepted."""
        if not answer.get("ok") or "request" in answer:
            return
        found = self.ask("SELECT version FROM tables_record WHERE key = ?", key)
        if found != [(answer["version"],)]:
            self.broken(f"{key} was answered with version {answer['version']}; its records: {found}")

    def took_too_long(self, name: str, since: float | None) -> None:
        """A client is sent away because it took nothing: since then at the earliest."""
        waited = 0.0 if since is None else self._scheduler.now - since
        if waited + self.excuse < TAKEN_WITHIN:
            self.broken(f"{name} is sent away: it has taken nothing for {waited:.1f} s")

    def once(self) -> None:
        """No command has been carried out twice."""
        twice = self.ask(
            "SELECT key, count(*) FROM tables_record WHERE key <> '' GROUP BY key HAVING count(*) > 1"
        )
        if twice:
            self.broken(f"carried out more than once: {twice}")
