"""The server ends in order while clients keep it busy. `make stopping` plays the same rounds a hundred times."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from casino.management.commands.serve import SERVERS
from deploy.bench.databases import postgres_database
from deploy.stopping.house import House, furnished
from deploy.stopping.rounds import play


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder, server = tmp_path_factory.mktemp("stopped"), os.environ.get("DATABASE_URL")
    if not server:
        yield furnished(folder)
        return
    with postgres_database(server) as url:
        yield furnished(folder, url)


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("server", SERVERS)
def test_a_busy_server_answers_what_was_asked_closes_its_sockets_and_ends(
    house: House, server: str, number: int
) -> None:
    outcome = play(house, number, random.Random(number), server)
    assert outcome.faults == []
    assert set(outcome.accepted) <= house.recorded()


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
