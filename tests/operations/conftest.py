"""What tests of `novamas` in their own process need."""

from pathlib import Path
from typing import Any

import pytest

from tests.operations.command import Command


@pytest.fixture
def novamas(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


@pytest.fixture
def var_of_its_own(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    return tmp_path
