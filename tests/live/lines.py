"""The network, as a process: TCP lines that can be cut, stalled, slowed, or lose every answer.

Started with a JSON list of lines (`name`, `port`, `target`); then it reads one JSON object a line from its standard
input, {line name: mode}, and says "ok" once that holds.
"""

import asyncio
import json
import sys
from contextlib import suppress

OPEN, CUT, STALLED, SLOW, DEAF = "open", "cut", "stalled", "slow", "deaf"
LATE = 0.12  # seconds that a slow line takes each way
CHUNK = 65536  # bytes

Ends = set[asyncio.StreamWriter]


class Line:
    """One line. Cut: all connections are reset and new ones refused. Stalled: nothing arrives until it opens again.
    Deaf: what is asked arrives, what is answered is lost."""

    def __init__(self, port: int, target: int) -> None:
        self.mode, self.port, self._target = OPEN, port, target
        self._connections: Ends = set()
        self._robbed: Ends = set()
        self._moves = asyncio.Event()
        self._moves.set()

    def become(self, mode: str) -> None:
        """Change the mode. What lost bytes cannot go on, and is reset."""
        self.mode = mode
        for writer in self._connections if mode == CUT else self._robbed:
            writer.transport.abort()
        self._robbed.clear()
        self._moves.clear() if mode == STALLED else self._moves.set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry what comes on a new connection, both ways, until one end goes."""
        await self._moves.wait()
        try:
            if self.mode == CUT:
                raise ConnectionRefusedError
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, back}
        self._connections |= ends
        ways = [
            asyncio.create_task(self._carry(reader, back, ends, answers=False)),
            asyncio.create_task(self._carry(there, writer, ends, answers=True)),
        ]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        self._connections -= ends
        for end in ends:
            with suppress(OSError):  # with what is still on the way
                end.close()
                await end.wait_closed()

    async def _carry(
        self, source: asyncio.StreamReader, goal: asyncio.StreamWriter, ends: Ends, *, answers: bool
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


async def main() -> None:
    """Run until the standard input ends."""
    lines = {each["name"]: Line(each["port"], each["target"]) for each in json.loads(sys.argv[1])}
    for line in lines.values():
        await asyncio.start_server(line.connected, "127.0.0.1", line.port, backlog=512)
    said = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(said)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin.buffer)
    print("ok", flush=True)
    while text := await said.readline():
        for name, mode in json.loads(text).items():
            lines[name].become(mode)
        print("ok", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
