"""A backup is made while tables play, proved, and restored onto an empty machine; what is wrong with one is said."""

import fcntl
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
import pytest
from django.conf import settings

from casino.operations.answer import Fault
from casino.operations.backup import leftovers, postgresql
from casino.operations.backup.make import _whole
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
    with house(tmp_path_factory.mktemp("played"), "played", new_house) as novamas:
        assert novamas.run("manage", "demo")[0] == 0
        yield novamas


@pytest.fixture(scope="module")
def backup(played: Novamas) -> Any:
    """A proved backup, made while a table plays."""
    plays = [sys.executable, "-c", PLAYS]
    variables = {**played.environment, "DJANGO_SETTINGS_MODULE": "casino.site.settings"}
    with subprocess.Popen(plays, env=variables, cwd=settings.BASE_DIR, stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline()
        made = played.done("backup")
        process.kill()
    return made


@pytest.fixture
def empty(tmp_path_factory: pytest.TempPathFactory, new_house: Path) -> Iterator[Novamas]:
    """A house without anything."""
    with house(tmp_path_factory.mktemp("empty"), "empty", new_house) as novamas:
        yield novamas


@pytest.fixture
def heir(played: Novamas, backup: Any, empty: Novamas) -> Novamas:
    """An empty house with the key of the backup."""
    shutil.copy(played.var / "backup_key", empty.var / "backup_key")
    return empty


def test_a_backup_is_proved_and_nobody_else_can_read_it(played: Novamas, backup: Any) -> None:
    assert backup["proved"] and backup["ends"].keys() >= {"mesa-1", "mesa-2", "mesa-3"}
    file = Path(backup["file"])
    assert file.stat().st_mode & 0o077 == 0 and b"mesa-1" not in file.read_bytes()
    assert [found.name for found in file.parent.iterdir()] == [file.name]
    assert played.done("backup", "--list")[0]["key"] == backup["key"]


def test_a_house_that_is_served_is_not_replaced(played: Novamas, backup: Any) -> None:
    """Whoever serves holds the lock of the embedded database, or a connection to PostgreSQL."""
    holds = (
        "import django, sys; django.setup(); from casino.operations.serving_lock import serving;"
        "from django.conf import settings; from django.db import connection;"
        "connection.cursor().execute('SELECT 1');"
        "lock = serving(settings.VAR_DIR); lock.__enter__(); print(1, flush=True); sys.stdin.read()"
    )
    variables = {**played.environment, "DJANGO_SETTINGS_MODULE": "casino.site.settings"}
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", holds], env=variables, stdin=pipe, stdout=pipe) as process:
        assert process.stdout and process.stdin and process.stdout.readline()
        said = played.refused("restore", backup["file"], "--replace")
        process.stdin.close()
    assert "stop" in said
    assert len(played.done("table", "list")) == 4


def test_a_backup_of_another_key_is_refused(backup: Any, empty: Novamas) -> None:
    assert "another key" in empty.refused("restore", backup["file"])


def test_a_torn_or_newer_backup_is_refused_and_nothing_changes(
    backup: Any, heir: Novamas, tmp_path: Path
) -> None:
    data = Path(backup["file"]).read_bytes()
    newer = data.replace(b'["tables", "0001_initial"]', b'["tables", "9001_initial"]')
    for wrong, says in (
        (data[:-1], "torn"),
        (data[: len(data) // 2], "torn"),
        (newer, "newer version"),
        (b"x", "no backup"),
    ):
        file = tmp_path / "wrong.novamas"
        file.write_bytes(wrong)
        assert says in heir.refused("restore", file)
    assert "No such file" in heir.refused("restore", tmp_path / "nothing")
    assert heir.done("table", "list") == []


def test_a_restored_house_is_equal_and_goes_on(played: Novamas, backup: Any, heir: Novamas) -> None:
    restored = heir.done("restore", backup["file"])
    assert (restored["ends"], restored["rows"]) == (backup["ends"], backup["rows"])
    assert restored["warnings"] == []
    assert heir.done("audit")["holds"]
    assert (
        heir.done("key", "list")["signing"]["public_key"]
        == played.done("key", "list")["signing"]["public_key"]
    )
    assert heir.done("backup", "--unproved")["ends"] == backup["ends"]


def test_a_house_with_data_is_replaced_only_when_told(backup: Any, heir: Novamas) -> None:
    """With the key before the present one, too."""
    heir.done("restore", backup["file"])
    heir.done("user", "add", "bruno", "jefe")
    assert "--replace" in heir.refused("restore", backup["file"])
    heir.done("key", "rotate", "backup")
    assert heir.done("restore", backup["file"], "--replace")["aside"]
    assert "bruno" not in [row["username"] for row in heir.done("user", "list")]


def test_a_killed_run_leaves_nothing_that_the_next_does_not_remove(played: Novamas, backup: Any) -> None:
    """A half, a copy, and on PostgreSQL a scratch database."""
    folder = Path(backup["file"]).parent
    left = [folder / ".20260101T000000Z.novamas.1.part", played.var / "backup-x", played.var / "restore-y"]
    left[0].write_bytes(b"half")
    for copy in left[1:]:
        copy.mkdir()
    url = played.environment.get("DATABASE_URL", "")
    scratch = f"{urlsplit(url).path[1:41]}_restore_10147"
    if url:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f'CREATE DATABASE "{scratch}"')
    _status, out, _err = played.run("backup", "--unproved", "--into", folder)
    assert all(str(one) in out for one in left) and not any(one.exists() for one in left)
    if url:
        with psycopg.connect(url, autocommit=True) as server:
            query = "SELECT 1 FROM pg_database WHERE datname = %s"
            assert server.execute(query, [scratch]).fetchone() is None
        assert scratch in out


def test_a_backup_that_was_not_proved_says_so_in_its_name(
    played: Novamas, backup: Any, tmp_path: Path
) -> None:
    made = Path(played.done("backup", "--unproved", "--into", tmp_path)["file"])
    assert made.name.endswith(".unproved.novamas")
    assert [row["proved"] for row in played.done("backup", "--list", "--into", tmp_path)] == [False]
    assert played.done("backup", "--list")[0]["proved"] is True


def test_a_backup_that_cannot_be_proved_gets_no_name(tmp_path: Path) -> None:
    def refuse(part: Path) -> None:
        assert part.read_bytes() == b"all"
        raise Fault("it is not what it says")

    with pytest.raises(Fault, match="not what it says"), _whole(tmp_path / "x.novamas", refuse) as out:
        out.write(b"all")
    assert list(tmp_path.iterdir()) == []


def test_one_works_at_a_time(played: Novamas) -> None:
    with (played.var / leftovers.LOCK).open("a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert "under way" in played.refused("backup")


def test_what_a_restore_has_kept_is_listed_put_back_and_dropped(backup: Any, heir: Novamas) -> None:
    assert heir.done("aside") == []
    heir.done("restore", backup["file"])
    heir.done("user", "add", "bruno", "jefe")
    heir.done("restore", backup["file"], "--replace")
    assert "bruno" not in [row["username"] for row in heir.done("user", "list")]
    names = [row["name"] for row in heir.done("aside")]
    assert any("novamas aside" in found["says"] for found in findings(heir))
    back = heir.done("aside", "--put-back", names[-1])
    assert "bruno" in [row["username"] for row in heir.done("user", "list")]
    assert "has kept" in heir.refused("aside", "--drop", names[-1])
    heir.done("aside", "--drop", back["aside"])
    assert back["aside"] not in [row["name"] for row in heir.done("aside")]


def findings(house: Novamas) -> Any:
    return json.loads(house.run("doctor", "--json")[1])["found"]


def test_a_full_disk_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="No space left"), _whole(tmp_path / "x.novamas") as out:
        out.write(b"half")
        raise OSError(28, "No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_backup_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), _whole(tmp_path / "x.novamas") as out:
        out.write(b"half")
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_scratch_database_keeps_texts_as_the_house_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is restored takes its place: a search without regard to case finds Ñ as before."""
    if not (url := os.environ.get("DATABASE_URL")):
        return  # SQLite has one way
    house, beside = f"nvm_texts_{os.getpid()}", f"nvm_texts_{os.getpid()}_beside"
    monkeypatch.setattr(postgresql, "_name", lambda: house)
    with psycopg.connect(url, autocommit=True) as server:
        try:
            server.execute(f"CREATE DATABASE {house} LC_CTYPE 'C' TEMPLATE template0")  # type: ignore[call-overload]
            postgresql._create(server, beside)
            query = "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database WHERE datname = %s"
            kept, made = (server.execute(query, [name]).fetchone() for name in (house, beside))
            assert kept == made
        finally:
            for name in (house, beside):
                server.execute(f"DROP DATABASE IF EXISTS {name}")  # type: ignore[call-overload]
