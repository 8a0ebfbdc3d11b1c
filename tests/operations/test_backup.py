"""The embedded house: a backup is made while tables play, proved, and restored; what is wrong with one is said."""

import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from casino.operations.answer import Fault
from casino.operations.backup.sqlite import whole
from tests.operations.houses import Novamas, house

PLAYS = """
import django, sys
django.setup()
from casino.people.permissions import Role
from tables.rules.roles import Actor
from tables.door.service import execute
number = 0
while True:
    number += 1
    for command in ("join", "leave"):
        execute("mesa-2", {"command": command, "player": f"p{number}"}, Actor("julio", Role.JEFE))
    print(number, flush=True)
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, new_house: Path) -> Iterator[Novamas]:
    """A house with the demo's tables."""
    with house(tmp_path_factory.mktemp("played"), "played", new_house, embedded=True) as novamas:
        assert novamas.run("manage", "demo")[0] == 0
        yield novamas


@pytest.fixture(scope="module")
def backup(played: Novamas) -> Path:
    """A backup, made while a table plays."""
    plays = [sys.executable, "-c", PLAYS]
    variables = {**played.environment, "DJANGO_SETTINGS_MODULE": "casino.site.settings"}
    with subprocess.Popen(plays, env=variables, cwd=settings.BASE_DIR, stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline()
        made = played.done("backup")
        process.kill()
    return played.var / "backups" / made["backup"]


@pytest.fixture
def heir(
    backup: Path, played: Novamas, tmp_path_factory: pytest.TempPathFactory, new_house: Path
) -> Iterator[Novamas]:
    """A house without anything but the key of the backup."""
    with house(tmp_path_factory.mktemp("heir"), "heir", new_house, embedded=True) as novamas:
        (novamas.var / "backup_key").write_bytes((played.var / "backup_key").read_bytes())
        yield novamas


def test_a_backup_is_proved_and_nobody_else_can_read_it(played: Novamas, backup: Path) -> None:
    assert backup.stat().st_mode & 0o077 == 0 and b"mesa-1" not in backup.read_bytes()
    assert [found.name for found in backup.parent.iterdir()] == [backup.name]
    (listed,) = played.done("backup", "--list")
    assert (listed["name"], listed["proved"]) == (backup.name, listed["made"])
    assert played.done("restore", "--check")["backup"] == backup.name
    assert not [*played.var.glob("backup-*"), *played.var.glob("restore-*")]


def test_a_house_that_is_served_is_not_replaced(played: Novamas, backup: Path) -> None:
    holds = (
        "import django, sys; django.setup(); from casino.operations.serving_lock import serving;"
        "from django.conf import settings;"
        "lock = serving(settings.VAR_DIR); lock.__enter__(); print(1, flush=True); sys.stdin.read()"
    )
    variables = {**played.environment, "DJANGO_SETTINGS_MODULE": "casino.site.settings"}
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", holds], env=variables, stdin=pipe, stdout=pipe) as process:
        assert process.stdout and process.stdin and process.stdout.readline()
        said = played.refused("restore", backup, "--replace")
        process.stdin.close()
    assert "stop" in said
    assert len(played.done("table", "list")) == 4


def test_a_wrong_backup_is_refused_and_nothing_changes(backup: Path, heir: Novamas, tmp_path: Path) -> None:
    data = backup.read_bytes()
    for wrong, says in ((data[:-1], "torn"), (data[: len(data) // 2], "torn"), (b"x", "no backup")):
        file = tmp_path / "wrong.novamas"
        file.write_bytes(wrong)
        assert says in heir.refused("restore", file, "--replace")
    assert "No such file" in heir.refused("restore", tmp_path / "nothing", "--replace")
    assert "no moments" in heir.refused("restore", backup, "--to", "2026-01-01T05:30", "--check")
    (heir.var / "backup_key").unlink()
    assert "another key" in heir.refused("restore", backup, "--replace")
    assert heir.done("table", "list") == [] and not list(heir.var.glob("restore-*"))


def test_a_backup_of_a_newer_version_is_refused(played: Novamas, heir: Novamas) -> None:
    newer = 'from django.db import connection; connection.cursor().execute("{}")'
    add = "INSERT INTO django_migrations (app, name, applied) VALUES ('tables', '9001_initial', '2026-01-01')"
    assert heir.run("manage", "shell", "-c", newer.format(add))[0] == 0
    assert "newer version" in heir.refused("backup")
    assert not list((heir.var / "backups").iterdir())


def test_a_restored_house_is_equal_and_goes_on(played: Novamas, backup: Path, heir: Novamas) -> None:
    """It takes the place of a house with data only when told, with the keys that belong to it."""
    heir.done("user", "add", "bruno", "jefe")
    secret = heir.var / "secret_key"
    own = secret.read_bytes()
    assert "--replace" in heir.refused("restore", backup)
    restored = heir.done("restore", backup, "--replace")
    assert restored["ends"].keys() >= {"mesa-1", "mesa-2", "mesa-3"}
    assert heir.done("user", "list") == played.done("user", "list")
    assert heir.done("audit")["holds"]
    keys = [one.done("key", "list")["signing"]["public_key"] for one in (heir, played)]
    assert keys[0] == keys[1] and secret.read_bytes() == (played.var / "secret_key").read_bytes()
    heir.done("key", "rotate", "backup")
    (kept,) = heir.done("aside")
    assert any("novamas aside" in found["says"] for found in findings(heir))
    back = heir.done("aside", "--put-back", kept["name"])
    assert [row["username"] for row in heir.done("user", "list")] == ["bruno"]
    assert secret.read_bytes() == own
    assert "has kept" in heir.refused("aside", "--drop", kept["name"])
    assert heir.done("restore", backup, "--replace")["aside"]  # with the key before the present one
    heir.done("aside", "--drop", back["aside"])
    assert back["aside"] not in [row["name"] for row in heir.done("aside")]


def findings(house: Novamas) -> Any:
    return json.loads(house.run("doctor", "--json")[1])["found"]


def test_what_killed_runs_have_left_is_put_right(played: Novamas, backup: Path) -> None:
    """A half, copies, and a database between the two steps of taking its place."""
    left = [
        backup.parent / ".20260101T000000Z.novamas.1.part",
        played.var / "backup-x",
        played.var / "restore-y",
    ]
    left[0].write_bytes(b"half")
    for copy in left[1:]:
        copy.mkdir()
    file = played.var / "casino.sqlite3"
    aside = file.with_name(f"{file.name}.before_20260101_000000")
    file.rename(aside)
    _status, out, _err = played.run("restore", "--check")
    assert all(str(one) in out for one in (*left, aside)) and not any(one.exists() for one in (*left, aside))
    assert len(played.done("table", "list")) == 4


def test_a_house_whose_first_anchor_is_not_written_yet_is_backed_up(
    backup: Path, played: Novamas, heir: Novamas
) -> None:
    """Who adds an anchor makes the file before he has read the heads: the database may not answer, and he may die."""
    (played.var / "anchors.jsonl").touch()
    made = played.var / "backups" / played.done("backup")["backup"]
    assert heir.done("restore", made, "--check")["ends"]
    assert played.run("manage", "audit", "--scheduled")[0] == 0
    (played.var / "anchors.jsonl").unlink()
    made.unlink()


def test_one_works_at_a_time(played: Novamas) -> None:
    number = os.open(played.var, os.O_RDONLY)
    fcntl.flock(number, fcntl.LOCK_EX)
    assert "under way" in played.refused("backup")
    os.close(number)


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), KeyboardInterrupt(), Fault("it is torn")]
)
def test_what_goes_wrong_leaves_no_file(tmp_path: Path, error: BaseException) -> None:
    with pytest.raises((Fault, KeyboardInterrupt)), whole(tmp_path / "x.novamas", lambda part: None) as out:
        out.write(b"half")
        raise error
    assert list(tmp_path.iterdir()) == []


def test_a_backup_that_cannot_be_proved_gets_no_name(tmp_path: Path) -> None:
    def refuse(part: Path) -> None:
        assert part.read_bytes() == b"all"
        raise Fault("it is not what it says")

    with pytest.raises(Fault, match="not what it says"), whole(tmp_path / "x.novamas", refuse) as out:
        out.write(b"all")
    assert list(tmp_path.iterdir()) == []


def test_old_backups_go(played: Novamas, backup: Path) -> None:
    old = backup.with_name("20200101T000000Z.novamas")
    old.write_bytes(b"old")
    made = played.done("backup")["backup"]
    assert {one.name for one in backup.parent.iterdir()} == {backup.name, made}
