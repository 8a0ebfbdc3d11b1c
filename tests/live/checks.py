"""What only several workers behind nginx can get wrong: logins, and news from one worker to the screens of another."""

import asyncio
import json
import time

from tests.live.clients import log_in
from tests.live.house import PASSWORD, WORKERS, Broken, House
from tests.live.screens import Screen
from tests.live.wire import Connection, headers_of

PLAYERS = 5
AT_ONCE = 1.0  # seconds; half of the heartbeat, which makes up for lost notifications
WAIT = 15.0  # seconds that a screen has for coming


async def prove_stack(house: House) -> None:
    """Try it at the last table, where nobody plays. Raises Broken, TimeoutError."""
    first, second = (house.ports[f"worker-{number}"] for number in WORKERS)
    status, session = await log_in(house.furniture["csrf"], first, "julio", PASSWORD)
    prove("a jefe logs in at one worker", status == 302)
    known = await Connection(second, {"Cookie": session}).get("/login/")
    prove("and is known at the other", known.status == 302)
    slowest = await _slowest_news(house, session, first, second)
    prove(f"commands given to one reach the other's screen at once ({slowest:.2f} s)", slowest < AT_ONCE)
    nginx = Connection(house.ports["nginx"], {})
    prove("nginx passes on pages with their policy", "script-src 'self'" in (await nginx.get("/login/")).head)
    prove("and gives out the static files", (await nginx.get("/static/css/pages/every.css")).status == 200)


def prove(what: str, holds: bool) -> None:
    """Print the result of a check. Raises Broken if it failed."""
    print("ok" if holds else "NO", what, flush=True)
    if not holds:
        raise Broken(what)


async def _slowest_news(house: House, session: str, first: int, second: int) -> float:
    """Seconds from a command to the screen, the most of several: heartbeats alone could not deliver them so quickly."""
    table, took = house.tables[-1]["slug"], []
    screen = Screen(table, second, f"/ws/screens/console/{table}/", session, "news")
    watching = asyncio.create_task(screen.run())
    jefe = Connection(first, headers_of(first, session))
    for number in range(PLAYERS):
        await asyncio.wait_for(screen.right(0), WAIT)
        command = json.dumps({"command": "join", "player": f"p{number}"}).encode()
        answer, given = await jefe.post(f"/api/tables/{table}/commands", command), time.monotonic()
        if answer.status != 200:
            raise Broken(f"a command was answered with {answer.status}")
        await asyncio.wait_for(screen.right(json.loads(answer.body)["version"]), WAIT)
        took.append(time.monotonic() - given)
    watching.cancel()
    return max(took)
