"""A year that is over is sealed: written, read again, proved, entered; what is in the way is said in a sentence."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as house_settings
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from casino.common import clock, signing
from casino.common.environment import OLD_SIGNING_KEYS
from casino.common.sql import append_only
from casino.operations.answer import INTERRUPTED
from casino.operations.main import execute as execute_novamas
from casino.operations.seal import making
from ledger.cage import selectors
from shift_proof import year as sealed
from shift_proof.faults import Fault as NotWhole
from tables.door.service import create_table, execute
from tables.models import Seal, Table
from tests.operations.command import Command
from tests.operations.houses import Novamas, house
from tests.operations.sealing import AGAIN, ENTERED, ENTERS, LONG, STEPS, run
from tests.support.counter import BOOK, MESA, audited, cage, done, table
from tests.support.house import JEFE, Croupier, game, opening

BESIDE = "mesa-9"  # plays without a counter


def play() -> None:
    """Two shifts of a table, closed, and an evening of another without any."""
    cage()
    table()
    play_on(MESA, 60, 4)
    done("closing", selectors.balances(BOOK)["tray"])
    play_a_shift()
    create_table(BESIDE, "Mesa 9")
    open_table(BESIDE)
    play_on(BESIDE, 30, 6)


def play_a_shift() -> None:
    done("opening", selectors.balances(BOOK)["tray"])
    open_table(MESA)
    play_on(MESA, 30, 5)
    done("closing", selectors.balances(BOOK)["tray"])


def open_table(slug: str) -> None:
    for command in opening():
        assert execute(slug, command, JEFE).ok


def play_on(slug: str, commands: int, seed: int) -> None:
    """So many, and what it takes until the table is closed."""
    croupier = Croupier(seed)
    game(slug, commands, croupier)
    while not execute(slug, {"command": "close_table"}, JEFE).ok:
        game(slug, 1, croupier)


def prove() -> None:
    """As every night."""
    call_command("audit", "--scheduled", stdout=StringIO())


@pytest.fixture
def year(db: None, var_of_its_own: Path, settings: Any) -> Iterator[int]:
    """One that has just been played and proved, as of a year later."""
    settings.ANCHORS = settings.VAR_DIR / "anchors.jsonl"
    play()
    prove()
    year = clock.date_of(clock.now()).year
    with later():
        yield year


def later(time: timedelta = LONG) -> Any:
    moment = clock.now() + time
    return clock.running_on(lambda: moment)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    folder.mkdir()
    return folder


def verified(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """As somebody else does it, who has the program alone."""
    command = [sys.executable, "verify_shift.py", str(folder), "--language", "en", *words]
    return subprocess.run(command, cwd=house_settings.BASE_DIR, capture_output=True, text=True, check=False)


def test_a_year_is_sealed_and_proves_itself(year: int, novamas: Command, archive: Path) -> None:
    told = novamas("seal", year, archive)
    place = archive / str(year)
    assert [one.name for one in archive.iterdir()] == [str(year)] and told["folder"] == str(place)
    shifts = sorted(one.relative_to(place).as_posix() for one in place.glob("*/*"))
    records = dict(Table.objects.values_list("slug", "records"))
    assert len(shifts) == 4 and shifts[-1] == f"{BESIDE}/000000001-{records[BESIDE]:09}.jsonl"
    found = verified(place, "--key", signing.public_key())
    assert found.returncode == 0 and told["digest"] in found.stdout
    for slug, last in records.items():
        assert f"{slug}: records 1 to {last} are complete and unchanged" in found.stdout
    assert "key given" in verified(place / shifts[0], "--key", signing.public_key()).stdout
    assert novamas("seal", year, archive, "--check")["digest"] == told["digest"]
    assert [(row["year"], row["digest"]) for row in novamas("seals")] == [(year, told["digest"])]
    audited()


def test_nobody_else_may_read_it(year: int, novamas: Command, archive: Path) -> None:
    novamas("seal", year, archive)
    assert not [one for one in archive.rglob("*") if one.stat().st_mode & 0o077]


def test_the_next_year_follows_without_a_gap(year: int, novamas: Command, archive: Path) -> None:
    first = novamas("seal", year, archive)
    play_a_shift()  # in the next year
    following = clock.date_of(clock.now()).year
    for between in range(year + 1, following):
        novamas("seal", between, archive)  # when nothing was played
    prove()
    with later():
        second = novamas("seal", following, archive)
    told = json.loads((archive / str(following) / "manifest.jsonl").read_bytes().partition(b"\n")[0])
    seal = Seal.objects.get(year=year)
    assert told["tables"].keys() == {MESA}
    assert told["tables"][MESA]["previous"] == seal.tables[MESA][1]
    assert told["journal"]["previous"] == seal.journal_head
    assert verified(archive / str(following), "--any-key").returncode == 0
    assert first["digest"] != second["digest"]
    audited()


def test_a_shift_belongs_to_the_year_in_which_it_was_opened(
    db: None, var_of_its_own: Path, settings: Any, novamas: Command, archive: Path
) -> None:
    settings.ANCHORS = settings.VAR_DIR / "anchors.jsonl"
    year = clock.date_of(clock.now()).year
    eve = clock.begin_of(date(year + 1, 1, 1))
    with clock.running_on(lambda: eve - timedelta(hours=2)):
        cage()
        table()
        game(MESA, 30, Croupier(4))
    with clock.running_on(lambda: eve + timedelta(hours=2)):
        assert "Shift 1 of table mesa-4 is open" in novamas.refused("seal", year, archive)
        play_on(MESA, 30, 4)
        done("closing", selectors.balances(BOOK)["tray"])
        last = Table.objects.get(slug=MESA).records
        play_a_shift()
        prove()
        novamas("seal", year, archive)
    assert Seal.objects.get().tables[MESA][0] == last < Table.objects.get(slug=MESA).records


def test_a_year_that_is_not_over_or_not_next_is_refused(year: int, novamas: Command, archive: Path) -> None:
    assert f"Nothing was recorded in {year - 1}" in novamas.refused("seal", year - 1, archive)
    assert f"{year} comes first" in novamas.refused("seal", year + 1, archive)
    last_day = clock.begin_of(date(year, 12, 31))
    with clock.running_on(lambda: last_day):
        assert f"{year} is not over" in novamas.refused("seal", year, archive)
    novamas("seal", year, archive)
    assert f"{year} has been sealed" in novamas.refused("seal", year, archive)
    assert "has not been sealed" in novamas.refused("seal", year + 1, archive, "--check")
    assert [one.name for one in archive.iterdir()] == [str(year)]


def test_an_open_table_is_refused(year: int, novamas: Command, archive: Path) -> None:
    with later(-LONG):
        open_table(BESIDE)
    assert "mesa-9 is open" in novamas.refused("seal", year, archive)
    assert not [*archive.iterdir()]


def test_a_night_that_is_not_proved_is_refused(year: int, novamas: Command, archive: Path) -> None:
    proved = Table.objects.get(slug=MESA).records
    with later(-LONG):
        play_a_shift()
    last = Table.objects.get(slug=MESA).records
    said = novamas.refused("seal", year, archive)
    assert f"proved up to record {proved}" in said and f"ends with record {last}" in said
    house_settings.ANCHORS.unlink()
    assert "proved up to record 0" in novamas.refused("seal", year, archive)
    assert not [*archive.iterdir()]


def test_a_proof_of_another_hand_is_refused(year: int, novamas: Command, archive: Path) -> None:
    house_settings.ANCHORS.write_bytes(house_settings.ANCHORS.read_bytes().replace(b'"at":"2', b'"at":"3', 1))
    assert "was not signed" in novamas.refused("seal", year, archive)


def test_a_chain_that_is_not_the_proved_one_is_refused(
    year: int, novamas: Command, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_a_shift()  # in the next year
    prove()
    monkeypatch.setattr("casino.operations.seal.proved.digest_of", lambda *_: "another")
    assert "not the one that was proved" in novamas.refused("seal", year, archive)
    assert not [*archive.iterdir()]


def test_a_folder_that_is_not_there_or_is_taken_is_refused(
    year: int, novamas: Command, archive: Path
) -> None:
    assert "is it mounted" in novamas.refused("seal", year, archive / "none")
    with making.alone(archive):
        assert "being sealed" in novamas.refused("seal", year, archive)
    (archive / str(year)).write_text("")
    assert str(year) in novamas.refused("seal", year, archive)
    (archive / str(year)).unlink()
    (archive / str(year)).mkdir()
    assert "manifest.jsonl" in novamas.refused("seal", year, archive)
    (archive / str(year)).rmdir()
    novamas("seal", year, archive)


@pytest.mark.slow
def test_a_full_or_read_only_folder_leaves_nothing(year: int, novamas: Command, tmp_path: Path) -> None:
    full = tmp_path / "full"
    full.mkdir()
    for options, says in (("size=40k", "no room"), ("size=9m,ro", "Read-only")):
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", full], check=True)
        try:
            assert says in novamas.refused("seal", year, full)
            assert not [*full.iterdir()]
        finally:
            subprocess.run(["umount", full], check=True)
    assert not Seal.objects.exists()


def test_an_interruption_leaves_nothing(
    year: int, novamas: Command, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sealed, "verify", interrupted)
    assert execute_novamas(["seal", str(year), str(archive)]) == INTERRUPTED
    assert not [*archive.iterdir()] and not Seal.objects.exists()


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def turned(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


@pytest.mark.parametrize("change", [cut, turned, Path.unlink], ids=["cut", "turned", "gone"])
@pytest.mark.parametrize("which", ["manifest.jsonl", "journal.jsonl", f"{MESA}/*", f"{BESIDE}/*"])
def test_a_changed_bundle_is_named(
    year: int, novamas: Command, archive: Path, which: str, change: Callable[[Path], None]
) -> None:
    novamas("seal", year, archive)
    place = archive / str(year)
    file = sorted(place.glob(which))[0]
    change(file)
    said = novamas.refused("seal", year, archive, "--check")
    assert file.name in said or which == "manifest.jsonl"
    assert verified(place, "--any-key").returncode != 0
    (file.with_name("more")).write_text("")
    assert novamas.refused("seal", year, archive, "--check")


def test_a_file_too_many_is_named(year: int, novamas: Command, archive: Path) -> None:
    novamas("seal", year, archive)
    (archive / str(year) / "more.jsonl").write_text("")
    assert "more.jsonl does not belong" in novamas.refused("seal", year, archive, "--check")


def test_a_shift_of_another_year_has_no_place_in_it(year: int, novamas: Command, archive: Path) -> None:
    """Even where somebody who has the key signs a manifest that names it."""
    novamas("seal", year, archive)
    place = archive / str(year)
    line = (place / "manifest.jsonl").read_bytes().partition(b"\n")[0]
    told = json.loads(line)
    of_mesa = [file for file in told["files"] if file.get("table") == MESA]
    told["files"].remove(of_mesa[0])
    (place / of_mesa[0]["name"]).unlink()
    signed = making.line_of(told)
    (place / "manifest.jsonl").write_bytes(signed + making.line_of({"signature": signing.sign(signed)}))
    assert "where its records begin" in verified(place, "--any-key").stderr
    assert "does not hold" in novamas.refused("seal", year, archive, "--check")


FORGED: dict[str, Any] = {
    "files": [
        "x",
        [5],
        [{"name": "../manifest.jsonl"}],
        [{"name": "journal.jsonl", "bytes": 0, "sha256": ""}],
    ],
    "tables": [5, {}, {"mesa-4": 5}, {"mesa-4": {"first": 1, "previous": ""}}],
    "journal": [None, {}, {"first": 1, "last": 1, "previous": 5, "head": ""}],
    "key": [None, 5, "AAAA"],
    "bundle": ["no-va-mas year 2"],
}


def test_whatever_a_manifest_says_it_is_answered(year: int, novamas: Command, archive: Path) -> None:
    """Also where it was signed with the house's key."""
    novamas("seal", year, archive)
    place = archive / str(year)
    told = json.loads((place / "manifest.jsonl").read_bytes().partition(b"\n")[0])
    for name, values in FORGED.items():
        for value in values:
            signed = making.line_of(told | {name: value})
            signature = making.line_of({"signature": signing.sign(signed)})
            for data in (signed + signature, signed, signature, b"[" * 100_000):
                (place / "manifest.jsonl").write_bytes(data)
                with pytest.raises(NotWhole):
                    sealed.verify(place)


def test_what_is_no_file_does_not_belong_to_it(year: int, novamas: Command, archive: Path) -> None:
    """Nobody waits for what never comes out of a pipe."""
    novamas("seal", year, archive)
    journal = archive / str(year) / "journal.jsonl"
    journal.unlink()
    os.mkfifo(journal)
    assert "journal.jsonl does not belong" in novamas.refused("seal", year, archive, "--check")


def test_a_sealed_year_holds_after_the_key_was_replaced(year: int, novamas: Command, archive: Path) -> None:
    old = signing.public_key()
    novamas("seal", year, archive)
    novamas("key", "rotate", "signing")
    assert (house_settings.VAR_DIR / OLD_SIGNING_KEYS).read_text().split() == [old]
    assert novamas("seal", year, archive, "--check")["year"] == year
    assert verified(archive / str(year), "--key", old).returncode == 0
    assert verified(archive / str(year), "--key", signing.public_key()).returncode == 1


def test_an_audit_holds_the_chains_against_what_was_sealed(
    year: int, novamas: Command, archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    novamas("seal", year, archive)
    with connection.cursor() as cursor:
        for statement in append_only.release(connection, Seal._meta.db_table):
            cursor.execute(statement)
    Seal.objects.update(tables={MESA: [3, "another"]}, journal_head="another")
    with pytest.raises(SystemExit):
        call_command("audit")
    said = capsys.readouterr().out
    assert "journal: BROKEN: seal" in said and "tables_seal can be changed" in said
    assert "seals: BROKEN: record 3 of mesa-4 is not the last of the sealed year" in said
    assert re.search(r"seals: BROKEN: entry \d+ of the journal is not the last", said)


def test_the_database_refuses_to_change_a_seal(year: int, novamas: Command, archive: Path) -> None:
    novamas("seal", year, archive)
    for change in (lambda: Seal.objects.update(digest="another"), Seal.objects.all().delete):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()


def test_another_sealed_year_under_the_name_is_refused(year: int, novamas: Command, archive: Path) -> None:
    novamas("seal", year, archive)
    place = archive / str(year)
    line = (place / "manifest.jsonl").read_bytes().partition(b"\n")[0]
    signed = making.line_of(json.loads(line) | {"house": "Another"})
    (place / "manifest.jsonl").write_bytes(signed + making.line_of({"signature": signing.sign(signed)}))
    assert "another digest" in novamas.refused("seal", year, archive, "--check")


def test_a_torn_file_of_a_killed_run_is_written_anew(year: int, novamas: Command, archive: Path) -> None:
    with transaction.atomic():
        told = novamas("seal", year, archive)
        transaction.set_rollback(True)
    part = (archive / str(year)).rename(archive / f".{year}.part")
    torn = sorted(part.glob(f"{MESA}/*"))[0]
    torn.write_bytes(torn.read_bytes()[:5_000])
    (part / "left.jsonl.new").write_text("half")
    again = novamas("seal", year, archive)
    assert again == told and verified(archive / str(year), "--any-key").returncode == 0
    assert [one.name for one in archive.iterdir()] == [str(year)]


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
def test_killed_at_a_step_it_goes_on(played: Novamas, tmp_path: Path, archive: Path, step: str) -> None:
    """On the embedded database."""
    var = tmp_path / "var"
    shutil.copytree(played.var, var)
    environment = played.environment | {"VAR_DIR": str(var)}
    goes_on(environment, archive, [ENTERS, AGAIN] if step == AGAIN else [step])


@pytest.mark.slow
def test_killed_at_every_step_it_goes_on(
    tmp_path_factory: pytest.TempPathFactory, new_house: Path, archive: Path
) -> None:
    """One after the other, on the database that the tests run on."""
    folder = tmp_path_factory.mktemp("often")
    with house(folder, "often", new_house, embedded=connection.vendor == "sqlite") as novamas:
        assert novamas.run(*PLAYED)[0] == 0 and novamas.done("audit", "--scheduled")["holds"]
        goes_on(novamas.environment, archive, STEPS)


PLAYED = ("manage", "shell", "--verbosity", "0", "-c", "from tests.operations.test_seal import play; play()")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, new_house: Path) -> Iterator[Novamas]:
    """A house in which the year was played and proved."""
    with house(tmp_path_factory.mktemp("sealed"), "sealed", new_house, embedded=True) as novamas:
        assert novamas.run(*PLAYED)[0] == 0
        assert novamas.done("audit", "--scheduled")["holds"]
        yield novamas


def goes_on(environment: dict[str, str], archive: Path, steps: Any) -> None:
    """Killed at these steps, the same command comes to its end; nothing is lost, and nothing left over."""
    year = str(clock.date_of(clock.now()).year)
    for step in steps:
        assert run(environment, step, year, archive).returncode == -9, step
        assert {one.name for one in archive.iterdir()} <= {year, f".{year}.part"}
    last = run(environment, "-", year, archive)
    assert (last.returncode, "has been sealed" in last.stdout) == (
        (1, True) if ENTERED in steps else (0, False)
    )
    assert [one.name for one in archive.iterdir()] == [year]
    assert verified(archive / year, "--any-key").returncode == 0
    novamas = Novamas(environment)
    try:
        assert novamas.done("seal", year, archive, "--check")["files"] == 5
        assert novamas.done("audit")["holds"]
    finally:
        novamas.end()
