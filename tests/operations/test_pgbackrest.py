"""PostgreSQL by pgBackRest: what is played is archived, backed up, proved, restored to a moment; what is wrong with the
repository is said, and nothing has changed."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from casino.operations.answer import Fault
from deploy.installation import backups
from deploy.installation import machine as installed
from deploy.installation.plan import parser, plan_of
from tests.operations.archived import OWNER, Archived, archived, machine
from tests.operations.houses import Novamas

House = tuple[Archived, Novamas]


@pytest.fixture(scope="module")
def served() -> Iterator[Archived]:
    """One with the demo's tables and a full backup."""
    with archived("house") as (here, novamas):
        assert novamas.run("manage", "demo")[0] == 0
        novamas.done("key", "list")  # makes them
        novamas.done("backup")
        yield here


@pytest.fixture
def house(served: Archived) -> Iterator[House]:
    """The same, with a process that has never been connected to it."""
    novamas = Novamas(served.environment)
    yield served, novamas
    novamas.end()


def names(novamas: Novamas) -> set[str]:
    return {row["username"] for row in novamas.done("user", "list")}


def findings(novamas: Novamas, about: str) -> list[Any]:
    found = json.loads(novamas.run("doctor", "--json")[1])["found"]
    return [one for one in found if one["about"] == about]


@contextmanager
def standing_still(here: Archived, novamas: Novamas) -> Iterator[Novamas]:
    """PostgreSQL is stopped meanwhile. Yields a process that has never been connected to it."""
    novamas.run("manage", "shell", "-c", "from django.db import connections; connections.close_all()")
    here.stop()
    other = Novamas(here.environment)
    try:
        yield other
    finally:
        other.end()
        here.start()


def test_a_backup_has_all_once_and_then_what_has_changed(house: House) -> None:
    here, novamas = house
    made = novamas.done("backup")
    listed = novamas.done("backup", "--list")
    assert (listed[0]["kind"], listed[-1]["kind"]) == ("full", "what had changed")
    assert listed[-1]["name"] == made["backup"] and listed[-1]["bytes"] < listed[0]["bytes"] / 4
    sealed = [file for file in here.repository.rglob("*") if file.is_file()]
    assert sealed and all(file.read_bytes()[:8] == b"Salted__" for file in sealed if file.suffix == ".zst")
    assert (here.data / "novamas.house").stat().st_mode & 0o077 == 0
    (found,) = findings(novamas, "archive")
    assert found["level"] == "ok"


def test_a_proof_is_noted_with_the_backup_and_leaves_nothing(house: House) -> None:
    here, novamas = house
    novamas.done("user", "add", "pilar", "jefe")
    here.archive()
    proved = novamas.done("restore", "--check")
    assert proved["ends"].keys() >= {"mesa-1", "mesa-2"} and proved["rows"]["accounts_user"] == len(
        names(novamas)
    )
    last = novamas.done("backup", "--list")[-1]
    assert last["name"] == proved["backup"] and last["proved"]
    assert [one.name for one in here.data.parent.iterdir()] == [here.data.name]


def test_a_house_that_is_served_is_not_replaced(house: House) -> None:
    _here, novamas = house
    assert "systemctl stop" in novamas.refused("restore", "--replace")
    assert "under way" not in novamas.refused("restore", "--to", "2999-01-01T00:00", "--check")
    assert "before that moment" in novamas.refused("restore", "--to", "2020-01-01T00:00", "--check")
    assert "no moment" in novamas.refused("restore", "--to", "yesterday", "--check")


def test_a_house_goes_back_to_a_moment_and_forth_again(house: House) -> None:
    here, novamas = house
    novamas.done("user", "add", "bruno", "jefe")
    moment = here.archive()
    novamas.done("user", "add", "leo", "jefe")
    here.archive()
    with standing_still(here, novamas) as other:
        assert "--replace" in other.refused("restore")
        restored = other.done("restore", "--to", moment.isoformat(), "--replace")
        assert datetime.fromisoformat(restored["moment"]) <= moment
    after = Novamas(here.environment)
    assert {"bruno"} == names(after) & {"bruno", "leo"}
    assert after.done("audit")["holds"]
    (kept,) = after.done("aside")
    assert kept["name"] == restored["aside"]
    after.done("user", "add", "ines", "jefe")
    here.archive()  # a branch of its own in the archive
    with standing_still(here, after) as other:
        other.done("aside", "--put-back", kept["name"])
    after.end()
    again = Novamas(here.environment)
    assert {"bruno", "leo"} == names(again) & {"bruno", "leo", "ines"}
    here.archive()
    assert again.done("restore", "--check")["rows"]["accounts_user"] == len(names(again))
    for row in again.done("aside"):
        again.done("aside", "--drop", row["name"])
    assert again.done("aside") == []
    again.end()


def test_an_empty_machine_gets_the_house_with_its_keys(house: House) -> None:
    """All that it needs beside the repository is the backup key."""
    here, novamas = house
    public = novamas.done("key", "list")["signing"]["public_key"]
    with machine("heir") as heir:
        shutil.copy(here.var / "backup_key", heir.var / "backup_key")
        heir.configure(str(here.repository))
        heir.stop()
        empty = Novamas(heir.environment)
        restored = empty.done("restore", "--replace")
        assert restored["ends"].keys() >= {"mesa-1", "mesa-2"}
        heir.start()
        empty.end()
        served = Novamas(heir.environment)
        assert served.done("key", "list")["signing"]["public_key"] == public
        assert served.done("audit")["holds"]
        served.end()


def test_another_key_opens_nothing(house: House) -> None:
    here, novamas = house
    key = here.var / "backup_key"
    kept = key.read_bytes()
    key.unlink()
    here.configure(str(here.repository))
    text = (here.config / backups.CONFIG).read_text()
    try:
        for words in (("backup",), ("restore", "--check"), ("backup", "--list")):
            assert "another backup key" in novamas.refused(*words)
        (said,) = backups.unreadable(text, str(here.repository), OWNER)
        assert "another backup key" in said
        fault, *_rest = findings(novamas, "archive")
        assert fault["level"] == "fault" and "another backup key" in fault["says"]
    finally:
        key.write_bytes(kept)
        here.configure(str(here.repository))
    novamas.done("backup")
    assert not [one for one in findings(novamas, "archive") if "another backup key" in one["says"]]


def test_the_repository_of_another_house_is_not_touched(house: House) -> None:
    here, novamas = house
    before = novamas.done("backup", "--list")
    with machine("other") as other:
        shutil.copy(here.var / "backup_key", other.var / "backup_key")
        other.configure(str(here.repository))
        stranger = Novamas(other.environment)
        assert "another database" in stranger.refused("backup")
        stranger.end()
        (system,) = other.ask("SELECT system_identifier::text FROM pg_control_system()", "postgres")[0]
        assert backups.is_of_another(other.config, OWNER, str(system))
    assert novamas.done("backup", "--list") == before


def test_a_repository_that_is_gone_is_not_made_anew(house: House) -> None:
    here, novamas = house
    away = here.repository.with_name("away")
    here.repository.rename(away)
    try:
        for words in (("backup",), ("restore", "--check")):
            assert "mounted" in novamas.refused(*words)
        assert not here.repository.exists()
        assert list(backups.wrong(str(here.repository), "/var/backups/novamas"))
        with standing_still(here, novamas) as other:
            assert "mounted" in other.refused("restore", "--replace")
        assert here.data.exists() and not list(here.data.parent.glob("*.*"))
    finally:
        away.rename(here.repository)
    again = Novamas(here.environment)
    assert again.done("backup")["backup"]
    again.end()


def test_the_installation_lets_postgresql_archive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run changes nothing; a key that is not that of the place is said before anything is changed."""
    with machine("installed") as here:
        here.stop()
        here.archiving = {}  # as Debian's
        here.start()

        def restarted(*_words: str) -> str:
            here.stop()
            here.start()
            return ""

        def told(query: str, _name: str = "") -> str:
            ((value, *_others), *_more) = here.ask(query, "postgres") or [("",)]
            return "" if value is None else str(value)

        monkeypatch.setattr(installed, "_sql", told)
        monkeypatch.setattr(installed, "_do", restarted)
        monkeypatch.setattr(installed, "USER", "root")
        wishes = parser().parse_args(["--name", "tables.casino.example", "--root", str(here.root / "root")])
        plan = plan_of(wishes)
        for folder in (plan.etc, plan.var):
            folder.mkdir(parents=True)
        changed = [Path(one).name for one in installed.archive(plan)]
        settings = [f"PostgreSQL's archive_{what}" for what in ("mode", "timeout", "command")]
        assert changed == ["backup_key", backups.CONFIG, "the place of the backups", *settings]
        here.ask("CREATE DATABASE house", "postgres")
        here.archive()
        assert [*installed.archive(plan)] == []
        assert (plan.pgbackrest / backups.CONFIG).stat().st_mode & 0o007 == 0
        (plan.var / "backup_key").unlink()
        with pytest.raises(Fault, match="another backup key"):
            [*installed.archive(plan)]


def test_a_place_is_a_folder_or_a_bucket(tmp_path: Path) -> None:
    for place, says in (
        ("relative", "whole path"),
        ("s3://", "no bucket"),
        (f"{tmp_path}/none", "is not there"),
        (str(tmp_path), ""),
        ("s3://backups/casino", ""),
        ("/usual", ""),
    ):
        found = list(backups.wrong(place, "/usual"))
        assert (found == []) if not says else says in found[0], (place, found)


@pytest.mark.slow
def test_a_full_repository_is_said(house: House) -> None:
    here, novamas = house
    full = here.root / "full"
    full.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", full], check=True)
    try:
        shutil.chown(full, OWNER)
        here.configure(str(full))
        list(backups.begin(here.config, OWNER))
        assert "no room" in novamas.refused("backup", "--full")
        assert "no room" in findings(novamas, "archive")[0]["says"]
    finally:
        subprocess.run(["umount", full], check=True)
        here.configure(str(here.repository))
    assert names(novamas) and novamas.done("backup")["made"] <= datetime.now(UTC).isoformat()


@pytest.mark.slow
@pytest.mark.parametrize("step", ["restores", "starts", "proves"])
def test_a_killed_proof_leaves_nothing_that_the_next_does_not_remove(house: House, step: str) -> None:
    here, novamas = house
    beside = here.data.with_name(f"{here.data.name}.scratch")
    reached = {
        "restores": lambda _process: (beside / "data/base").exists(),
        "starts": lambda _process: (beside / "data/postmaster.pid").exists(),
        "proves": lambda process: "casino.operations.backup.proving" in commands(process),
    }
    killed(here, reached[step], "restore", "--check")
    assert beside.exists()
    assert str(beside) in novamas.done("restore", "--check")["removed"]
    assert [one.name for one in here.data.parent.iterdir()] == [here.data.name]
    assert not runs(str(beside)) and novamas.done("audit")["holds"]


@pytest.mark.slow
def test_a_killed_backup_is_made_by_the_next_run(house: House) -> None:
    here, novamas = house
    listed = novamas.done("backup", "--list")
    place = here.repository / "backup" / backups.STANZA
    known = {one.name for one in place.iterdir()}
    killed(here, lambda _process: any(one.name not in known for one in place.iterdir()), "backup", "--full")
    assert not runs(f"pgbackrest --config-path={here.config}")
    assert novamas.done("backup", "--list") == listed
    made = novamas.done("backup", "--full")
    assert [row["name"] for row in novamas.done("backup", "--list")] == [row["name"] for row in listed] + [
        made["backup"]
    ]
    assert not list(here.data.glob(".novamas*"))


@pytest.mark.slow
def test_a_killed_restore_loses_nothing(house: House) -> None:
    """While it proves, and between the two steps of taking the place."""
    here, novamas = house
    before = names(novamas)
    with standing_still(here, novamas) as other:
        proves = "casino.operations.backup.proving"
        killed(here, lambda process: proves in commands(process), "restore", "--replace")
        assert here.data.exists()
        aside = here.data.with_name(f"{here.data.name}.before_20260101_000000")
        here.data.rename(aside)
        assert "--replace" in other.refused("restore")
        assert [one.name for one in here.data.parent.iterdir()] == [here.data.name]
    again = Novamas(here.environment)
    assert names(again) == before and again.done("audit")["holds"]
    again.end()


def killed(here: Archived, reached: Callable[[int], bool], *words: str) -> None:
    """Begin a command, and kill it when it has reached a step."""
    command = [sys.executable, "-m", "casino.operations.main", *words]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env=here.environment, cwd=settings.BASE_DIR, **quiet) as process:  # type: ignore[call-overload]
        while not reached(process.pid):
            assert process.poll() is None
        process.kill()


def commands(process: int) -> str:
    """The command lines of its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return " ".join(map(command_line, children))


def command_line(process: str) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def runs(words: str) -> list[str]:
    """The command lines of this machine that have these words, but for PostgreSQL's own archiving."""
    every = (command_line(one.name) for one in Path("/proc").iterdir() if one.name.isdigit())
    return [line for line in every if words in line and "archive-push" not in line]
