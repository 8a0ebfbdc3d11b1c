"""One table's row that nobody gives back stops one table, and no other; and health tells the truth."""

import json
import os
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import Client

from casino.people.models import User
from tables.door.service import create_table
from tests.bench.house import postgres_database
from tests.support.served import House, Server, furnished, headers_of, serving

POSTGRESQL = os.environ.get("DATABASE_URL")
PATIENCE = 60.0  # seconds: far more than anything here takes
LOCKED, FREE = "mesa-0", "mesa-1"
CLIENTS = 4  # of each kind at the table that is locked, each of whom asks again and again
_number = count()

Answer = tuple[int, str | None, dict[str, Any]]


def ask(house: House, server: Server, method: str, path: str, said: Any = None, key: str = "") -> Answer:
    """Status, Retry-After, and the code. `key`: of a command; by default a new one."""
    headers = headers_of(house.sessions[0]) | {"Content-Type": "application/json"}
    if path.endswith("/commands"):
        headers["Idempotency-Key"] = key or f"key-{next(_number)}"
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request(method, path, json.dumps(said) if said is not None else None, headers)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer.status, answer.headers["Retry-After"], json.loads(content) if "/api/" in path else {}


def writes(table: str) -> list[tuple[str, Any]]:
    """Whatever locks the row of a table, or a row that refers to it."""
    number = next(_number)
    return [
        (f"/api/tables/{table}/commands", {"command": "join", "player": f"p{number}"}),
        (f"/api/tables/{table}/slips", {"kind": "opening", "chips": {}, "amount": 0}),
        (f"/api/tables/{table}/disputes", {"note": "it was mine"}),
        (f"/api/tables/{table}/duty", {"post": "jefe"}),
    ]


class Crowd:
    """Clients who ask for everything at one table until it is enough. `answers`: what they were told."""

    def __init__(self, house: House, server: Server) -> None:
        self._house, self._server = house, server
        self._enough = threading.Event()
        self.answers: list[Answer] = []
        self._threads = [
            threading.Thread(target=self._ask, args=(kind,)) for kind in range(4) for _ in range(CLIENTS)
        ]

    def _ask(self, kind: int) -> None:
        while not self._enough.is_set():
            path, said = writes(LOCKED)[kind]
            self.answers.append(ask(self._house, self._server, "POST", path, said))
            self._enough.wait(0.5)

    def begins(self) -> None:
        for thread in self._threads:
            thread.start()
        deadline = time.monotonic() + PATIENCE
        while len(self.answers) < len(self._threads):  # each kind waits by now
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def ends(self) -> None:
        self._enough.set()
        for thread in self._threads:
            thread.join()


if POSTGRESQL:

    def test_a_row_that_an_administrator_keeps_stops_one_table_alone(tmp_path: Path) -> None:
        with postgres_database(POSTGRESQL) as url:
            house = furnished(tmp_path, url)
            with serving(house) as server:
                with psycopg.connect(url) as keeps:
                    keeps.execute("SELECT 1 FROM tables_table WHERE slug = %s FOR UPDATE", [LOCKED])
                    crowd = Crowd(house, server)
                    crowd.begins()
                    for _ in range(3):
                        assert [ask(house, server, "POST", *one)[0] for one in writes(FREE)[:1]] == [200]
                        assert ask(house, server, "POST", *writes(FREE)[2])[0] == 201
                        assert ask(house, server, "GET", "/floor/")[0] == 200
                        assert ask(house, server, "GET", "/healthz")[0] == 200
                    crowd.ends()
                    assert {(status, again is not None) for status, again, _ in crowd.answers} == {
                        (503, True)
                    }
                    assert {said["error"]["code"] for *_, said in crowd.answers} == {"too_busy"}
                assert ask(house, server, "POST", *writes(LOCKED)[0])[0] == 200
            assert "Traceback" not in server.log.read_text()

    def test_a_table_that_is_kept_whole_stops_the_house_and_health_says_so(tmp_path: Path) -> None:
        with postgres_database(POSTGRESQL) as url:
            house = furnished(tmp_path, url)
            with serving(house) as server:
                with psycopg.connect(url) as keeps:
                    keeps.execute("LOCK TABLE tables_table IN ACCESS EXCLUSIVE MODE")
                    assert ask(house, server, "GET", "/healthz")[0] == 503
                    status, again, _ = ask(house, server, "POST", *writes(FREE)[0])
                    assert (status, again is not None) == (503, True)
                assert ask(house, server, "GET", "/healthz")[0] == 200

    def test_a_server_that_only_reads_is_an_outage_everywhere(tmp_path: Path) -> None:
        with postgres_database(POSTGRESQL) as url:
            house = furnished(tmp_path, url)
            name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
            with serving(house) as server, psycopg.connect(url, autocommit=True) as admin:
                for reads in ("on", "off"):
                    admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {reads}")
                    admin.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                    )
                    if reads == "on":
                        asked = [ask(house, server, "POST", *one) for _ in range(2) for one in writes(FREE)]
                        assert {status for status, *_ in asked} == {503}
                        assert all(again for _, again, _ in asked)
                        assert ask(house, server, "GET", "/healthz")[0] == 503
                _until(lambda: ask(house, server, "POST", *writes(FREE)[0])[0] == 200)
                assert ask(house, server, "GET", "/healthz")[0] == 200

    def test_a_worker_that_is_frozen_within_a_transaction_does_not_keep_its_table_for_ever(
        tmp_path: Path,
    ) -> None:
        with postgres_database(POSTGRESQL) as url:
            house = furnished(tmp_path, url)
            with serving(house) as frozen, serving(house) as other:
                with _frozen_within_a_command(url, house, frozen):
                    assert ask(house, other, "POST", *writes(LOCKED)[0])[0] == 503
                    assert ask(house, other, "POST", *writes(FREE)[0])[0] == 200
                    _until(lambda: ask(house, other, "POST", *writes(LOCKED)[0])[0] == 200)
                _until(lambda: ask(house, frozen, "POST", *writes(LOCKED)[0])[0] == 200)
            assert " 500 " not in frozen.log.read_text()

    @contextmanager
    def _frozen_within_a_command(url: str, house: House, server: Server) -> Iterator[None]:
        """The worker has the row of the table, and nothing happens any more. Then it goes on."""
        answers: list[Answer] = []
        for _ in range(10):  # from now on its statements are prepared, in each connection of the pool
            assert ask(house, server, "POST", *writes(LOCKED)[0])[0] == 200
        path, said = writes(LOCKED)[0]
        client = threading.Thread(target=lambda: answers.append(ask(house, server, "POST", path, said)))
        with psycopg.connect(url) as keeps, psycopg.connect(url, autocommit=True) as looks:
            keeps.execute("LOCK TABLE tables_reply IN ACCESS EXCLUSIVE MODE")
            client.start()
            waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'tables_reply'::regclass"
            _until(lambda: looks.execute(waiting).fetchone() is not None)
            server.process.send_signal(signal.SIGSTOP)
            keeps.rollback()
            idle = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in t%'"
            _until(lambda: looks.execute(idle).fetchone() is not None)
        yield
        server.process.send_signal(signal.SIGCONT)
        client.join()
        assert answers[0][0] == 503


def _until(so: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.1)


# The embedded database


@pytest.fixture
def embedded(tmp_path: Path) -> House:
    return furnished(tmp_path)


def test_health_says_that_another_process_keeps_the_database(embedded: House) -> None:
    file = Path(embedded.environment["VAR_DIR"]) / "casino.sqlite3"
    with serving(embedded) as server:
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert ask(embedded, server, "GET", "/healthz")[0] == 503
        status, again, said = ask(embedded, server, "POST", *writes(FREE)[0])
        assert (status, again is not None, said["error"]["code"]) == (503, True, "too_busy")
        other.execute("ROLLBACK")
        other.close()
        assert ask(embedded, server, "GET", "/healthz")[0] == 200
        assert ask(embedded, server, "POST", *writes(FREE)[0])[0] == 200


if connection.vendor == "sqlite":

    @pytest.mark.django_db(transaction=True)
    def test_an_embedded_database_that_only_reads_is_an_outage() -> None:
        jefe = Client()
        jefe.force_login(User.objects.create_user("julio", role="jefe"))
        create_table("mesa", "Mesa")
        with connection.cursor() as cursor:
            for reads, statuses in (("ON", (503, 503)), ("OFF", (200, 201))):
                cursor.execute(f"PRAGMA query_only = {reads}")
                asked = jefe.post("/api/tables/mesa/disputes", "{}", content_type="application/json")
                assert (jefe.get("/healthz").status_code, asked.status_code) == statuses
