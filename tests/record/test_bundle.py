"""A shift's bundle proves itself: whatever single thing is changed in it is found, and named."""

import base64
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from casino.common import signing
from tables.door import notify
from tables.door.service import create_table, execute
from tables.management.memory_database import memory_database
from tables.models import Record, Table
from tables.record.bundle import bundle
from tests.support.house import CROUPIER, JEFE, Croupier, game, opening
from verify_shift import Broken, NotOurs, verify

Json = dict[str, Any]
DAY = timedelta(days=1)


@pytest.fixture(scope="module", autouse=True)
def own_key() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIGNING_KEY", base64.b64encode(bytes(range(32))).decode())
        yield


@pytest.fixture(scope="module")
def shift(own_key: None, django_db_blocker: Any) -> bytes:
    """Played once, in a database of its own; see `play_a_shift`."""
    with django_db_blocker.unblock(), notify.silence(), memory_database():
        return play_a_shift()


def play_a_shift() -> bytes:
    """A shift with passes, an incident, an undo across a payment and a void pass in it."""
    create_table("mesa", "Mesa")
    for command in opening():
        assert execute("mesa", command, JEFE).ok
    croupier = Croupier(seed=11)
    game("mesa", 90, croupier)
    game_until(croupier, "resolved")
    assert execute("mesa", {"command": "settle"}, CROUPIER).ok
    assert execute("mesa", {"command": "undo", "reason": "paid twice"}, JEFE).ok
    assert execute("mesa", {"command": "settle"}, CROUPIER).ok
    game("mesa", 20, croupier)
    game_until(croupier, "betting")
    conduct = {"command": "incident", "kind": "conduct", "article": "16", "text": "ñandú"}
    assert execute("mesa", conduct, CROUPIER).ok
    game_until(croupier, "dealing")
    assert execute("mesa", {"command": "void_pass", "reason": "cards fell"}, JEFE).ok
    game("mesa", 60, croupier)
    return whole()


def game_until(croupier: Croupier, phase: str) -> None:
    while Table.objects.get().phase != phase:
        game("mesa", 1, croupier)


def whole() -> bytes:
    now = timezone.now()
    return bundle(Table.objects.get(), now - DAY, now + DAY)


def test_it_holds_and_plays_through(shift: bytes) -> None:
    last = len(shift.splitlines()) - 2
    assert f"records 1 to {last} are complete" in verify(shift, signing.public_key())


@pytest.mark.django_db
def test_a_part_of_the_record_holds_by_itself() -> None:
    play_a_shift()
    records = list(Record.objects.order_by("number"))
    part = bundle(Table.objects.get(), records[70].at, records[-20].at)
    assert "records 71 to" in verify(part)


def changed(shift: bytes, line: int, change: Callable[[Json], None]) -> bytes:
    lines = shift.splitlines()
    told = json.loads(lines[line])
    change(told)
    lines[line] = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    return b"\n".join(lines) + b"\n"


FIELDS = sorted(
    {"number", "first_seq", "version", "schema", "name", "command", "events", "undone_to", "actor", "role"}
    | {"key", "at", "state", "previous", "digest", "table"}
)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("line", [1, 60, -2])
def test_each_changed_field_of_a_record_is_found_and_named(shift: bytes, field: str, line: int) -> None:
    def change(record: Json) -> None:
        value = record[field]
        record[field] = value + 1 if isinstance(value, int) else f"{value}x"

    number = json.loads(shift.splitlines()[line])["number"]
    with pytest.raises(Broken, match=rf"record {number}\b"):
        verify(changed(shift, line, change))


def test_a_removed_a_doubled_and_a_moved_record_are_named(shift: bytes) -> None:
    lines = shift.splitlines(keepends=True)
    for broken in (
        [*lines[:40], *lines[41:]],
        [*lines[:40], lines[40], *lines[40:]],
        [*lines[:40], lines[41], lines[40], *lines[42:]],
    ):
        with pytest.raises(Broken, match=r"record 4[01]\b"):
            verify(b"".join(broken))
    with pytest.raises(Broken, match="missing at the end"):
        verify(b"".join([*lines[:-4], lines[-1]]))


MANIFEST = [
    "first",
    "last",
    "previous",
    "head",
    "version",
    "begins",
    "ends",
    "from",
    "to",
    "name",
    "table",
    "key",
]
MANIFEST += ["schema", "reglamentos"]


@pytest.mark.parametrize("field", MANIFEST)
def test_a_changed_manifest_is_found(shift: bytes, field: str) -> None:
    def change(manifest: Json) -> None:
        value = manifest[field]
        manifest[field] = {"results": "PP", "cagnotte": 1} if isinstance(value, dict) else _other(value)

    with pytest.raises(Broken):
        verify(changed(shift, 0, change))


def _other(value: Any) -> Any:
    return value + 1 if isinstance(value, int) else f"{value}x"


def test_another_casinos_signature_is_not_ours(shift: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIGNING_KEY", base64.b64encode(bytes(32)).decode())
    with pytest.raises(Broken, match="another key"):
        verify(shift, signing.public_key())


def test_the_key_is_made_once_for_its_owners_eyes_only(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SIGNING_KEY")
    settings.VAR_DIR = tmp_path / "new"
    assert signing.public_key() == signing.public_key()
    assert (tmp_path / "new" / "signing_key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"PK\x03\x04", b"{}", b"[1]\n[2]\n", b"null\nnull\n", b"\xff\xfe"]
)
def test_what_is_no_bundle_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(NotOurs):
        verify(data)


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9])
def test_a_bundle_that_was_cut_is_said_to_be_cut(shift: bytes, kept: float) -> None:
    with pytest.raises(NotOurs, match="cut"):
        verify(shift[: int(len(shift) * kept)])


@pytest.mark.django_db
def test_the_command_writes_what_the_script_proves_without_django(tmp_path: Path) -> None:
    play_a_shift()
    out, times = tmp_path / "shift.jsonl", ("--from", "2020-01-01", "--to", "2099-01-01T00:00")
    call_command("export_shift", "mesa", *times, "--out", str(out))
    script = str(settings.BASE_DIR / "verify_shift.py")
    loaded = "import sys, verify_shift; print({'django', 'tables', 'casino', 'ledger'} & sys.modules.keys())"
    run = [sys.executable, "-c", loaded]
    done = subprocess.run(run, capture_output=True, text=True, cwd=settings.BASE_DIR)
    assert done.stdout.strip() == "set()"
    key = ("--key", signing.public_key())
    for path, arguments, status in (
        (out, key, 0),
        (out, ("--any-key",), 0),
        (out, (), 2),
        (out, ("--key", "A" * 43 + "="), 1),
        (tmp_path / "nothing", key, 2),
    ):
        run = [sys.executable, script, str(path), *arguments]
        done = subprocess.run(run, capture_output=True, text=True)
        assert done.returncode == status, done.stderr
    key = (*key, "--language", "en")
    out.write_bytes(out.read_bytes().replace("ñandú".encode(), "ñandu".encode()))
    done = subprocess.run([sys.executable, script, str(out), *key], capture_output=True, text=True)
    assert done.returncode == 1 and "does not hold: record" in done.stderr


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("nowhere", "--from", "2020-01-01", "--to", "2021-01-01"), 2),
        (("mesa", "--from", "yesterday", "--to", "2021-01-01"), 2),
        (("mesa", "--from", "2020-13-01", "--to", "2021-01-01"), 2),
        (("mesa", "--from", "2020-01-01", "--to", "2021-01-01"), 1),
    ],
)
def test_what_the_command_cannot_export_it_says(arguments: tuple[str, ...], status: int) -> None:
    create_table("mesa", "Mesa")
    with pytest.raises(CommandError) as error:
        call_command("export_shift", *arguments)
    assert error.value.returncode == status
