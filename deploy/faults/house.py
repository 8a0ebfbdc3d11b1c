"""A house in full play: its tables, the people and the screens at each."""

import asyncio
import json
import time
from contextlib import suppress
from random import Random
from typing import Any

from casino.accounts.permissions import Role
from deploy.faults.clients import Client, Ledger
from deploy.faults.place import Place, make_origin
from deploy.faults.players import Counter, Gate, Rival, RobotPlayer, play_on
from deploy.faults.screens import Screen
from deploy.histories.operation import COMMAND, Operation

FURNISHING = "from deploy.faults.furnish import furnish; furnish({})"
EVERY_TABLE = ""  # in place of a table: the floor, whose version is the sum of all

Json = dict[str, Any]


async def furnish(here: Place, tables: int) -> list[Json]:
    """What opens the doors of every house: for each table its sessions and its wall's cookie."""
    found: list[Json] = json.loads(await make_origin(here, FURNISHING.format(tables)))
    return found


class House:
    """Who plays and watches. `pace`: seconds between two acts of a robot; `others`: how much rarer than usual the rival
    and the clerk act beside it."""

    def __init__(self, here: Place, tables: list[Json], seed: str, pace: float, others: float = 1.0) -> None:
        self._here, self._tables, self._seed = here, tables, seed
        self._paces = pace, 1.5 * pace * others, 2.5 * pace * others
        self.ledger, self.gate = Ledger(), Gate()
        self.screens: list[Screen] = []
        self._clients: list[Client] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def first(self) -> list[Operation]:
        """What was done at each table before anybody plays, and its money."""
        for table in self._tables:
            await self._client(table, Role.CROUPIER, "first").money()
        readings = self.ledger.take()
        return [*map(_opening, self._tables), *readings]

    def begin(self) -> None:
        """People sit down, screens are switched on; they play once the gate is open."""
        for table in self._tables:
            self._people(table)
            self._screens_of(table)
        self._screen(EVERY_TABLE, 0, "/ws/screens/floor/", self._tables[0][Role.JEFE])
        self._tasks += [asyncio.create_task(screen.run()) for screen in self.screens]

    async def end(self) -> None:
        """Everybody goes home."""
        for task in self._tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)
        for client in self._clients:
            client.close()

    def failures(self) -> list[BaseException]:
        """Of people and screens: there must be none."""
        done = [task for task in self._tasks if task.done() and not task.cancelled()]
        return [error for task in done if (error := task.exception())]

    def _people(self, table: Json) -> None:
        chance = Random(f"{self._seed} {table['slug']}")  # noqa: S311 (a game)
        robot = RobotPlayer(self._client(table, Role.JEFE, "robot"), chance.randrange(10**6))
        rival = Rival(self._client(table, Role.CROUPIER, "rival"), chance)
        people = [(Role.CROUPIER, "clerk"), (Role.CROUPIER, "other tablet"), (Role.CAMBISTA, "cashier")]
        counter = Counter(*(self._client(table, role, seed) for role, seed in people), chance)
        for act, pace in zip((robot.act, rival.act, counter.act), self._paces, strict=True):
            self._tasks.append(asyncio.create_task(play_on(self.gate, act, pace, chance)))

    def _client(self, table: Json, role: str, seed: str) -> Client:
        doors = self._here.doors()
        client = Client(
            self.ledger, doors, table["slug"], role, table[role], f"{self._seed} {table['slug']} {seed}"
        )
        self._clients.append(client)
        return client

    def _screens_of(self, table: Json) -> None:
        slug, worker = table["slug"], 1 + len(self.screens) // 2 % 2
        self._screen(slug, 0, f"/ws/screens/console/{slug}/", table[Role.CROUPIER])
        self._screen(slug, worker, f"/ws/screens/wall/{slug}/", f"wall1={table['wall']}")

    def _screen(self, table: str, door: int, path: str, cookie: str) -> None:
        seed = f"{self._seed} {len(self.screens)}"
        self.screens.append(Screen(table, self._here.doors()[door], path, cookie, seed))


def _opening(table: Json) -> Operation:
    now, who = time.monotonic(), ("julio", str(Role.JEFE))
    return Operation(table["slug"], COMMAND, table["opening"], *who, now, now, 200, table["answer"])
