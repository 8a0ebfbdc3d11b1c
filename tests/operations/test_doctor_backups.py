"""The doctor looks whether backups are made, proved, archived and kept elsewhere."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from casino.operations.backup.kinds import Backup, Told
from casino.operations.doctor import house

OLD, NEW = datetime(2026, 1, 1, 5, tzinfo=UTC), datetime(2026, 1, 1, 6, tzinfo=UTC)


def test_what_lies_on_this_machine_alone_is_said(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ANCHORS_COPY = settings.ANCHORS_COMMAND = ""
    monkeypatch.setenv("BACKUP_CONFIG", str(tmp_path))
    monkeypatch.delenv("BACKUP_TO", raising=False)
    (anchors,), (backups,) = house.anchors_are_elsewhere(), house.backups_are_elsewhere()
    assert anchors.level == backups.level == "warning"
    assert "ANCHORS_COPY" in anchors.says and "BACKUP_TO" in backups.says
    settings.ANCHORS_COPY = str(tmp_path / "anchors")
    assert [found.level for found in house.anchors_are_elsewhere()] == ["ok"]


def test_a_place_elsewhere_must_be_there_and_another(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR_DIR, place = tmp_path, tmp_path / "mounted"
    monkeypatch.setenv("BACKUP_CONFIG", str(tmp_path))
    monkeypatch.setenv("BACKUP_TO", str(place))
    (found,) = house.backups_are_elsewhere()
    assert found.level == "fault" and "is it mounted?" in found.says
    place.mkdir()
    (found,) = house.backups_are_elsewhere()
    assert found.level == "warning" and "lost with it" in found.says
    monkeypatch.setenv("BACKUP_TO", "/dev/shm")  # noqa: S108 (another disk, wherever this runs)
    (found,) = house.backups_are_elsewhere()
    assert found.level == "ok"
    monkeypatch.setenv("BACKUP_TO", "s3://backups/casino")
    assert [*house.backups_are_elsewhere()] == []


@pytest.mark.parametrize(
    ("archived", "failed", "level"),
    [(OLD, None, "ok"), (NEW, OLD, "ok"), (OLD, NEW, "fault"), (None, NEW, "fault"), (None, None, "ok")],
)
def test_a_log_that_is_not_archived_is_found(
    monkeypatch: pytest.MonkeyPatch, archived: datetime | None, failed: datetime | None, level: str
) -> None:
    monkeypatch.setenv("BACKUP_CONFIG", "/etc/novamas/pgbackrest")
    for is_on in (True, False):
        monkeypatch.setattr(house, "_archiver", lambda is_on=is_on: (is_on, archived, failed))
        (found,) = house.log_is_archived()
        assert found.level == (level if is_on else "fault")


def test_a_backup_that_is_old_or_was_never_proved_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BACKUP_CONFIG", "/etc/novamas/pgbackrest")
    now = datetime.now(UTC)
    for days, proved, levels in (
        (0, 0, "ok ok"),
        (2, 2, "fault ok"),
        (0, None, "ok"),
        (10, None, "fault fault"),
    ):
        at = now - timedelta(days=days)
        one = Backup("x", at, 1, True, None if proved is None else now - timedelta(days=proved))
        monkeypatch.setattr(house, "kind", lambda one=one: SimpleNamespace(told=lambda: Told([one], {})))
        assert " ".join(found.level for found in house.backups_are_young()) == levels
    monkeypatch.setattr(house, "kind", lambda: SimpleNamespace(told=lambda: Told([], {}, "No room.")))
    assert next((found.level, found.says) for found in house.backups_are_young()) == ("fault", "No room.")
