"""Whoever asks for a page and hangs up costs the house nothing: the connections of the pool come back."""

import os
import socket
import time
from http.client import HTTPConnection
from pathlib import Path

import psycopg

from tests.bench.house import postgres_database
from tests.support.served import House, Server, furnished, serving

POSTGRESQL = os.environ.get("DATABASE_URL")
PATIENCE = 60.0  # seconds: far more than anything here takes
PAGES = ("/floor/", "/reports/", "/tables/mesa-0/")
POOL = 2  # connections


if POSTGRESQL:  # the embedded database has no pool

    def test_requests_that_were_given_up_leave_their_connections_to_the_next(tmp_path: Path) -> None:
        """Nobody can read the sessions until those who asked have gone."""
        with postgres_database(POSTGRESQL) as url:
            house = furnished(tmp_path, url)
            house.environment["DATABASE_POOL"] = str(POOL)
            house.environment["DATABASE_URL"] = (
                f"{url}?options=-c%20lock_timeout%3D0"  # else they are soon refused
            )
            with serving(house) as server:
                assert [_status(house, server, path) for path in PAGES] == [200] * len(PAGES)
                with psycopg.connect(url) as keeps:
                    keeps.execute("LOCK TABLE django_session IN ACCESS EXCLUSIVE MODE")
                    for path in PAGES[:POOL]:
                        _ask_and_hang_up(house, server, path)
                    time.sleep(1)
                assert [_status(house, server, path) for path in PAGES] == [200] * len(PAGES)


def _status(house: House, server: Server, path: str) -> int:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path, headers={"Cookie": house.sessions[0]})
    status = connection.getresponse().status
    connection.close()
    return status


def _ask_and_hang_up(house: House, server: Server, path: str) -> None:
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {house.sessions[0]}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(head.encode())
        time.sleep(0.2)  # Daphne forgets who has gone before it looks
