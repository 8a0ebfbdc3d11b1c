"""The house of the night: an embedded one, or where DATABASE_URL is set one with a database of its own on it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import browser, house, loaded, visit
from tests.browser.houses import environment
from tests.operations.houses import database
from tests.support.embedded_houses import MANAGE, MIGRATE

__all__ = ["browser", "house", "loaded", "visit"]


@pytest.fixture(scope="session")
def on_servers() -> Iterator[dict[str, str]]:
    """The settings of a house on the tests' PostgreSQL and Redis; nothing for the embedded one."""
    with database(f"night_{os.getpid()}") as url:
        yield {"DATABASE_URL": url, "REDIS_URL": os.environ["REDIS_URL"]} if url else {}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, on_servers: dict[str, str]) -> Path:
    """The demo casino on its first evening."""
    folder = tmp_path_factory.mktemp("night")
    for command in (MIGRATE, ("demo",)):
        there = environment(folder) | on_servers
        subprocess.run([sys.executable, MANAGE, *command], env=there, check=True, capture_output=True)
    return folder


@pytest.fixture
def house_settings(on_servers: dict[str, str]) -> dict[str, str]:
    """What the house sets in its environment."""
    return on_servers
