"""The database goes away, or its disk is full, and comes back: what is asked meanwhile is refused with 503, readiness
says so, and then all is right again."""

import json
import os
import resource
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection

from casino.common.sql import outage
from tests.bench.house import postgres_database
from tests.support.cut_line import Line, cut_line
from tests.support.served import House, Server, furnished, headers_of, serving

POSTGRESQL = os.environ.get("DATABASE_URL")
PATIENCE = 60.0  # seconds: far more than anything here takes
COMMANDS = "/api/tables/mesa-0/commands"
PAGES = ("/floor/", "/api/tables", "/tables/mesa-0/", "/reports/floor/", "/healthz")


class Visitor:
    """A jefe's browser."""

    def __init__(self, house: House, server: Server) -> None:
        self._port, self._headers = server.port, headers_of(house.sessions[0])

    def get(self, path: str) -> tuple[int, str | None]:
        return self._ask("GET", path)

    def give(self, key: str) -> tuple[int, str | None]:
        return self._ask("POST", COMMANDS, {"command": "join", "player": key}, {"Idempotency-Key": key})

    def _ask(self, method: str, path: str, said: Any = None, more: Any = None) -> tuple[int, str | None]:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        connection.request(
            method, path, json.dumps(said) if said else None, {**self._headers, **(more or {})}
        )
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status, answer.headers["Retry-After"]


if POSTGRESQL:  # the embedded database cannot be away

    def test_while_postgresql_is_away_everything_is_refused_and_then_right_again(tmp_path: Path) -> None:
        with postgres_database(POSTGRESQL) as url, cut_line(url) as line:
            house = furnished(tmp_path, line.url)
            with serving(house) as server:
                _away_and_back(line, Visitor(house, server))
            assert house.recorded() == {"before", "after"}

    @pytest.mark.django_db(transaction=True)
    def test_while_an_outage_is_known_one_looks_and_the_others_are_refused_at_once(
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        is_back, looks = threading.Event(), [0]

        def takes_writes(_database: object) -> bool:
            looks[0] += 1
            return is_back.is_set()

        monkeypatch.setattr(outage, "_takes_writes", takes_writes)
        for _ in range(3):
            outage.noticed(OperationalError("gone"))
        _until(outage.is_known)
        with ThreadPoolExecutor(1) as threads:
            seen = looks[0]
            with pytest.raises(OperationalError, match="somebody looks"):
                threads.submit(_connect).result()
            _until(lambda: looks[0] > seen)
            is_back.set()
            _until(lambda: not outage.is_known())
            threads.submit(_connect).result()


def _connect() -> None:
    connection.ensure_connection()
    connection.close()


def _until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _away_and_back(line: Line, jefe: Visitor) -> None:
    assert jefe.give("before")[0] == 200
    line.cut()
    refused = [jefe.give("meanwhile"), *(jefe.get(path) for path in PAGES)]
    assert [status for status, _ in refused] == [503] * len(refused)
    assert all(again for _, again in refused[:-1])
    line.join()
    _wait_until_right(jefe)
    assert [jefe.get(path)[0] for path in PAGES] == [200] * len(PAGES)
    assert jefe.give("before")[0] == 200  # its first answer again


@pytest.mark.slow
def test_a_full_disk_is_said_and_nothing_that_was_accepted_is_lost(
    tmp_path: Path,
) -> None:
    house = furnished(tmp_path)
    with serving(house) as server:
        jefe = Visitor(house, server)
        assert (jefe.give("before")[0], jefe.get("/healthz")[0]) == (200, 200)
        limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        status, again = jefe.give("meanwhile")
        assert status == 503 and again
        assert jefe.get("/healthz")[0] == 503
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)
        _wait_until_right(jefe)
        assert jefe.get("/healthz")[0] == 200
    assert house.recorded() == {"before", "after"}
    house.manage("audit")


def _wait_until_right(jefe: Visitor) -> None:
    deadline = time.monotonic() + PATIENCE
    while jefe.give("after")[0] != 200:
        assert time.monotonic() < deadline, "it never came back"
        time.sleep(0.1)
