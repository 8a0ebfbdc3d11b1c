"""Shared parts of `make bench`: rounds, medians, and temporary PostgreSQL databases."""

import os
import secrets
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

HOUSE = Path(__file__).resolve().parent.parent
ROUNDS = 5


def run(line: list[str]) -> float:
    """The seconds that a command takes. Its output is discarded."""
    return timed(lambda: subprocess.run(line, check=True, stdout=subprocess.DEVNULL))


def timed(act: Callable[[], object]) -> float:
    """The seconds that `act` takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def median(act: Callable[[], float]) -> float:
    """The median of several rounds."""
    return statistics.median(act() for _ in range(ROUNDS))


def in_own_database(url: str, script: Path) -> None:
    """Run a script with DATABASE_URL set to a new database, which is dropped afterwards."""
    import psycopg

    name = f"bench_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            own = urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
            environment = {**os.environ, "DATABASE_URL": own}
            subprocess.run([sys.executable, str(script)], env=environment, check=True)
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def with_django() -> None:
    """Set Django up. Call this before importing anything of the product."""
    sys.path.insert(0, str(HOUSE))
    os.environ |= {"DJANGO_SETTINGS_MODULE": "casino.settings"}
    import django

    django.setup()
