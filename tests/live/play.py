"""A house in full play: at each table a robot, a rival who touches the same table, a clerk at the counter with his
cambista, and their screens."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

from casino.people.permissions import Role
from tables.robot.robot import Robot
from tests.live.clients import Client, Seen
from tests.live.histories.operation import COMMAND, REQUEST, SNAPSHOT, STEP, Json, Operation
from tests.live.house import House
from tests.live.screens import Screen

EVERY_TABLE = ""  # in place of a table: the floor, whose version is the sum of all
MOST_OPEN = 4  # slips that wait at a table: a counter that asked for more and more would never be at rest

Act = Callable[[], Awaitable[None]]


class Gate:
    """Closed at the end of a round: everybody finishes what he is at and waits."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def open(self) -> None:
        """Play on."""
        self._open.set()

    async def close(self) -> None:
        """Returns when nobody is at anything any more."""
        self._open.clear()
        await self._idle.wait()

    async def run(self, act: Act) -> None:
        """Act when the gate is open."""
        await self._open.wait()
        self._busy += 1
        self._idle.clear()
        try:
            await act()
        finally:
            self._busy -= 1
            if not self._busy:
                self._idle.set()


async def play_on(gate: Gate, act: Act, pace: float, chance: Random) -> None:
    """Act again and again, until cancelled."""
    while True:
        await asyncio.sleep(pace * chance.uniform(0.5, 1.5))
        await gate.run(act)


class RobotPlayer:
    """Plays the table as a tablet would."""

    def __init__(self, client: Client, seed: int) -> None:
        self._client, self._robot = client, Robot(seed)

    async def act(self) -> None:
        """Look, and give the next command."""
        command = self._robot.next(await self._client.ask(SNAPSHOT))
        if command is None:
            return
        answer = await self._client.ask(COMMAND, command)
        if not answer["ok"]:
            self._robot.refused(command, answer["error"]["code"])


class Rival:
    """Another tablet at the same table, which does not wait for the first: much of what it says is refused."""

    def __init__(self, client: Client, chance: Random) -> None:
        self._client, self._chance = client, chance
        self._last: Json = {}

    async def act(self) -> None:
        """A remark, a bet, a person who comes or goes, an undo."""
        now = self._last
        if not now or self._chance.random() < 0.3:
            self._last = now = await self._client.ask(SNAPSHOT)
        await self._client.ask(COMMAND, self._command(now))

    def _command(self, now: Json) -> Json:
        people = [player for player in now["seats"].values() if player] or ["ana"]
        bet = {"player": self._chance.choice(people), "chance": self._chance.choice(["punto", "banca"])}
        newcomer = f"guest-{self._chance.randrange(4)}"
        choices: list[tuple[float, Json]] = [
            (4, {"command": "note", "text": f"number {self._chance.randrange(10**6)}"}),
            (4, {"command": "place_bet", **bet, "amount": 100}),
            (1, {"command": "remove_bet", **bet}),
            (2, {"command": "join", "player": newcomer, "name": newcomer}),
            (2, {"command": "leave", "player": newcomer}),
            (1, {"command": "undo"}),
            (1, {"command": "note", "text": "expected", "expected_version": now["version"]}),
        ]
        return self._chance.choices([each for _, each in choices], [weight for weight, _ in choices])[0]


class Counter:
    """A clerk asks for fills, the cambista sends them, the clerk receives them, on two tablets; all touch too early
    and twice."""

    def __init__(self, clerk: Client, other: Client, cambista: Client, chance: Random) -> None:
        self._clerk, self._other, self._cambista, self._chance = clerk, other, cambista, chance
        self._open: list[int] = []

    async def act(self) -> None:
        """A new slip, or a step of one that lies there."""
        if not self._open or (len(self._open) < MOST_OPEN and self._chance.random() < 0.25):
            chips = {"100": self._chance.randint(1, 5)}
            answer = await self._clerk.ask(REQUEST, {"kind": "fill", "chips": chips})
            self._open.append(answer["slip"]["number"])
        else:
            await self._step()

    async def _step(self) -> None:
        number = self._chance.choice(self._open)
        who, step = self._chance.choice(
            [(self._cambista, "sent")] * 3 + [(self._clerk, "received")] * 3 + [(self._clerk, "void")]
        )
        if self._chance.random() < 0.3:  # both tablets at once
            other = self._other.ask(STEP, {"number": number, "step": "received"})
            answer, _ = await asyncio.gather(who.ask(STEP, {"number": number, "step": step}), other)
        else:
            answer = await who.ask(STEP, {"number": number, "step": step})
        ended = answer["slip"]["state"] in ("done", "void") if answer["ok"] else False
        if ended or answer.get("error", {}).get("code") == "slip_done":
            self._open.remove(number)


class Play:
    """Who plays and watches. `pace`: seconds between two acts of a robot; `others`: how much rarer than usual the rival
    and the clerk act beside it."""

    def __init__(self, house: House, seed: str, pace: float, others: float) -> None:
        self._house, self._seed = house, seed
        self.tables = house.tables[:-1]  # at the last one nobody plays
        self._paces = pace, 1.5 * pace * others, 2.5 * pace * others
        self.seen, self.gate = Seen(), Gate()
        self.screens: list[Screen] = []
        self._clients: list[Client] = []
        self._tasks: list[asyncio.Task[None]] = []

    def first(self) -> list[Operation]:
        """What was done at each table before anybody plays."""
        return [*map(_opening, self.tables)]

    def begin(self) -> None:
        """Let people sit down and switch the screens on; they play once the gate is open."""
        for table in self.tables:
            self._people(table)
            self._screens_of(table)
        self._screen(EVERY_TABLE, 0, "/ws/screens/floor/", self.tables[0][Role.JEFE])
        self._tasks += [asyncio.create_task(screen.run()) for screen in self.screens]

    async def end(self) -> None:
        """Send everybody home."""
        for task in self._tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)
        for client in self._clients:
            client.close()

    def failures(self) -> list[str]:
        """Those of people and screens: there must be none."""
        done = [task for task in self._tasks if task.done() and not task.cancelled()]
        return [f"{type(error).__name__}: {error}" for task in done if (error := task.exception())]

    def _people(self, table: Json) -> None:
        chance = Random(f"{self._seed} {table['slug']}")
        robot = RobotPlayer(self._client(table, Role.JEFE, "robot"), chance.randrange(10**6))
        rival = Rival(self._client(table, Role.CROUPIER, "rival"), chance)
        people = [(Role.CROUPIER, "clerk"), (Role.CROUPIER, "other tablet"), (Role.CAMBISTA, "cashier")]
        counter = Counter(*(self._client(table, role, seed) for role, seed in people), chance)
        for act, pace in zip((robot.act, rival.act, counter.act), self._paces, strict=True):
            self._tasks.append(asyncio.create_task(play_on(self.gate, act, pace, chance)))

    def _client(self, table: Json, role: str, seed: str) -> Client:
        doors, slug = self._house.doors(), table["slug"]
        client = Client(self.seen, doors, slug, role, table[role], f"{self._seed} {slug} {seed}")
        self._clients.append(client)
        return client

    def _screens_of(self, table: Json) -> None:
        slug, worker = table["slug"], 1 + len(self.screens) // 2 % 2
        self._screen(slug, 0, f"/ws/screens/console/{slug}/", table[Role.CROUPIER])
        self._screen(slug, worker, f"/ws/screens/wall/{slug}/", f"wall1={table['wall']}")

    def _screen(self, table: str, door: int, path: str, cookie: str) -> None:
        seed = f"{self._seed} {len(self.screens)}"
        self.screens.append(Screen(table, self._house.doors()[door], path, cookie, seed))


def _opening(table: Json) -> Operation:
    now, who = time.monotonic(), ("julio", str(Role.JEFE))
    return Operation(table["slug"], COMMAND, table["opening"], *who, now, now, 200, table["answer"])
