"""`manage.py play SCRIPT.jsonl …`: run commands through the same service as every client, on a new table in memory.

The run has a database of its own and does not touch the one in DATABASE_URL.
"""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from casino.common.json_input import read_json
from casino.common.refusals import Refusal
from casino.people.permissions import Role
from tables.door import notify
from tables.door.service import Answer, create_table, execute, game_of, read, refuse
from tables.management.memory_database import memory_database
from tables.record.reglamentos.catalogue import add
from tables.record.reglamentos.fault import Fault
from tables.record.reglamentos.file import read_reglamento
from tables.rules.roles import Actor
from tables.view.snapshot import take

TABLE = "play"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ACCEPTED, REFUSED, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    """Play scripts. Exits with 1 if a command was refused, 2 if a script could not be read."""

    help = "Plays scripts: one JSON command a line in, one JSON answer a line out."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "scripts", nargs="+", metavar="SCRIPT", help="a file of commands; - is standard input"
        )
        parser.add_argument("--snapshot", action="store_true", help="print the final snapshot last")
        parser.add_argument("--snapshots", action="store_true", help="add a snapshot to every line")
        parser.add_argument("--reglamento", metavar="FILE", help="a house's own, known during this run")

    def handle(
        self,
        *args: Any,
        scripts: list[str],
        snapshot: bool,
        snapshots: bool,
        reglamento: str | None = None,
        **options: Any,
    ) -> None:
        if hasattr(sys.stdout, "reconfigure"):
            # A lone surrogate is written as the JSON escape that it was read from.
            sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            self.own = _own_reglamento(reglamento) if reglamento else None
            status = self._scripts(scripts, snapshot, snapshots)
        except Unreadable as error:
            self.stderr.write(f"play: cannot read {error}")
            status = UNREADABLE
        except BrokenPipeError:
            # The reader of the output has closed it, as `head` does. Further output is discarded.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = REFUSED
        if status:
            sys.exit(status)

    def _scripts(self, scripts: list[str], snapshot: bool, snapshots: bool) -> int:
        status = ACCEPTED
        with notify.silence():
            for name in scripts:
                if len(scripts) > 1:
                    self._print({"script": name})
                status = max(status, self._script(name, snapshot, snapshots))
        return status

    def _script(self, name: str, snapshot: bool, snapshots: bool) -> int:
        with memory_database():
            create_table(TABLE, TABLE)
            if self.own:
                add(self.own)
            try:
                status = self._lines(name, snapshots)
            except Unreadable as error:
                self.stderr.write(f"play: cannot read {name}: {error}")
                return UNREADABLE
            if snapshot:
                self._print({"snapshot": _snapshot()})
            return status

    def _lines(self, name: str, snapshots: bool) -> int:
        status = ACCEPTED
        for line in lines_of(name):
            answer = play_line(line)
            told = {**answer.as_dict(), "phase": answer.phase}
            self._print({**told, "snapshot": _snapshot()} if snapshots else told)
            status = status if answer.ok else REFUSED
        return status

    def _print(self, told: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(told, ensure_ascii=False))
        self.stdout.flush()


class Unreadable(Exception):
    """A script, or a house's own reglamento, cannot be read. The text says why."""


def _own_reglamento(name: str) -> str:
    """The text of a house's own reglamento. Raises Unreadable, also if the file is not valid."""
    try:
        text = Path(name).read_text(encoding="utf-8")
        read_reglamento(text)
    except (OSError, UnicodeDecodeError, Fault) as error:
        raise Unreadable(f"{name}: {error}") from error
    return text


def lines_of(name: str) -> Iterator[bytes]:
    """The lines of a script that need an answer, as they arrive. Raises Unreadable."""
    with ExitStack() as closing:
        try:
            file = sys.stdin.buffer if name == "-" else closing.enter_context(open(name, "rb"))
            lines = enumerate(file)
            while (numbered := next(lines, None)) is not None:
                if text := _wanted(*numbered):
                    yield text
        except OSError as error:
            raise Unreadable(error.strerror or str(error)) from error


def play_line(line: bytes) -> Answer:
    """Run one line of a script. A line that is not a command is refused like any other."""
    try:
        payload = read_json(line)
        role: str = Role.CROUPIER
        if isinstance(payload, dict) and "by" in payload:
            role = role_of(payload.pop("by"))
    except Refusal as refusal:
        return refuse(TABLE, refusal)
    return execute(TABLE, payload, Actor(name=role, role=role))


def role_of(by: object) -> Role:
    """The role that the `by` of a line names. Raises Refusal (`malformed`) for an unknown one."""
    if not isinstance(by, str) or by not in {*Role}:
        raise Refusal("malformed", fault="no_such_role", field="by")
    return Role(by)


def _wanted(number: int, line: bytes) -> bytes | None:
    text = (line.removeprefix(BYTE_ORDER_MARK) if number == 0 else line).strip()
    return text if text and not text.startswith(b"#") else None


def _snapshot() -> dict[str, Any]:
    return take(TABLE, game_of(read(TABLE)[1], Role.JEFE))
