"""The clients: browsers as `static/js/live.js` has them, devices, and programs that follow the floor.

Each shows something, and says whether it is live. That is all that a person in front of it can go by.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from deploy.faults.screens import FIRST_WAIT, LAST_WAIT, SILENCE  # the page's own, in seconds
from tests.simulation.line import Json, Line

WATCHED = 0.5  # seconds between two looks at the silence
WAKING = 0.5  # seconds that a tablet takes to catch up when it wakes
LOCKED = 4423
GONE = (4401, 4403, LOCKED)  # the page is loaded again, and says why nothing is shown

Connect = Callable[["Client"], Line]


class Client(ABC):
    """One at the end of a line. `topic`: the table that it follows, None for the whole floor. `takes`: seconds for
    showing a message. `broken`: told what no client may see."""

    confirms = False  # whether it confirms what it has shown

    def __init__(self, name: str, topic: str | None, world: Any, connect: Connect) -> None:
        self.name, self.topic = name, topic
        self.who = ""  # whose rights it has
        self.role = ""
        self.screen: str | None = None  # the name of what a browser shows
        self.gives_commands = False
        self.version = -1  # what it shows
        self.parts: Json = {}
        self.expected: set[str] = set()  # parts that it is told in any case
        self.is_live = False
        self.is_out = False  # it may not follow any longer
        self.woke = -WAKING  # when it woke up
        self.is_asleep = (
            False  # the tablet sleeps: nothing of the page runs, and nothing that arrives is read
        )
        self.takes: Callable[[], float] = lambda: 0.0
        self.broken: Callable[[str], None] = lambda words: None
        self.unanswered: dict[
            str, Callable[[Json | None], None]
        ] = {}  # key → told the answer, or that the line is lost
        self.on_close: Callable[[int], None] = lambda code: None
        self.on_shown: Callable[[], None] = lambda: None
        self.looked: Callable[[], None] = lambda: None  # called before what it shows or says changes
        self._world, self._connect = world, connect
        self._wait = FIRST_WAIT
        self._heard = 0.0  # when anything came
        self._fresh = 0.0  # when it came last which version is the newest
        self._told = -1  # the newest version that came on this line
        self._unshown = 0  # messages of parts that it has not confirmed
        self.line: Line | None = None

    def begin(self) -> None:
        """Connect, and keep watching the line."""
        self._open()
        self._world.call_later(WATCHED, self._watch)

    def end(self) -> None:
        """Leave: it is closed, or leads to the login or the lock."""
        self.looked()
        self.is_out, self.is_live = True, False
        line, self.line = self.line, None
        if line:
            line.close()

    def return_(self) -> None:
        """The page is loaded anew, as it is after an unlocking."""
        if self.is_out:
            self.is_out, self.version, self.parts, self._wait = False, -1, {}, FIRST_WAIT
            self._open()

    def sleep(self) -> None:
        """The tablet goes to sleep."""
        self.looked()
        self.is_asleep, self.is_live = True, False
        if self.line:
            self.line.is_reading = False

    def wake(self) -> None:
        """It wakes up: what arrived meanwhile is shown, and then what came since."""
        self.is_asleep, self.woke = False, self._world.time()
        if self.line:
            self.line.read_on()

    def hear(self, line: Line, message: Json) -> None:
        """A message has arrived."""
        if line is not self.line:
            return
        self.looked()
        self._heard = self._world.time()
        if message["type"] != "answer":  # which says nothing of what is shown
            self._fresh = self._heard
        if message["type"] == "answer":
            self.unanswered.pop(message.get("key", ""), _ignored)(message)
        elif message["type"] == "heartbeat":
            self._hear_heartbeat(message["version"])
        else:
            self._hear_parts(line, message)

    def hear_close(self, line: Line, code: int) -> None:
        """The line is closed."""
        if line is not self.line:
            return
        self.looked()
        self.line, self.is_live = None, False
        unanswered, self.unanswered = self.unanswered, {}
        for lost in unanswered.values():
            lost(None)
        self.on_close(code)
        if code in GONE:
            self.is_out = True
            return
        self._world.call_later(self._wait, self._open)
        self._wait = min(self._wait * 2, LAST_WAIT)

    def _open(self) -> None:
        if self.is_out:
            return
        self._heard = self._fresh = self._world.time()
        self._told, self._unshown = -1, 0
        self.line = self._connect(self)

    def _hear_heartbeat(self, version: int) -> None:
        if version > self._told:
            self.broken(
                f"{self.name}: a heartbeat says {version}, but no more than {self._told} has been told"
            )
        if version == self.version:
            self.is_live = True

    def _hear_parts(self, line: Line, message: Json) -> None:
        version = message["version"]
        if self.confirms and self._unshown:
            self.broken(f"{self.name}: a second message before the first has been shown")
        if self._told < 0 and not (self._names_in(message) >= self._names()):
            self.broken(f"{self.name}: not everything was told on joining: {sorted(self._names_in(message))}")
        if version < self._told:
            self.broken(f"{self.name}: version {version} after {self._told}")
        self._told = version
        self._unshown += 1
        if self.confirms:
            self._world.call_later(self.takes(), self._show, line, version, message)
        else:
            self._show(line, version, message)

    def _show(self, line: Line, version: int, message: Json) -> None:
        if line is not self.line:
            return
        if self.is_asleep:
            self._world.call_later(WATCHED, self._show, line, version, message)
            return
        self.looked()
        self._unshown -= 1
        if version >= self.version:
            self._put(message)
            self.version = version
        self._wait = FIRST_WAIT
        self.is_live = True
        self.on_shown()
        if self.confirms:
            line.say({"type": "shown", "version": version})

    @property
    def is_showing(self) -> bool:
        """Whether it has not yet shown all that has come."""
        return self._unshown > 0

    @abstractmethod
    def _put(self, message: Json) -> None:
        """Take over what the message says."""

    def _names(self) -> set[str]:
        """The parts that it must be told on joining: all that there are."""
        return set(self.parts) | self.expected

    def _names_in(self, message: Json) -> set[str]:
        parts: Json = message.get("fragments") or message.get("snapshot") or {}
        return set(parts) | {line["table"] for line in message.get("tables", ())}

    def _watch(self) -> None:
        self._world.call_later(WATCHED, self._watch)
        if self.is_out or self.is_asleep or self.line is None:
            return
        self.looked()
        now = self._world.time()
        if now - self._fresh > SILENCE:
            self.is_live = False
        if now - self._heard > 2 * SILENCE:
            self.line.close()
            self.hear_close(self.line, 1000)


def _ignored(message: Json | None) -> None:
    """It was given up, or asked for by nobody."""


class Browser(Client):
    """A page."""

    confirms = True

    def _put(self, message: Json) -> None:
        self.parts |= message["fragments"]


class Device(Client):
    """A card-reading shoe: it gets the whole table each time."""

    def _put(self, message: Json) -> None:
        self.parts = message["snapshot"]


class FloorProgram(Client):
    """A program that follows the lines of all tables."""

    def _put(self, message: Json) -> None:
        self.parts |= {line["table"]: line for line in message["tables"]}
