"""`make bench`: figures against a floor in the same run; medians of several rounds, for machines are shared.

1. `play`: a shift of commands through the whole service in memory, beside the bare writing of as many rows.
2. The inspector's search over a million records, where DATABASE_URL names a PostgreSQL server: made in a database of
   its own, which is dropped again.
"""

import json
import os
import secrets
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

HOUSE = Path(__file__).resolve().parent.parent
ROUNDS = 5
COMMANDS = 2000
RECORDS = int(os.environ.get("RECORDS", "1000000"))


def main() -> None:
    sys.path.insert(0, str(HOUSE))
    bench_play()
    if os.environ.get("DATABASE_URL"):
        bench_search(os.environ["DATABASE_URL"])
    else:
        print("–  search: DATABASE_URL names no PostgreSQL server")


def bench_play() -> None:
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
    """A robot's commands from the opening on, every one of them accepted."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "casino.settings"}
    import django

    django.setup()
    from tables import nudge
    from tables.engine.actor import Actor
    from tables.memory import memory_database
    from tables.robot.door import OwnDoor
    from tables.robot.robot import Robot
    from tables.service import create_table

    opening = {
        "command": "open_table",
        "reglamento": "argentina",
        "minimum": 100,
        "maximum": 10_000,
        "chip": 10,
    }
    with nudge.silence(), memory_database():
        create_table("bench", "bench")
        door, robot, given = OwnDoor("bench", Actor("jefe", "jefe")), Robot(3), [opening]
        door.give(opening)
        while len(given) < COMMANDS:
            command = robot.next(door.look())
            answer = door.give(command)
            if answer["ok"]:
                given.append(command)
            else:
                robot.refused(command, answer["error"]["code"])
    return [{**command, "by": "jefe"} for command in given]


def bare_rows() -> float:
    base = sqlite3.connect(":memory:", isolation_level=None)
    base.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT)")
    start = time.perf_counter()
    for _ in range(COMMANDS):
        base.execute("BEGIN IMMEDIATE")
        base.execute("INSERT INTO row (text) VALUES (?)", ("x" * 900,))
        base.execute("COMMIT")
    return time.perf_counter() - start


def bench_search(url: str) -> None:
    import psycopg

    name = f"bench_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            parts = urlsplit(url)
            own = urlunsplit(parts._replace(path=f"/{name}"))
            environment = {**os.environ, "DATABASE_URL": own, "RECORDS": str(RECORDS)}
            subprocess.run([sys.executable, __file__, "search"], env=environment, check=True)
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def search() -> None:
    """In a process of its own, which sees only the database made for it."""
    sys.path.insert(0, str(HOUSE))
    os.environ |= {"DJANGO_SETTINGS_MODULE": "casino.settings"}
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from tables.inspection import Filters, found

    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        fill(cursor)
    now = timezone.now()
    looks = {
        "the newest": Filters(),
        "one table": Filters(table="mesa-3"),
        "one actor": Filters(actor="croupier-7"),
        "one table, one command": Filters(table="mesa-3", command="settle"),
        "a common article": Filters(article="29"),
        "a rare article": Filters(article="51"),
        "an incident": Filters(incident="exposed_card"),
        "a rare article at one table": Filters(table="mesa-3", article="51"),
        "an hour, an actor": Filters(
            since=now - timezone.timedelta(hours=5),
            until=now - timezone.timedelta(hours=4),
            actor="croupier-7",
        ),
        "deep in the past": Filters(table="mesa-3", before=500),
        "what is not there": Filters(article="99"),
    }
    for what, filters in looks.items():
        took = median(lambda filters=filters: timed(lambda: found(filters)))
        print(f"search of {RECORDS:,}: {what}: {1000 * took:.1f} ms (under 200 are asked)")


def fill(cursor) -> None:
    """Records like those of twenty tables over a year; made in the database, for speed."""
    cursor.execute(
        "INSERT INTO tables_table (slug, name, reglamento, open, phase, version, state, records, head)"
        " SELECT 'mesa-' || n, 'Mesa ' || n, 'argentina', true, 'betting', 0, '{}', 0, '' FROM generate_series(1, 20) n"
    )
    cursor.execute(
        "INSERT INTO tables_record (table_id, number, first_seq, version, name, command, events, actor, role, key, at,"
        " state, previous, digest)"
        " SELECT (SELECT min(id) FROM tables_table) + n %% 20, n / 20 + 1, n / 20 + 1, n / 20 + 1,"
        " CASE WHEN n %% 11 = 0 THEN 'settle' WHEN n %% 20000 = 7 THEN 'incident' ELSE 'place_bet' END,"
        ' \'{"command": "place_bet", "player": "ana", "chance": "punto", "amount": 100}\','
        ' CASE WHEN n %% 11 = 0 THEN \'[{"seq": 1, "type": "pass_settled", "article": "29"}]\''
        ' WHEN n %% 20000 = 7 THEN \'[{"seq": 1, "type": "incident_noted", "kind": "exposed_card", "article": "51"}]\''
        ' ELSE \'[{"seq": 1, "type": "bet_placed", "player": "ana", "chance": "punto", "amount": 100}]\' END::jsonb,'
        " 'croupier-' || n %% 40, 'croupier', '', now() - (%s - n) * interval '30 seconds', '', md5(n::text), md5(n::text)"
        " FROM generate_series(1, %s) n",
        [RECORDS, RECORDS],
    )
    cursor.execute("ANALYZE")


def run(line: list[str]) -> float:
    return timed(lambda: subprocess.run(line, check=True, stdout=subprocess.DEVNULL))


def timed(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def median(act: Callable[[], float]) -> float:
    return statistics.median(act() for _ in range(ROUNDS))


if __name__ == "__main__":
    search() if sys.argv[1:] == ["search"] else main()
