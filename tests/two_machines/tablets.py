"""The tablets of four tables: each gives commands under keys, and repeats what is not answered under the same key. And
a screen that follows one of them, and comes back as `static/js/live.js` does.

Prints a line of JSON for each thing that happens: `[seconds, table, key, version]` for a command that was answered,
`[seconds, "status", status]` for every other answer, `[seconds, "heard"]` for what the screen
hears, `[seconds, "screen", …]` where its line ends.
"""

import asyncio
import http.client
import json
import sys
import threading
import time
from uuid import uuid4

from tests.support.served import headers_of
from tests.support.wire import Refused, Wire

PATIENCE = 4.0  # seconds that an answer may take before it is asked again
PAUSE = 0.15  # seconds before it is
BETWEEN = 0.08  # seconds between two commands at a table
FIRST_WAIT, LAST_WAIT = 0.3, 1.4  # seconds before the screen comes back
HANDSHAKE = 20.0  # seconds that it has to connect
SILENCE = 3.0  # seconds after which it says that it has no signal; after twice that it connects anew
_saying = threading.Lock()


def main() -> None:
    """Until it is killed. Arguments: the address of the house, the cookies of the tables' people as JSON, and in which
    network it is."""
    host, sessions = sys.argv[1], json.loads(sys.argv[2])
    for number, session in enumerate(sessions):
        threading.Thread(target=_play, args=(host, f"mesa-{number}", session), daemon=True).start()
    asyncio.run(_watch(host, sessions[0]))


def _say(*what: object) -> None:
    with _saying:
        print(json.dumps([time.time(), *what]), flush=True)


def _play(host: str, table: str, session: str) -> None:
    line = http.client.HTTPConnection(host, timeout=PATIENCE)
    while True:
        key = uuid4().hex
        body = json.dumps({"command": "note", "text": key})
        while True:
            status, version = _give(line, table, session, key, body)
            if status == 200:
                _say(table, key, version)
                break
            _say("status", status)
            time.sleep(PAUSE)
        time.sleep(BETWEEN)


def _give(line: http.client.HTTPConnection, table: str, session: str, key: str, body: str) -> tuple[int, int]:
    headers = headers_of(session) | {"Content-Type": "application/json", "Idempotency-Key": key}
    try:
        line.request("POST", f"/api/tables/{table}/commands", body, headers)
        answer = line.getresponse()
        said = answer.read()
        return answer.status, json.loads(said)["version"] if answer.status == 200 else 0
    except (OSError, http.client.HTTPException, ValueError):
        line.close()
        return 0, 0


async def _watch(host: str, session: str) -> None:
    wait = FIRST_WAIT
    while True:
        try:
            headers = {"Cookie": session, "Origin": f"http://{host}:80"}
            async with asyncio.timeout(HANDSHAKE):
                wire = await Wire.open(80, "/ws/screens/console/mesa-0/", headers=headers, host=host)
            while not (said := await wire.hear(2 * SILENCE)).isdecimal():
                found = json.loads(said)
                if found["type"] == "screen":
                    wire.say(json.dumps({"type": "shown", "version": found["version"]}))
                _say("heard")
                wait = FIRST_WAIT
            wire.leave()
        except (OSError, EOFError, TimeoutError, Refused) as error:
            _say("screen", type(error).__name__, str(error).partition("\r")[0])
        await asyncio.sleep(wait)
        wait = min(2 * wait, LAST_WAIT)


if __name__ == "__main__":
    main()
