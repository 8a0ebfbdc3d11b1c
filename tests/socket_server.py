"""A server of its own for tests of the sockets' lowest part: SERVER and PORT as the arguments, as of `serve`. It prints
a line when it listens."""

import asyncio
import secrets
import sys
from functools import partial
from typing import Any

import django

from casino.common.eager import start

LARGE = 200_000  # characters that cannot be compressed to less than half
MOST = 1000  # of these messages
sent = asyncio.Queue[int]()
hears = asyncio.Event()  # whether the deaf one begins to hear
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


async def deaf(say: Any, receive: Any) -> None:
    """Take nothing of what the client says before `/hear` is opened, and then echo it."""
    await hears.wait()
    await echo(say, receive)


async def let_hear(say: Any, receive: Any) -> None:
    hears.set()


async def told(say: Any, receive: Any) -> None:
    await say(str(await sent.get()))


async def tell_when_left(say: Any, receive: Any) -> None:
    await left.wait()
    await say("left")


TALKS = {
    "/deaf": deaf,
    "/hear": let_hear,
    "/echo": echo,
    "/flood": flood,
    "/told": told,
    "/left": tell_when_left,
}

if __name__ == "__main__":
    django.setup()
    from casino.draining import DrainingApplication
    from casino.management.commands.serve import server_class

    async def close_none(code: int) -> None:
        """No hub is here whose sockets could be closed."""

    listens = partial(print, "listening", flush=True)
    server = server_class(sys.argv[1])(
        DrainingApplication(application, close_none), "127.0.0.1", int(sys.argv[2])
    )
    server.run(listens)
