"""What PostgreSQL has on one disk alone is not answered as if both had it."""

import asyncio
import os
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg

from tests.door.test_one_lock import PATIENCE, ask, writes
from tests.live.services import postgres
from tests.support.ports import free_port
from tests.support.served import furnished, serving

TABLE = "mesa-0"
SILENT = "ALTER SYSTEM SET synchronous_standby_names = 'silent'"
ALONE = "ALTER SYSTEM SET synchronous_standby_names = ''"
KEY = "one-of-mine"
WAITS = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """A PostgreSQL of this test's own, and its address."""
    port = free_port()
    with TemporaryDirectory() as disk:
        Path(disk).chmod(0o711)  # the user postgres goes through it
        service = postgres(folder, Path(disk), port)
        asyncio.run(service.start())
        try:
            yield f"postgres://postgres@127.0.0.1:{port}/postgres"
        finally:
            asyncio.run(service.stop())


def standby(admin: psycopg.Connection[tuple[object, ...]], setting: str) -> None:
    admin.execute(setting)
    admin.execute("SELECT pg_reload_conf()")


def waiting(admin: psycopg.Connection[tuple[object, ...]], answer: Future[Any]) -> int:
    """The process of PostgreSQL that waits for the standby."""
    deadline = time.monotonic() + PATIENCE
    while not (found := admin.execute(WAITS).fetchone()):
        assert time.monotonic() < deadline and not answer.done()
        time.sleep(0.02)
    return int(str(found[0]))


if os.environ.get("DATABASE_URL"):

    def test_a_commit_whose_wait_for_the_standby_was_cancelled_is_not_answered_as_done(
        tmp_path: Path,
    ) -> None:
        """Whoever asks again under the same key waits, as a commit does, until the standby has it."""
        with cluster(tmp_path) as url, psycopg.connect(url, autocommit=True) as admin:
            house = furnished(tmp_path, url)
            with serving(house) as server, ThreadPoolExecutor(1) as threads:
                for path, said in writes(TABLE):
                    standby(admin, SILENT)
                    asked = threads.submit(ask, house, server, "POST", path, said, KEY)
                    admin.execute("SELECT pg_cancel_backend(%s)", [waiting(admin, asked)])
                    status, again, told = asked.result()
                    assert (status, again is not None, told["error"]["code"]) == (503, True, "unavailable")
                    if path.endswith("/commands"):
                        repeated = threads.submit(ask, house, server, "POST", path, said, KEY)
                        waiting(admin, repeated)
                        standby(admin, ALONE)
                        assert repeated.result()[0] == 200
                    standby(admin, ALONE)
            assert "Traceback" not in server.log.read_text()
