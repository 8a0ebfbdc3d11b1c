"""`python -m tests.second_engine.play SCRIPT.jsonl …`: the second engine answers like `play --snapshots`."""

import json
import sys
from pathlib import Path
from typing import Any

from .door import answer
from .table import Table


def play(name: str) -> None:
    """Play one script on a new table, a JSON answer a line."""
    table = Table()
    for line in Path(name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            sys.stdout.write(json.dumps(answer(table, _read(line)), ensure_ascii=False) + "\n")


def _read(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


if __name__ == "__main__":
    names = [name for name in sys.argv[1:] if not name.startswith("--")]
    for script in names:
        if len(names) > 1:
            sys.stdout.write(json.dumps({"script": Path(script).name}) + "\n")
        play(script)
