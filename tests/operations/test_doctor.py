"""What `novamas doctor` says where the database is away or newer than its tools."""

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings


def test_a_database_that_is_away_is_said_once(tmp_path: Path) -> None:
    """The pool of connections has threads that would tell of each attempt."""
    environment = os.environ | {
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nowhere",
        "VAR_DIR": str(tmp_path),
        "LOG_LEVEL": "INFO",
    }
    command = [sys.executable, "-m", "casino.operations.main", "doctor"]
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and "does not answer" in done.stdout
    assert "psycopg" not in done.stderr and len(done.stderr.splitlines()) < 5
