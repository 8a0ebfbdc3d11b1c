"""An answer means that it is on the disk: the power is cut after answers, and nothing of them is lost.

Needs Linux and a C compiler: the disk is a library of a hundred lines, `disk.c`, which is loaded before all others.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
NAME = "casino.sqlite3"
BLOCK = 4096
COMPILER = shutil.which("cc") or shutil.which("gcc")
pytestmark = pytest.mark.skipif(
    COMPILER is None or not sys.platform.startswith("linux"), reason="needs Linux and a C compiler"
)


@dataclass(frozen=True)
class Disk:
    """`cache`: what the program sees; `kept`: what a power cut leaves."""

    cache: Path
    kept: Path
    library: Path

    def environment(self, *, preloaded: bool, var: Path) -> dict[str, str]:
        own = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        own |= {"VAR_DIR": str(var), "SECRET_KEY": "x" * 50, "PYTHONPATH": str(ROOT)}
        disk = {"FAKE_DISK": str(self.cache), "FAKE_DISK_KEPT": str(self.kept)}
        return own | disk | ({"LD_PRELOAD": str(self.library)} if preloaded else {})


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("disk") / "disk.so"
    source = Path(__file__).with_name("disk.c")
    command = [str(COMPILER), "-Wall", "-Werror", "-O1", "-shared", "-fPIC", "-o", str(made), str(source)]
    subprocess.run(command, check=True)
    return made


@pytest.fixture
def disk(tmp_path: Path, library: Path, new_house: Path) -> Disk:
    for name in ("cache", "kept"):
        shutil.copytree(new_house, tmp_path / name)
    return Disk(tmp_path / "cache", tmp_path / "kept", library)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_what_was_answered_survives_a_power_cut(disk: Disk, seed: int) -> None:
    """Whether the disk keeps nothing that was not synced, or some blocks of it."""
    record, slip = _answered(disk, seed, answers=60 + 25 * seed)
    for part in (0.0, 0.5):
        var = _after_the_cut(disk, Random(seed), part)
        assert _held(var) >= (record, slip)
        said = _manage(disk.environment(preloaded=False, var=var), "audit")
        assert "BROKEN" not in said and "record, state, rows and money hold" in said


@pytest.mark.slow
def test_the_disk_shows_who_does_not_sync(disk: Disk) -> None:
    """The same, without a sync before the answer: the test can tell."""
    record, _slip = _answered(disk, 1, answers=60, careless=True)
    assert _held(_after_the_cut(disk, Random(1), 0.0))[0] < record


def _answered(disk: Disk, seed: int, answers: int, *, careless: bool = False) -> tuple[int, int]:
    """Play until so many answers have come, then kill. Returns the last record and the last slip that were answered."""
    environment = disk.environment(preloaded=True, var=disk.cache)
    command = [sys.executable, "-m", "tests.power.writer", str(seed), *(["careless"] if careless else [])]
    record = slip = 0
    with subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        for _ in range(answers):
            line = writer.stdout.readline().strip()
            assert line, "the writer ended by itself"
            if line.startswith("s"):
                slip = int(line[1:])
            else:
                record = int(line)
        writer.kill()
    return record, slip


def _after_the_cut(disk: Disk, random: Random, part: float) -> Path:
    """What a new start finds: what was synced and, of each block that was not, the newer one in this part of the
    cases. The index of the log lies in memory, and is gone."""
    var = disk.kept.with_name(f"after-{part}")
    shutil.copytree(disk.kept, var)
    for file in (path for path in disk.cache.iterdir() if path.name.startswith(NAME)):
        if file.name.endswith("-shm"):
            (var / file.name).unlink(missing_ok=True)
            continue
        newer, kept = file.read_bytes(), var / file.name
        older = kept.read_bytes() if kept.exists() else b""
        kept.write_bytes(_mixed(older, newer, random, part))
    return var


def _mixed(older: bytes, newer: bytes, random: Random, part: float) -> bytes:
    found = bytearray(older)
    for at in range(0, len(newer), BLOCK):
        if newer[at : at + BLOCK] != older[at : at + BLOCK] and random.random() < part:
            found.extend(bytes(max(0, at - len(found))))  # what was not written between reads as zeros
            found[at : at + BLOCK] = newer[at : at + BLOCK]
    return bytes(found)


def _held(var: Path) -> tuple[int, int]:
    """The number of the last record, and of the last slip."""
    with sqlite3.connect(var / NAME) as database:
        (record,) = database.execute("SELECT MAX(number) FROM tables_record").fetchone()
        (slip,) = database.execute("SELECT MAX(number) FROM cage_slip").fetchone()
    database.close()
    return record or 0, slip or 0


def _manage(environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
