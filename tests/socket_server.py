"""A server of its own for tests of the sockets' lowest part: PORT as the argument; it prints a line when it listens."""

import asyncio
import secrets
import sys
from typing import Any

from casino.common.eager import start

from casino.websocket import SocketServer  # isort: skip
from twisted.internet import reactor

LARGE = 200_000  # characters that cannot be compressed to less than half
MOST = 1000  # of these messages
sent = asyncio.Queue[int]()
left = asyncio.Event()  # whether one that was flooded has gone


async def application(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})

    async def say(text: str) -> None:
        await send({"type": "websocket.send", "text": text})

    await TALKS[scope["path"]](say, receive)


async def echo(say: Any, receive: Any) -> None:
    while (event := await receive())["type"] == "websocket.receive":
        await say(event["text"])


async def flood(say: Any, receive: Any) -> None:
    """Send until the client takes no more, tell `/told` how many that were, and say goodbye when he reads again."""
    for number in range(1, MOST + 1):
        if waiting := start(say(f"{number} {secrets.token_hex(LARGE // 2)}")):
            sent.put_nowait(number)
            await waiting
            await say("goodbye")
            if (await receive())["type"] == "websocket.disconnect":
                left.set()
            return
    sent.put_nowait(MOST)


async def told(say: Any, receive: Any) -> None:
    await say(str(await sent.get()))


async def tell_when_left(say: Any, receive: Any) -> None:
    await left.wait()
    await say("left")


TALKS = {"/echo": echo, "/flood": flood, "/told": told, "/left": tell_when_left}

if __name__ == "__main__":
    endpoint = f"tcp:port={sys.argv[1]}:interface=127.0.0.1"
    server = SocketServer(application, endpoints=[endpoint], signal_handlers=True, verbosity=0)
    reactor.callWhenRunning(print, "listening", flush=True)
    server.run()
