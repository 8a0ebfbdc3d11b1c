"""Two machines of a house start before there is a database: both wait for it, and one after the other migrates."""

import os
import subprocess
import sys
from pathlib import Path

from tests.bench.house import postgres_database
from tests.support.cut_line import cut_line

ROOT = Path(__file__).parents[2]
POSTGRESQL = os.environ.get("DATABASE_URL", "")

if POSTGRESQL:  # the embedded database is never away

    def test_both_wait_and_find_a_migrated_database(tmp_path: Path) -> None:
        with postgres_database(POSTGRESQL) as url, cut_line(url) as line:
            line.cut()
            both = [_migrating(line.url, tmp_path / name) for name in "AB"]
            for one in both:
                assert one.stderr and any("Waiting for the database" in line for line in one.stderr)
            line.join()
            ended = [(one.communicate()[1], one.returncode) for one in both]
            assert [code for _, code in ended] == [0, 0], ended


def _migrating(url: str, var: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0", "--wait"]
    settings = {**os.environ, "DATABASE_URL": url, "VAR_DIR": str(var)}
    return subprocess.Popen(command, env=settings, stderr=subprocess.PIPE, text=True)
