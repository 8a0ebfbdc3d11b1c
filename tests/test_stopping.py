"""The server ends in order while clients keep it busy. `make stopping` plays the same rounds a hundred times."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from casino.management.commands.serve import SERVERS


@pytest.mark.slow
@pytest.mark.parametrize("server", SERVERS)
def test_a_busy_server_answers_what_was_asked_closes_its_sockets_and_ends(server: str) -> None:
    """In a process of its own: autobahn can be a client under asyncio or a server under Twisted, never both."""
    done = subprocess.run(
        [sys.executable, "-m", "deploy.stopping", "--rounds", "2", "--seed", "0", "--server", server],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_thread_that_waits_for_ever_does_not_keep_the_process(tmp_path: Path) -> None:
    environment = {**os.environ, "VAR_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "casino.settings"}
    done = subprocess.run(
        [sys.executable, "-c", STUCK],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0
    assert "has not ended by itself" in done.stderr


STUCK = """
import threading
from django.core.wsgi import get_wsgi_application
get_wsgi_application()
from casino import draining
draining.ENDS_WITHIN = 0.1
threading.Thread(target=threading.Event().wait).start()
draining.end_at_last()
"""
