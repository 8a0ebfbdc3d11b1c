"""A server of its own for tests of the lowest part of serving, at the port that is its argument. It prints a line when
it listens."""

import asyncio
import secrets
import sys
from functools import partial
from typing import Any

import django

LARGE = 200_000  # characters
MOST = 1000  # of these messages
HELD_UP = 1.0  # seconds after which a message is held up
SLOW = 0.5  # seconds that a slow request takes
LONG = b"x" * 5_000_000  # its answer
sent = asyncio.Queue[int]()
left = asyncio.Event()  # whether one that was flooded has gone
sockets: set[Any] = set()  # the `send` of each that is open


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await slow(send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    sockets.add(send)

    async def say(text: str) -> None:
        await send({"type": "websocket.send", "text": text})

    try:
        await TALKS[scope["path"]](say, receive)
    finally:
        sockets.discard(send)


async def slow(send: Any) -> None:
    await asyncio.sleep(SLOW)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": LONG})


async def echo(say: Any, receive: Any) -> None:
    while (event := await receive())["type"] == "websocket.receive":
        await say(event["text"])


async def flood(say: Any, receive: Any) -> None:
    """Send until the client takes no more, tell `/told` how many that were, and say goodbye when he reads again."""
    for number in range(1, MOST + 1):
        saying = asyncio.create_task(say(f"{number} {secrets.token_hex(LARGE // 2)}"))
        if not (await asyncio.wait({saying}, timeout=HELD_UP))[0]:
            sent.put_nowait(number)
            await saying
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


async def close_sockets(code: int) -> None:
    for send in tuple(sockets):
        await send({"type": "websocket.close", "code": code})


if __name__ == "__main__":
    django.setup()
    from casino.site.server.casino_server import CasinoServer

    server = CasinoServer(application, close_sockets, "127.0.0.1", int(sys.argv[1]))
    server.run(partial(print, "listening", flush=True))
