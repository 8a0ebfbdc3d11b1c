"""Anchors: made once an hour whoever asks, kept in two places, and read back whatever happened to the file."""

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from casino.common import signing
from tables.door.service import execute
from tables.record.anchors import file, making
from tables.record.anchors.anchor import NoAnchor, is_signed, line_of, read_line
from tables.record.anchors.making import is_an_hour_old, make
from tables.record.audit.anchored import anchor_faults
from tests.door.mesa import MESA, open_mesa
from tests.support.house import CROUPIER

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, settings: Any) -> Path:
    settings.ANCHORS = tmp_path / "new" / "anchors.jsonl"
    return settings.ANCHORS


def faults(path: Path) -> list[str]:
    return [f"{chain}: {fault}" for chain, fault in anchor_faults(path, [signing.public_key()])]


def test_an_anchor_names_the_heads_and_follows_the_one_before(kept: Path) -> None:
    first = make()
    open_mesa()
    second = make()
    assert first and second and is_signed(first) and is_signed(second)
    assert (first.tables, second.previous, second.number) == ({}, first.fingerprint, 2)
    assert second.tables[MESA].number == 10 and second.journal.number > 0
    assert faults(kept) == []
    assert execute(MESA, {"command": "join", "player": "zoe"}, CROUPIER).ok
    assert faults(kept) == [], "what has come since is not yet anchored"


def test_it_is_due_once_an_hour(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert make(is_an_hour_old) and make(is_an_hour_old) is None

    class Later(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime.now(UTC) + timedelta(hours=1)

    monkeypatch.setattr(making, "datetime", Later)
    assert make(is_an_hour_old)
    assert len(list(file.anchors(kept))) == 2


def test_the_server_makes_one_when_it_starts(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = threading.Event()
    monkeypatch.setattr(making, "make", lambda is_due: made.set())
    hourly = making.Hourly()
    hourly.start()
    assert made.wait(60)
    hourly.stop()


def test_a_second_place_gets_every_anchor(kept: Path, tmp_path: Path, settings: Any) -> None:
    settings.ANCHORS_COPY, heard = str(tmp_path / "copy.jsonl"), tmp_path / "heard.jsonl"
    settings.ANCHORS_COMMAND = f"sh -c 'cat >> {heard}'"
    for _ in range(2):
        make()
    assert kept.read_bytes() == Path(settings.ANCHORS_COPY).read_bytes() == heard.read_bytes()


@pytest.mark.parametrize("command", ["false", "/nowhere/at/all"])
def test_a_second_place_that_fails_is_logged(
    command: str, kept: Path, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ANCHORS_COMMAND = command
    assert make()
    assert "could not be copied" in caplog.text


def test_a_line_that_a_crash_cut_is_named_and_passed_over(kept: Path) -> None:
    make()
    whole = kept.read_bytes()
    kept.write_bytes(whole + whole[:100])
    second = make()
    assert second and second.number == 2
    assert [one.number for one in file.anchors(kept)] == [1, 2]
    (fault,) = faults(kept)
    assert fault.startswith("anchors: line 2 of anchors.jsonl is no anchor")


@pytest.mark.parametrize(
    "change", [b"{", b"[" * 100_000, b"null", b'{"anchor":"no-va-mas anchor 1"}', b"\xff"]
)
def test_what_is_no_anchor_is_said_to_be_none(change: bytes) -> None:
    with pytest.raises(NoAnchor):
        read_line(change)


def test_a_line_says_what_it_said() -> None:
    anchor = make()
    assert anchor and read_line(line_of(anchor)) == anchor
    assert anchor.printed.endswith(anchor.fingerprint)
