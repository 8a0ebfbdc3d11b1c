"""What tests of `novamas` in their own process need."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from tests.operations.command import Command
from tests.support.own_house import HouseHas

# A cluster of their own, and pgBackRest: where the tests run on PostgreSQL
collect_ignore_glob = [] if os.environ.get("DATABASE_URL") else ["test_pgbackrest*.py"]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """What is called in this process speaks English."""
    with translation.override("en"):
        yield


@pytest.fixture
def novamas(capsys: pytest.CaptureFixture[str], house_has: HouseHas) -> Command:
    """In a house that speaks English."""
    house_has(language_code="en")
    return Command(capsys)


@pytest.fixture
def var_of_its_own(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    return tmp_path
