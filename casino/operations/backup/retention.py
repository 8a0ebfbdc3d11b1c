"""Which backups are kept: all of the last days, then one a week, then one a month."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

from casino.operations.backup.make import ENDING, UNPROVED

NAME = re.compile(rf"(\d{{8}}T\d{{6}}Z)({re.escape(UNPROVED)})?{re.escape(ENDING)}")


def made_at(file: Path) -> datetime | None:
    """When a backup was made, from its name; None for any other file."""
    found = NAME.fullmatch(file.name)
    return datetime.strptime(found[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC) if found else None


def is_proved(file: Path) -> bool:
    """Whether a backup was restored before it got its name."""
    return not file.name.endswith(UNPROVED + ENDING)


def backups(folder: Path) -> list[tuple[datetime, Path]]:
    """The backups in a folder, oldest first."""
    found = [(made_at(file), file) for file in folder.glob(f"*{ENDING}")] if folder.is_dir() else []
    return sorted((at, file) for at, file in found if at is not None)


def superfluous(
    times: Iterable[datetime], now: datetime, days: int, weeks: int, months: int
) -> set[datetime]:
    """Those that may go. The newest always stays."""
    times = sorted(times, reverse=True)
    kept = {time for time in times if now - time <= timedelta(days=days)} | set(times[:1])
    for periods, count in ((_weeks(times), weeks), (_months(times), months)):
        kept |= set(list(periods.values())[:count])
    return set(times) - kept


def thin_out(folder: Path) -> list[Path]:
    """Remove what is no longer kept, by BACKUP_KEEP_DAYS, _WEEKS and _MONTHS. Returns what was removed."""
    found = backups(folder)
    going = superfluous(
        (at for at, _file in found),
        datetime.now(UTC),
        settings.BACKUP_KEEP_DAYS,
        settings.BACKUP_KEEP_WEEKS,
        settings.BACKUP_KEEP_MONTHS,
    )
    removed = [file for at, file in found if at in going]
    for file in removed:
        file.unlink()
    return removed


def _weeks(times: Iterable[datetime]) -> dict[tuple[int, ...], datetime]:
    """The newest backup of each week, newest week first."""
    found: dict[tuple[int, ...], datetime] = {}
    for time in times:
        found.setdefault(tuple(time.isocalendar()[:2]), time)
    return found


def _months(times: Iterable[datetime]) -> dict[tuple[int, ...], datetime]:
    found: dict[tuple[int, ...], datetime] = {}
    for time in times:
        found.setdefault((time.year, time.month), time)
    return found
