"""A house: its database, Redis, processes and clients, and the ways between them."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import connection

from tables import access
from tables.live.consumers import FORBIDDEN
from tables.live.hub import NOT_TAKEN
from tables.notify import changes_in
from tables.service import execute
from tests.house import JEFE
from tests.simulation import redis
from tests.simulation.clients import Browser, Client, Device, FloorProgram
from tests.simulation.database import TABLES, Connection
from tests.simulation.doors import Doors, head_of
from tests.simulation.line import Json, Line
from tests.simulation.moment import BEGINNING
from tests.simulation.process import Memory, Process
from tests.simulation.rights import LOCKED, NOT_LOGGED_IN, Rights
from tests.simulation.scheduler import Loop, Scheduler
from tests.simulation.truth import Truth
from tests.simulation.weather import Weather

TOKEN_KINDS = ("device", "display")
WHOLE = 0.01  # of the seeds have the product's own screens, which take ten times as long
ROOM, LITTLE_ROOM = 64_000, 300  # characters that may wait on a line


class World:
    """Everything that is simulated, from one seed."""

    def __init__(self, seed: int, database: Connection) -> None:
        self.seed = seed
        self.random = Random(f"what {seed}")
        self.weather = Weather(Random(f"weather {seed}"))
        self.scheduler = Scheduler(Random(f"order {seed}"), self._enter, shuffled=self.random.random() < 0.5)
        self.loop = Loop(self.scheduler, "world")
        self.truth = Truth(database, self.scheduler)
        self.redis = redis.Server()
        self.redis.told = self._check_published
        self.skew = timedelta()  # how far somebody has set the machine's clock
        self.whole_screens = self.random.random() < WHOLE
        self.many = self.random.random() < 0.6  # several processes, and Redis between them
        self._outside = Memory()  # that of whoever is no server process
        self._memories: dict[Loop, Memory] = {}
        self._database = database
        self._is_interrupting = False
        self.everybody: list[Process] = []  # all processes that there have been
        self.processes = [self._process(f"worker {number}") for number in range(2 if self.many else 1)]
        self.clients: list[Client] = []
        self.doors = Doors(self, self.random)
        self.rights = Rights(database, lambda: (self.now(), self.time_of_day()))
        self.trace: list[str] | None = None
        self._has_little_room = self.random.random() < 0.3

    # Time and memory

    def now(self) -> float:
        """Seconds since the beginning."""
        return self.scheduler.now

    def time_of_day(self) -> datetime:
        """What the machine's clock says."""
        return BEGINNING + timedelta(seconds=self.now()) + self.skew

    def set_clock(self, seconds: float) -> None:
        """Somebody sets the machine's clock on, or back."""
        self.skew += timedelta(seconds=seconds)
        self.rights.clock_set(seconds)

    def _enter(self, loop: Loop) -> None:
        self._memories.get(loop, self._outside).enter()

    # Processes

    def _process(self, name: str) -> Process:
        process = Process(name, self.scheduler, whole_screens=self.whole_screens)
        self._memories[process.loop] = process.memory
        process.loop.delays = self.weather.delays
        process.loop.threadsafe = self._heard_from_thread
        self.everybody.append(process)
        return process

    def restart(self, place: int) -> None:
        """Start the process at this place again, as soon as the one before has ended."""
        before = self.processes[place]
        if before.is_up and before.is_stopping:
            self.loop.call_later(0.2, self.restart, place)
        elif not before.is_up:
            self.processes[place] = self._process(before.name)

    def in_process(self, work: Callable[[], Any]) -> None:
        """Do this in a thread of one of the processes."""
        process = self.random.choice(self.processes)
        if process.is_up:
            process.loop.call_soon(lambda: process.start(_in_thread(work), lambda error: None))

    def outside(self, work: Callable[[], Any]) -> None:
        """Do this in a process that serves nobody: a command of `manage.py`."""
        before = self.scheduler._inside
        self.scheduler.enter(self.loop)
        running = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
        try:
            work()
        finally:
            asyncio._set_running_loop(running)
            if before is not None:
                self.scheduler.enter(before)

    def _heard_from_thread(self, callback: Any, given: tuple[Any, ...]) -> float:
        for change in given:
            if hasattr(change, "topic") and change.topic in TABLES:
                self.truth.told(change.topic, change.version, "a notification")
        return self.weather.lateness()

    def _check_published(self, text: str) -> None:
        for change in changes_in(text, ""):
            if change.topic in TABLES:
                self.truth.told(change.topic, change.version, "Redis")

    # The database

    def on_statement(self, text: str, is_within: bool) -> None:
        """Called before each statement."""
        often = self.weather.interrupted
        if often and not is_within and not self._is_interrupting and text.startswith("SELECT"):
            self._perhaps_interrupt(often)
        if not self._is_interrupting:
            self.weather.on_statement(text, is_within)

    def _perhaps_interrupt(self, often: float) -> None:
        if connection.in_atomic_block or self.random.random() > often:
            return
        self._is_interrupting = True
        try:
            self.outside(self.write_outside)
        finally:
            self._is_interrupting = False

    def write_outside(self) -> None:
        """Somebody else gives a command."""
        table = self.random.choice(TABLES)
        execute(table, {"command": "note", "text": f"from outside at {self.now():.1f}"}, JEFE)

    # Clients

    def add_clients(self, count: int) -> None:
        """Those who look on."""
        kinds = [KINDS[0], *self.random.sample(KINDS, count - 1)]
        for number, (kind, path, role) in enumerate(kinds):
            self._add_client(number, kind, path, role, self.random.choice(TABLES))

    def _add_client(self, number: int, kind: type[Client], path: str, role: str, table: str) -> None:
        topic = table if "{}" in path else None
        address = path.format(table)
        client = kind(f"{number} {address}", topic, self.loop, lambda one: self._connect(one, address))
        client.role = role
        client.who = f"{role}-{table if role in TOKEN_KINDS else number}"
        client.screen = path.split("/")[3] if "/screens/" in path else None
        client.gives_commands = client.screen == "console"
        if topic is None:
            client.expected = {f"tile-{one}" if client.screen else one for one in TABLES}
        client.takes = self.weather.showing
        client.broken = self.truth.broken
        client.looked = lambda: self.truth.shown(client)
        self.clients.append(client)
        client.begin()

    def _connect(self, client: Client, address: str) -> Line:
        process = self.random.choice(self.processes)
        scope = {
            "type": "websocket",
            "path": address,
            "raw_path": address.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": head_of(client.who),
            "client": ["127.0.0.1", 40000],
            "server": ["127.0.0.1", 8000],
            "subprotocols": [],
        }
        room = LITTLE_ROOM if self._has_little_room else ROOM
        line = Line(self.loop, process, client, scope, room, self.weather.latency)
        line.watch = lambda _, message: self._check_said(client, message)
        line.ended = lambda _: self._check_left(client, line)
        line.closing = lambda _, code: self._check_closed(client, line, code)
        return line

    def break_all_lines(self) -> None:
        """Every line breaks, and both ends know: all pages are loaded anew."""
        for client in self.clients:
            if client.line is not None:
                client.line.reset()

    def unlock(self, client: Client) -> None:
        """Somebody gives his PIN, and the page comes back."""
        self.rights.unlock(client.who)
        if client.who not in self.rights.ended:
            client.return_()

    def _check_closed(self, client: Client, line: Line, code: int) -> None:
        if self.trace is not None:
            self.trace.append(f"{self.now():.6f} {client.name} is closed with {code}")
        if code in (NOT_LOGGED_IN, LOCKED, FORBIDDEN) and not self.rights.may_close(client.who, code):
            self.truth.broken(f"{client.name} was closed with {code}, and {client.who} may follow")
        if code == NOT_TAKEN:
            self.truth.took_too_long(client.name, line.untaken_since)
        if client.is_asleep and client.line is line:
            self.loop.call_later(self.weather.latency(), client.wake)

    def _check_left(self, client: Client, line: Line) -> None:
        """A process has ended. Where it could do so in order it has told everybody to come again."""
        process = line.process
        if process.stopped_after is None or process.told_to_stop is None or line.joined is None:
            return
        if line.is_open and line.joined < process.told_to_stop:
            self.truth.broken(f"{client.name}: {process.name} has stopped, and has not closed this line")

    def _check_said(self, client: Client, message: Json) -> None:
        if self.trace is not None:
            self.trace.append(f"{self.now():.6f} {client.name} {message}")
        if message["type"] == "answer":
            if message["ok"] and client.topic:
                self.truth.told(client.topic, message["version"], "an answer")
            if "key" in message:
                self.truth.answered(message["key"], message)
            return
        self.truth.told(client.topic, message["version"], client.name)


async def _in_thread(work: Callable[[], Any]) -> None:
    await access.door.run(work)


KINDS: tuple[tuple[type[Client], str, str], ...] = (
    (Browser, "/ws/screens/console/{}/", "croupier"),
    (Browser, "/ws/screens/table/{}/", "jefe"),
    (Browser, "/ws/screens/wall/{}/", "display"),
    (Browser, "/ws/screens/floor/", "jefe"),
    (Browser, "/ws/screens/table/{}/", "inspector"),
    (Device, "/ws/tables/{}/", "device"),
    (FloorProgram, "/ws/floor/", "jefe"),
)
