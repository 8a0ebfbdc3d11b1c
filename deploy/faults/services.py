"""The processes of the stack: each can be killed, frozen, stopped in order and started again."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

STARTING = 120.0  # seconds until a service must be ready
STOPPING = 20.0
BETWEEN = 0.03  # seconds between two questions whether it is

IsReady = Callable[[], Awaitable[bool]]


@dataclass
class Service:
    """`owner`: the user as whom it runs, if not this one's; `stops_with`: the signal that stops it in order."""

    name: str
    command: list[str]
    is_ready: IsReady
    environment: dict[str, str]
    log: Path
    owner: str | None = None
    stops_with: int = signal.SIGTERM
    process: subprocess.Popen[bytes] | None = None
    ended: list[int] = field(default_factory=list)  # statuses with which it ended when stopped in order

    async def start(self) -> None:
        """Start it and wait until it is ready. Raises RuntimeError if it never is."""
        self.launch()
        await self.wait_until_ready()

    def launch(self) -> None:
        """Start it."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **({"user": self.owner, "group": self.owner, "extra_groups": []} if self.owner else {}),  # type: ignore[call-overload]
            )

    async def wait_until_ready(self) -> None:
        """Raises RuntimeError if it ends, or does not become ready."""
        deadline = time.monotonic() + STARTING
        while not await self.is_ready():
            if time.monotonic() > deadline or not self.runs:
                raise RuntimeError(f"{self.name} does not start: see {self.log}")
            await asyncio.sleep(BETWEEN)

    @property
    def runs(self) -> bool:
        """Whether its process lives."""
        return self.process is not None and self.process.poll() is None

    @property
    def pid(self) -> int:
        """Of its first process."""
        assert self.process
        return self.process.pid

    def processes(self) -> list[int]:
        """All its processes, the first one first."""
        return [self.pid, *_children(self.pid)]

    def send(self, number: int) -> None:
        """A signal to every process of it."""
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    async def kill(self) -> None:
        """All of it at once, as when the machine fails it."""
        self.send(signal.SIGKILL)
        await self._gone(STOPPING)

    def freeze(self) -> None:
        """It lives and does nothing."""
        self.send(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        self.send(signal.SIGCONT)

    async def stop(self) -> int | None:
        """In order. Returns its status; None if it did not end and was killed."""
        assert self.process
        self.process.send_signal(self.stops_with)
        if not await self._gone(STOPPING):
            await self.kill()
            return None
        self.ended.append(int(self.process.returncode))
        return self.ended[-1]

    async def _gone(self, patience: float) -> bool:
        deadline = time.monotonic() + patience
        while self.runs:
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(0.01)
        return True

    def kilobytes(self) -> int:
        """Memory in use, of its first process."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def _children(pid: int) -> Iterable[int]:
    with suppress(FileNotFoundError, ProcessLookupError):
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        for child in map(int, text.split()):
            yield child
            yield from _children(child)
