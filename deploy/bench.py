"""`make bench`: timings compared with a floor measured in the same run.

Timings are medians of several rounds, because machines are shared.
1. `play`: a shift of commands through the whole service in memory, compared with writing as many bare rows.
2. If DATABASE_URL names a PostgreSQL server, each in a temporary database: the inspector's search over a million
records (`bench_search`), and every report over a million passes (`bench_reports`).
"""

import json
import os
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

from bench_shared import HOUSE, in_own_database, median, run, with_django

COMMANDS = 2000


def main() -> None:
    """Run every benchmark."""
    bench_play()
    if url := os.environ.get("DATABASE_URL"):
        for script in ("bench_search.py", "bench_reports.py"):
            in_own_database(url, Path(__file__).with_name(script))
    else:
        print("–  search and reports: DATABASE_URL names no PostgreSQL server")


def bench_play() -> None:
    """Time the `play` command against bare writes."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "shift.jsonl"
        script.write_text("\n".join(json.dumps(command) for command in a_shift()))
        play = [sys.executable, str(HOUSE / "manage.py"), "play"]
        first = Path(folder) / "first.jsonl"
        first.write_text(script.read_text().splitlines()[0])
        start = median(lambda: run([*play, str(first)]))
        whole = median(lambda: run([*play, str(script)]))
    floor = median(bare_rows)
    speed = COMMANDS / (whole - start)
    print(
        f"play: first answer after {start:.2f} s, then {speed:.0f} commands a second (at least 300 are asked)"
    )
    print(f"      {(whole - start) / floor:.0f} times the bare writing of as many rows ({floor:.3f} s)")


def a_shift() -> list[dict]:
    """A robot's commands from the opening on, all of them accepted."""
    with_django()
    from casino.accounts.permissions import Role
    from tables import notify
    from tables.engine.actor import Actor
    from tables.memory_database import memory_database
    from tables.robot.client import LocalClient
    from tables.robot.robot import Robot
    from tables.service import create_table

    opening = {
        "command": "open_table",
        "reglamento": "argentina",
        "minimum": 100,
        "maximum": 10_000,
        "chip": 10,
    }
    with notify.silence(), memory_database():
        create_table("bench", "bench")
        client, robot, given = LocalClient("bench", Actor("julio", Role.JEFE)), Robot(3), [opening]
        client.send(opening)
        while len(given) < COMMANDS:
            command = robot.next(client.snapshot())
            answer = client.send(command)
            if answer["ok"]:
                given.append(command)
            else:
                robot.refused(command, answer["error"]["code"])
    return [{**command, "by": Role.JEFE} for command in given]


def bare_rows() -> float:
    """The seconds that bare inserts of as many rows take."""
    base = sqlite3.connect(":memory:", isolation_level=None)
    base.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT)")
    start = time.perf_counter()
    for _ in range(COMMANDS):
        base.execute("BEGIN IMMEDIATE")
        base.execute("INSERT INTO row (text) VALUES (?)", ("x" * 900,))
        base.execute("COMMIT")
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
