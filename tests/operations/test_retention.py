"""Which backups are kept."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from casino.operations.backup.retention import backups, superfluous

NOW = datetime(2026, 11, 22, 5, tzinfo=UTC)


def test_days_then_weeks_then_months_are_kept() -> None:
    times = [NOW - timedelta(days=day) for day in range(800)]
    kept = sorted(set(times) - superfluous(times, NOW, days=14, weeks=8, months=12), reverse=True)
    assert kept[:15] == times[:15]
    assert len(kept) <= 15 + 8 + 12 and timedelta(days=300) < NOW - kept[-1] < timedelta(days=366)


def test_the_newest_stays_however_old_it_is() -> None:
    times = [NOW - timedelta(days=day) for day in (4000, 4001)]
    assert superfluous(times, NOW, days=1, weeks=0, months=0) == {times[1]}


def test_a_file_of_somebody_else_is_no_backup(tmp_path: Path) -> None:
    for name in (
        "20261122T050000Z.novamas",
        "photo.novamas",
        ".20261122T050000Z.novamas.7.part",
        "notes.txt",
    ):
        (tmp_path / name).touch()
    assert [file.name for _at, file in backups(tmp_path)] == ["20261122T050000Z.novamas"]
