"""What goes wrong, and when. Each trouble begins, lasts for a while and ends; afterwards everything must be right."""

import sqlite3
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.world import World

LONGEST = 6.0  # seconds that a trouble lasts
LONGEST_WAIT = 12.0  # seconds before work in a thread begins
POOLS = ("rendering", "rendering", "heartbeat", "opening", "door")


class Weather:
    """What is wrong now."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.slow: dict[str, float] = {}  # thread pool → the longest that work in it waits
        self.slow_lines = 0.0  # the longest that a message is under way
        self.late = 0.0  # the longest that what one thread tells the loop takes
        self.busy = 0.0  # the longest that a browser takes for showing something
        self.is_down = False  # the database
        self.failing: dict[str, float] = {}  # statement, commit or answer → how often it fails
        self.interrupted = 0.0  # how often another process writes between two reads

    def clear_up(self) -> None:
        """From now on nothing is wrong."""
        self.__init__(self.random)  # type: ignore[misc]

    def delays(self, pool: str) -> tuple[float, float]:
        """How long work in a thread waits, and how long its outcome then takes."""
        wait = self.random.random() * self.slow.get(pool, 0.004)
        return wait, self.random.random() * 0.004

    def latency(self) -> float:
        """How long a message is under way."""
        return 0.001 + self.random.random() * (self.slow_lines or 0.008)

    def lateness(self) -> float:
        """How long it takes until the loop hears of what a thread has told it."""
        return self.random.random() * self.late

    def showing(self) -> float:
        """How long a browser takes for showing a message."""
        return 0.002 + self.random.random() * (self.busy or 0.03)

    # The database

    def on_statement(self, text: str, is_within: bool) -> None:
        """Raises sqlite3.OperationalError."""
        if self.is_down:
            raise sqlite3.OperationalError("the database is down")
        self._perhaps("statement")

    def on_commit(self) -> None:
        """Raises sqlite3.OperationalError: nothing is committed."""
        if self.is_down:
            raise sqlite3.OperationalError("the database is down")
        self._perhaps("commit")

    def on_committed(self) -> None:
        """Raises sqlite3.OperationalError: it is committed, and nobody hears of it."""
        self._perhaps("answer")

    def _perhaps(self, what: str) -> None:
        often = self.failing.get(what)
        if often and self.random.random() < often:
            raise sqlite3.OperationalError(f"the database fails at a {what}")


Trouble = Callable[["World", Random], Callable[[], None]]


def slow_threads(world: "World", random: Random) -> Callable[[], None]:
    """Work of one kind waits for seconds: a busy machine, a database that locks."""
    pool = random.choice(POOLS)
    world.weather.slow[pool] = random.uniform(0.5, LONGEST_WAIT)
    return lambda: world.weather.slow.pop(pool, None)  # type: ignore[return-value]


def slow_lines(world: "World", random: Random) -> Callable[[], None]:
    """Messages are under way for up to two seconds."""
    world.weather.slow_lines = random.uniform(0.2, 2.0)
    world.truth.excuse += world.weather.slow_lines
    return lambda: setattr(world.weather, "slow_lines", 0.0)


def late_notifications(world: "World", random: Random) -> Callable[[], None]:
    """The loop is busy: it hears late of what its threads tell it."""
    world.weather.late = random.uniform(0.1, 1.0)
    return lambda: setattr(world.weather, "late", 0.0)


def busy_browsers(world: "World", random: Random) -> Callable[[], None]:
    """Browsers take seconds for showing a message, and some so long that they are closed."""
    world.weather.busy = random.choice((1.0, 3.0, 15.0))
    world.truth.excuse += world.weather.busy
    return lambda: setattr(world.weather, "busy", 0.0)


def database_down(world: "World", random: Random) -> Callable[[], None]:
    """Every statement fails."""
    world.weather.is_down = True
    return lambda: setattr(world.weather, "is_down", False)


def database_fails(world: "World", random: Random) -> Callable[[], None]:
    """Some statements fail, or some commits, before or after they are done."""
    what = random.choice(("statement", "commit", "answer"))
    world.weather.failing[what] = (
        random.uniform(0.02, 0.1) if what == "statement" else random.uniform(0.1, 0.7)
    )
    return lambda: world.weather.failing.pop(what, None)  # type: ignore[return-value]


def interrupted_reads(world: "World", random: Random) -> Callable[[], None]:
    """Another process writes between two reads of one rendering."""
    world.weather.interrupted = random.uniform(0.02, 0.1)
    return lambda: setattr(world.weather, "interrupted", 0.0)


def redis_down(world: "World", random: Random) -> Callable[[], None]:
    """Redis ends, and comes back."""
    world.redis.is_down = True
    world.redis.break_lines()
    return lambda: setattr(world.redis, "is_down", False)


def redis_unreliable(world: "World", random: Random) -> Callable[[], None]:
    """Notifications are lost, late, or doubled."""

    def fate() -> list[float]:
        return [random.uniform(0.001, 2.0) for _ in range(random.choice((0, 1, 1, 2)))]

    world.redis.fate = fate
    return world.redis.be_reliable


def frozen_process(world: "World", random: Random) -> Callable[[], None]:
    """A process stands still: SIGSTOP, or a machine without memory."""
    process = random.choice(world.processes)
    duration = random.uniform(0.3, 7.0)
    world.truth.excuse += duration
    process.loop.frozen_until = world.now() + duration
    return lambda: setattr(process.loop, "frozen_until", 0.0)


def killed_process(world: "World", random: Random) -> Callable[[], None]:
    """A process is killed, and started again."""
    place = random.randrange(len(world.processes))
    world.processes[place].kill()
    return lambda: world.restart(place)


def stopped_process(world: "World", random: Random) -> Callable[[], None]:
    """A process is told to stop, drains, and is started again."""
    place = random.randrange(len(world.processes))
    world.weather.slow["door"] = 1.0  # so that it has something to do
    timer = world.loop.call_later(0.5, world.processes[place].stop)

    def over() -> None:
        timer.cancel()
        world.weather.slow.pop("door", None)
        world.restart(place)

    return over


def deaf_client(world: "World", random: Random) -> Callable[[], None]:
    """A client stops reading."""
    client = random.choice(world.clients)
    line = client.line
    if line is None:
        return lambda: None
    line.is_reading = False
    world.truth.excuse += LONGEST
    return line.read_on


def cut_line(world: "World", random: Random) -> Callable[[], None]:
    """A line is cut, and nobody is told, until it is found out."""
    client = random.choice(world.clients)
    line = client.line
    if line is None:
        return lambda: None
    line.cut()
    return line.reset


def broken_line(world: "World", random: Random) -> Callable[[], None]:
    """A line breaks, and both ends know."""
    client = random.choice(world.clients)
    if client.line is not None:
        client.line.reset()
    return lambda: None


def set_clock(world: "World", random: Random) -> Callable[[], None]:
    """Somebody sets the machine's clock, and perhaps back again, while browsers have something to show."""
    end = busy_browsers(world, random)
    jump = random.uniform(-7200, 7200)
    back = random.choice((0, -jump))
    timer = world.loop.call_later(random.uniform(0.0, 2.0), world.set_clock, jump)

    def over() -> None:
        timer.cancel()
        if world.skew:
            world.set_clock(back)
        end()

    return over


def no_rights(world: "World", random: Random) -> Callable[[], None]:
    """Somebody's rights end: his login, his role, his account, his passphrase, his token."""
    world.rights.withdraw(random.choice(world.clients).who, random)
    return lambda: None


def locked_tablet(world: "World", random: Random) -> Callable[[], None]:
    """A tablet is locked, and unlocked a while later."""
    client = random.choice(world.clients)
    world.rights.lock(client.who, random)
    return lambda: world.unlock(client)


def sleeping_tablet(world: "World", random: Random) -> Callable[[], None]:
    """A tablet goes to sleep, and wakes up when the server has closed its line."""
    random.choice([one for one in world.clients if one.confirms]).sleep()
    return lambda: None


def reloads(world: "World", random: Random) -> Callable[[], None]:
    """The tables are rendered slowly, and everybody comes anew while they are."""
    world.weather.slow["rendering"] = random.uniform(4.0, LONGEST_WAIT)
    for _ in range(3):
        world.loop.call_later(random.uniform(1.0, LONGEST), world.break_all_lines)
    return lambda: world.weather.slow.pop("rendering", None)  # type: ignore[return-value]


TROUBLES: tuple[Trouble, ...] = (
    slow_threads,
    slow_threads,
    slow_lines,
    late_notifications,
    busy_browsers,
    database_down,
    database_fails,
    database_fails,
    interrupted_reads,
    redis_down,
    redis_unreliable,
    redis_unreliable,
    frozen_process,
    killed_process,
    stopped_process,
    deaf_client,
    cut_line,
    broken_line,
    set_clock,
    set_clock,
    no_rights,
    no_rights,
    locked_tablet,
    locked_tablet,
    sleeping_tablet,
    sleeping_tablet,
    reloads,
)
