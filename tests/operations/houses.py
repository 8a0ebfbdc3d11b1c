"""Houses of their own for tests: an embedded database, or one on the server that the tests run on."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from django.conf import settings

KEPT = {"PATH", "HOME", "LANG"}
SPEAKS_ENGLISH = "from casino.house import values; values.change('LANGUAGE_CODE', 'en')"


class Novamas:
    """The command `novamas` with the settings of one house."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.var = Path(environment["VAR_DIR"])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.operations.driver"],
            cwd=settings.BASE_DIR,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: object) -> tuple[int, str, str]:
        """The exit status, and what was written to stdout and stderr."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps([str(one) for one in arguments]) + "\n")
        self._process.stdin.flush()
        status, out, err = json.loads(self._process.stdout.readline())
        return status, out, err

    def done(self, *arguments: object) -> Any:
        """The answer of a command that succeeds."""
        status, out, err = self.run(*arguments, "--json")
        assert status == 0, out + err
        return json.loads(out)

    def refused(self, *arguments: object) -> str:
        """The sentence with which a command is refused."""
        status, out, err = self.run(*arguments, "--json")
        assert status == 1, out + err
        return str(json.loads(out)["error"])

    def end(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


@contextlib.contextmanager
def house(folder: Path, name: str, new: Path, *, embedded: bool = False) -> Iterator[Novamas]:
    """An empty, migrated house that speaks English, in its own folder; on the embedded database a copy of `new`."""
    environment = {key: value for key, value in os.environ.items() if key in KEPT}
    environment |= {
        "VAR_DIR": str(folder / name / "var"),
        "PYTHONPATH": str(settings.BASE_DIR),
        "PYTHONUTF8": "1",
    }
    with contextlib.nullcontext("") if embedded else database(f"novamas_{name}_{os.getpid()}") as url:
        novamas = Novamas(environment | ({"DATABASE_URL": url} if url else {}))
        try:
            if url:
                assert novamas.run("manage", "migrate", "--verbosity", "0")[0] == 0
            else:
                shutil.copytree(new, environment["VAR_DIR"])
            assert novamas.run("manage", "shell", "--verbosity", "0", "-c", SPEAKS_ENGLISH)[0] == 0
            yield novamas
        finally:
            novamas.end()


@contextlib.contextmanager
def database(name: str) -> Iterator[str]:
    """The URL of an empty database on the tests' server, dropped in the end with all that was restored or kept beside
    it; empty where the tests run on the embedded one."""
    server = os.environ.get("DATABASE_URL", "")
    if not server:
        yield ""
        return
    with psycopg.connect(server, autocommit=True) as connected:
        connected.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            query = "SELECT datname FROM pg_database WHERE starts_with(datname, %s)"
            for (found,) in connected.execute(query, [name]).fetchall():
                connected.execute(f'DROP DATABASE "{found}" WITH (FORCE)')
