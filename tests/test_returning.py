"""Whoever watched a server that was killed is back soon after another takes its place: `make returning`, in small."""

import subprocess
import sys

import pytest
from django.conf import settings


@pytest.mark.slow
def test_all_sockets_come_back_when_their_server_was_killed() -> None:
    """In a process of its own: it has a house of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "deploy.returning", "--rounds", "1", "--sockets", "20"],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ok all back after" in done.stdout
