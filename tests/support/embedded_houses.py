"""Houses on the embedded database that are built once for all tests; a test that changes one begins with a copy."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

MANAGE = str(settings.BASE_DIR / "manage.py")
MIGRATE = ("migrate", "--verbosity", "0")
COLLECT = ("collectstatic", "--noinput", "--verbosity", "0")


def environment(folder: Path) -> dict[str, str]:
    """Nothing of the machine's settings: a house of its own in `folder`."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG"}}
    return {**kept, "VAR_DIR": str(folder), "PYTHONUNBUFFERED": "1"}


def built_once(factory: pytest.TempPathFactory, worker: str, name: str, *commands: tuple[str, ...]) -> Path:
    """The folder of a house in which these commands of manage.py were carried out, by the first worker that asks."""
    own = factory.getbasetemp()
    shared = own if worker == "master" else own.parent
    ready = shared / name
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            building = factory.mktemp("building")
            for command in commands:
                line, there = [sys.executable, MANAGE, *command], environment(building)
                subprocess.run(line, env=there | {"DEMO": "1"}, check=True, capture_output=True)
            building.rename(ready)
    return ready
