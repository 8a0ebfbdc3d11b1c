"""BACKUP_COPY: a second place for backups."""

from pathlib import Path

import pytest
from django.conf import settings

from casino.operations.answer import Fault
from casino.operations.backup import copying

NAME = "20260101T000000Z.novamas"


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    file = tmp_path / "here" / NAME
    file.parent.mkdir()
    file.write_bytes(b"sealed")
    return file


def test_a_house_without_a_second_place_copies_nothing(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BACKUP_COPY", raising=False)
    assert copying.copy(backup) is None


def test_a_copy_is_whole_and_for_its_owner_alone(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "there"
    place.mkdir()
    (place / "20200101T000000Z.novamas").touch()  # older than what is kept
    (place / "20200102T000000Z.novamas").touch()
    monkeypatch.setenv("BACKUP_COPY", str(place))
    monkeypatch.setattr(settings, "BACKUP_KEEP_WEEKS", 1)
    monkeypatch.setattr(settings, "BACKUP_KEEP_MONTHS", 1)
    copied = copying.copy(backup)
    assert copied == place / NAME and copied.read_bytes() == b"sealed"
    assert copied.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in place.iterdir()] == [NAME]


def test_a_place_that_is_not_mounted_is_said_and_not_made(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKUP_COPY", str(tmp_path / "there"))
    with pytest.raises(Fault, match="is it mounted"):
        copying.copy(backup)
    assert backup.exists() and not (tmp_path / "there").exists()


def test_a_full_disk_there_leaves_no_part(
    backup: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / "there"
    place.mkdir()

    def full(*_: object) -> None:
        (place / f".{NAME}.part").touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("BACKUP_COPY", str(place))
    monkeypatch.setattr("shutil.copyfile", full)
    with pytest.raises(Fault, match="No space left"):
        copying.copy(backup)
    assert not (place / NAME).exists() and backup.exists()
