"""What `novamas doctor` says where the database is away or newer than its tools."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from casino.operations.doctor import services


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


@pytest.mark.parametrize(("version", "finds"), [("15.18 (Debian)", ["fault"]), ("17.2", []), ("18beta1", [])])
def test_an_older_pg_dump_is_a_fault(
    version: str, finds: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "pg_dump"
    program.write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(type(connection), "pg_version", 170_004, raising=False)
    assert [found.level for found in services._dump()] == finds
