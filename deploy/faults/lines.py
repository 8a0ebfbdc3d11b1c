"""The network, as a process: TCP lines that can be cut, stalled, slowed, or lose every answer.

Started with a JSON list of lines (`name`, `port`, `target`); then it reads one JSON object a line from its standard
input, {line name: mode}, and says "ok" once that holds.
"""

import asyncio
import json
import sys
from contextlib import suppress
from typing import Any

OPEN, CUT, STALLED, SLOW, DEAF = "open", "cut", "stalled", "slow", "deaf"
LATE = 0.12  # seconds that a slow line takes each way
CHUNK = 65536  # bytes


class Line:
    """One line. Cut: all connections are reset and new ones refused. Stalled: nothing arrives until it opens again.
    Deaf: what is asked arrives, what is answered is lost."""

    def __init__(self, port: int, target: int) -> None:
        self.mode = OPEN
        self.port, self._target = port, target
        self._connections: set[asyncio.StreamWriter] = set()
        self._robbed: set[asyncio.StreamWriter] = set()
        self._moves = asyncio.Event()
        self._moves.set()

    async def listen(self) -> None:
        """Take connections from now on."""
        await asyncio.start_server(self._connected, "127.0.0.1", self.port, backlog=512)

    def become(self, mode: str) -> None:
        """Change the mode. What lost bytes cannot go on, and is reset."""
        self.mode = mode
        for writer in self._connections if mode == CUT else self._robbed:
            writer.transport.abort()
        self._robbed.clear()
        self._moves.clear() if mode == STALLED else self._moves.set()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.mode == CUT:
            writer.transport.abort()
            return
        await self._moves.wait()
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, back}
        self._connections |= ends
        try:
            await asyncio.wait(
                [
                    asyncio.create_task(self._carry(reader, back, ends, answers=False)),
                    asyncio.create_task(self._carry(there, writer, ends, answers=True)),
                ],
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            self._connections -= ends
            for end in ends:
                await self._close(end)

    async def _carry(
        self, source: asyncio.StreamReader, goal: asyncio.StreamWriter, ends: set[Any], *, answers: bool
    ) -> None:
        with suppress(OSError):
            while data := await source.read(CHUNK):
                await self._moves.wait()
                if self.mode == SLOW:
                    await asyncio.sleep(LATE)
                if answers and self.mode == DEAF:
                    self._robbed |= ends
                else:
                    goal.write(data)
                    await goal.drain()

    async def _close(self, end: asyncio.StreamWriter) -> None:
        """With what is still on the way."""
        with suppress(OSError):
            end.close()
            await end.wait_closed()


async def main() -> None:
    """Run until the standard input ends."""
    lines = {each["name"]: Line(each["port"], each["target"]) for each in json.loads(sys.argv[1])}
    for line in lines.values():
        await line.listen()
    said = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(said), sys.stdin.buffer
    )
    print("ok", flush=True)
    while text := await said.readline():
        for name, mode in json.loads(text).items():
            lines[name].become(mode)
        print("ok", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
