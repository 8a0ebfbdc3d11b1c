"""Who plays: at each table a robot, a rival who touches the same table, and a clerk at the counter with his cambista."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from deploy.faults.clients import Client
from deploy.histories.operation import Json
from tables.robot.robot import Robot

BETWEEN = 0.25  # seconds between two acts of one person, on the average
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
        self.refused_in_a_row = 0

    async def act(self) -> None:
        """Look, and give the next command."""
        command = self._robot.next(await self._client.snapshot())
        if command is None:
            return
        answer = await self._client.command(command)
        self.refused_in_a_row = 0 if answer["ok"] else self.refused_in_a_row + 1
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
            self._last = now = await self._client.snapshot()
        await self._client.command(self._command(now))

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
        if self._chance.random() < 0.15:
            await self._clerk.money()
        elif not self._open or (len(self._open) < MOST_OPEN and self._chance.random() < 0.25):
            chips = {"100": self._chance.randint(1, 5)}
            answer = await self._clerk.request({"kind": "fill", "chips": chips})
            self._open.append(answer["slip"]["number"])
        else:
            await self._step()

    async def _step(self) -> None:
        number = self._chance.choice(self._open)
        who, step = self._chance.choice(
            [(self._cambista, "sent")] * 3 + [(self._clerk, "received")] * 3 + [(self._clerk, "void")]
        )
        if self._chance.random() < 0.3:  # both tablets at once
            other = self._other.step(number, "received")
            answer, _ = await asyncio.gather(who.step(number, step), other)
        else:
            answer = await who.step(number, step)
        ended = answer["slip"]["state"] in ("done", "void") if answer["ok"] else False
        if ended or answer.get("error", {}).get("code") == "slip_done":
            self._open.remove(number)
