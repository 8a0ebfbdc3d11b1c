"""What `novamas doctor` says where the database is away or newer than its tools."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from casino.operations import release
from casino.operations.doctor import machine


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


def versions() -> list[tuple[str, str]]:
    with translation.override("en"):
        return [(found.level, found.says) for found in machine.versions()]


def test_a_release_of_another_python_than_the_machines_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RELEASES", str(tmp_path))
    assert [level for level, _says in versions()] == ["ok"]
    python = tmp_path / "python3"
    python.write_text("#!/bin/sh\necho py399\n")
    python.chmod(0o755)
    monkeypatch.setattr(release, "python_here", lambda: python)
    (_fine, (level, says)) = versions()
    assert level == "warning" and "py399" in says and "make install" in says


def test_a_release_before_whose_python_is_gone_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RELEASES", str(tmp_path))
    for name in ("0.1.0-00000000-py311", "0.1.0-00000000-py313"):
        (tmp_path / name / "bin").mkdir(parents=True)
        (tmp_path / name / "bin/python").symlink_to(sys.executable)
        release.switch(tmp_path, tmp_path / name)
    assert [level for level, _says in versions()] == ["ok"]
    (tmp_path / "previous/bin/python").unlink()
    (_fine, (level, says)) = versions()
    assert level == "warning" and "0.1.0-00000000-py311" in says and "rollback" in says
