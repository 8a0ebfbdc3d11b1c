"""`novamas` in the process of the tests."""

import json
from typing import Any

import pytest

from casino.operations.main import execute


class Command:
    """Runs `novamas` in this process, on the tests' database."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object, status: int = 0) -> Any:
        assert execute([*map(str, arguments), "--json"]) == status
        return json.loads(self._capsys.readouterr().out)

    def refused(self, *arguments: object) -> str:
        return str(self(*arguments, status=1)["error"])
