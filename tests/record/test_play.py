"""`manage.py play`: a script in, one answer a line out, on a database of its own."""

import cProfile
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from casino.common.refusals import Refusal
from casino.people.permissions import Role
from tables.door import notify
from tables.door.service import create_table, execute
from tables.management.commands.play import TABLE, play_line, role_of
from tables.management.memory_database import memory_database
from tables.models import Table
from tests.support.house import JEFE, Croupier, game, opening

pytestmark = pytest.mark.django_db
OPEN = '{"command": "open_table", "by": "jefe", "reglamento": "argentina", "minimum": 10, "maximum": 100, "chip": 1}'
JOIN = '{"command": "join", "player": "ana"}'


class Played:
    """What one run said."""

    def __init__(self, status: int, out: str, complaint: str) -> None:
        self.status, self.complaint = status, complaint
        self.lines: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Writes scripts, plays them in this process."""

    def run(*scripts: str | bytes, options: tuple[str, ...] = ()) -> Played:
        paths = []
        for number, script in enumerate(scripts):
            paths.append(tmp_path / f"{number}.jsonl")
            paths[-1].write_bytes(script if isinstance(script, bytes) else script.encode())
        status = 0
        try:
            call_command("play", *map(str, paths), *options)
        except SystemExit as end:
            status = int(end.code or 0)
        return Played(status, *capsys.readouterr())

    return run


def outside(*args: str, script: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a person runs it."""
    call = [sys.executable, "manage.py", "play", *args]
    return subprocess.run(
        call, input=script, capture_output=True, cwd=settings.BASE_DIR, env={**os.environ, **environment}
    )


def test_every_line_is_answered_with_its_phase(play: Any) -> None:
    played = play(f"{OPEN}\n{JOIN}\n")
    assert played.status == 0
    assert [(line["ok"], line["version"], line["phase"]) for line in played.lines] == [
        (True, 1, "seating"),
        (True, 2, "seating"),
    ]
    assert played.lines[1]["events"] == [{"seq": 2, "type": "player_joined", "player": "ana", "name": "ana"}]


def test_comments_and_blank_lines_are_skipped(play: Any) -> None:
    assert len(play(f"# the table\n\n   \n{OPEN}\r\n# done").lines) == 1


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b"place_bet",
        b'{"command": NaN}',
        b"[" * 100_000,
        b'{"command": "join", "player": "\xff"}',
        b'{"command": "join", "player": "ana", "by": "queen"}',
        b'{"command": "join", "player": "ana", "key": "k1"}',
        b'{"command": "join", "player": "' + b"a" * 1_000_000 + b'"}',
    ],
)
def test_a_malformed_line_is_answered_and_the_run_goes_on(play: Any, line: bytes) -> None:
    played = play(OPEN.encode() + b"\n" + line + b"\n" + JOIN.encode())
    assert played.status == 1
    assert [answer["ok"] for answer in played.lines] == [True, False, True]
    assert (played.lines[1]["error"]["code"], played.lines[1]["phase"]) == ("malformed", "seating")


def test_an_unknown_command_with_a_lone_surrogate_is_answered(play: Any) -> None:
    assert play('{"command": "\\ud800"}').lines[0]["error"]["code"] == "unknown_command"


def test_the_croupier_acts_where_nobody_is_named(play: Any) -> None:
    played = play(OPEN.replace(', "by": "jefe"', ""))
    assert played.lines[0]["error"]["code"] == "not_allowed"


def test_one_file_has_no_header_and_several_have(play: Any) -> None:
    assert "script" not in play(OPEN).lines[0]
    played = play(OPEN, f"{OPEN}\n{JOIN}")
    assert [Path(line["script"]).name for line in played.lines if "script" in line] == ["0.jsonl", "1.jsonl"]
    assert [line["version"] for line in played.lines if "ok" in line] == [1, 1, 2]


def test_the_final_snapshot_comes_last(play: Any) -> None:
    played = play(f"{OPEN}\n{JOIN}", options=("--snapshot",))
    assert [set(line) for line in played.lines][-1] == {"snapshot"}
    assert played.lines[-1]["snapshot"]["standing"] == ["ana"]


def test_a_snapshot_with_every_line(play: Any) -> None:
    played = play(f"{JOIN}\n{OPEN}\n{JOIN}", options=("--snapshots",))
    told = [(line["ok"], line["snapshot"]["phase"], line["snapshot"]["version"]) for line in played.lines]
    assert told == [(False, "closed", 0), (True, "seating", 1), (True, "seating", 2)]


def test_an_empty_script_is_a_closed_table(play: Any) -> None:
    played = play("", options=("--snapshot",))
    assert played.status == 0
    assert (played.lines[0]["snapshot"]["open"], played.lines[0]["snapshot"]["phase"]) == (False, "closed")


def test_a_script_that_cannot_be_read(play: Any, tmp_path: Path, capsys: Any) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(SystemExit) as end:
            call_command("play", str(path))
        assert end.value.code == 2
        assert f"play: cannot read {path}" in capsys.readouterr().err


def test_the_houses_own_database_is_left_alone(play: Any) -> None:
    create_table("mesa-4", "Mesa 4")
    play(OPEN, OPEN)
    assert list(Table.objects.values_list("slug", "version")) == [("mesa-4", 0)]


def test_standard_input_and_a_database_out_of_reach() -> None:
    done = outside("-", script=f"{OPEN}\n{JOIN}".encode(), DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert (done.returncode, len(done.stdout.splitlines()), done.stderr) == (0, 2, b"")


def test_who_stops_reading_stops_the_run(tmp_path: Path) -> None:
    script = tmp_path / "long.jsonl"
    script.write_text("\n".join([OPEN, *[JOIN] * 3000]))
    call = f"{sys.executable} manage.py play {script} | head -n 1"
    done = subprocess.run(call, shell=True, capture_output=True, cwd=settings.BASE_DIR)  # noqa: S602
    assert (len(done.stdout.splitlines()), done.stderr) == (1, b"")


def test_a_command_late_in_a_shift_costs_no_more_than_an_early_one() -> None:
    create_table("mesa-4", "Mesa 4")
    commands = list(opening())
    assert all(execute("mesa-4", command, JEFE).ok for command in commands)
    commands += game("mesa-4", 240, Croupier())
    with memory_database():
        create_table(TABLE, TABLE)
        calls = [_calls(commands[at : at + 60]) for at in range(0, 240, 60)]
    assert calls[-1] < 1.2 * max(calls[:2])


def _calls(commands: list[dict[str, Any]]) -> int:
    """How many functions Python calls to play these commands: the same number on every machine."""
    profile = cProfile.Profile()
    with notify.silence(), profile:
        answers = [play_line(json.dumps({**command, "by": "jefe"}).encode()) for command in commands]
    assert all(answer.ok for answer in answers)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize("role", [5, None, "player", ["jefe"]])
def test_a_role_that_nobody_has_is_refused(role: object) -> None:
    with pytest.raises(Refusal) as refused:
        role_of(role)
    assert (refused.value.code, refused.value.fields) == (
        "malformed",
        {"fault": "no_such_role", "field": "by"},
    )
    assert role_of("jefe") is Role.JEFE
