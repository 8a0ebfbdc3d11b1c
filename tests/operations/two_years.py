"""A house that has played two years, the first of which can be put away."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.core.management import call_command
from django.db import transaction
from django.test import Client, override_settings

from casino.common import clock
from casino.operations.seal import making
from casino.people.models import StaffSession, User
from tables.door import disputes, notify
from tables.models import Record
from tables.reports.catalogue import PAGES
from tests.support import evening
from tests.support.evening import LIMITS, TABLES, Evening
from tests.support.house import JEFE

YEAR = evening.BEGIN.year
FIRST, SECOND, THIRD = TABLES


@contextmanager
def two_years(archive: Path, passes: int = 12) -> Iterator[list[Evening]]:
    """Both are sealed in this folder, and it is the third. The clock goes on as the evenings tell it to."""
    with notify.silence():
        evenings = evening.play(12, passes)
        time = evenings[0].clock
        with clock.running_on(time):
            _argue()
            _close_too_early(evenings[1])
            evenings[1].play(passes // 2)
            evenings[1].end()
            prove()
            time.now = datetime(YEAR + 1, 3, 5, 20, tzinfo=UTC)
            play_a_night(evenings)
            time.now = datetime(YEAR + 2, 2, 1, 20, tzinfo=UTC)
            for year in (YEAR, YEAR + 1):
                making.seal(year, archive, "novamas", lambda _steps: None)
            yield evenings


def _argue() -> None:
    """A dispute that a jefe decides, and what that demands is carried out."""
    undone = disputes.mark(SECOND, JEFE)
    newest = Record.objects.filter(table__slug=SECOND).order_by("-number")[0]
    answer = disputes.resolve(undone.pk, JEFE, "again", "", {"command": "undo", "to": newest.first_seq - 1})
    assert answer and answer.ok, answer


def _close_too_early(one: Evening) -> None:
    """And take it back."""
    while one.give({"command": "close_table", "reason": "nobody comes"}):
        one.step()
    assert one.give({"command": "undo", "reason": "they have come"}) is None


def play_a_night(evenings: list[Evening], passes: int = 4) -> None:
    """A shift at each table, proved."""
    for one in evenings:
        reglamento, settings = TABLES[one.slug]
        opening = {"command": "open_table", "reglamento": reglamento, **LIMITS, "settings": settings}
        assert one.give(opening) is None
        one.open()
        one.play(passes)
        one.end()
    prove()


def prove() -> str:
    """As every night."""
    out = StringIO()
    try:
        call_command("audit", "--scheduled", stdout=out)
    except SystemExit as broken:
        raise AssertionError(out.getvalue()) from broken
    return out.getvalue()


LANGUAGES = ("en", "es", "fr", "sl")


@contextmanager
def committed_never(folder: Path, blocker: Any) -> Iterator[list[Evening]]:
    """That house for a module's tests, with a director for each language; its years lie in `folder / "archive"`."""
    for name in ("archive", "var"):
        (folder / name).mkdir()
    var = folder / "var"
    with (
        blocker.unblock(),
        override_settings(VAR_DIR=var, ANCHORS=var / "anchors.jsonl"),
        transaction.atomic(),
        two_years(folder / "archive") as played,
    ):
        for language in LANGUAGES:
            User.objects.create_user(f"one-{language}", role="director", language=language)
        yield played
        transaction.set_rollback(True)


def director(language: str = "en") -> Client:
    client = Client()
    client.force_login(User.objects.get(username=f"one-{language}"))
    StaffSession.objects.update(active=clock.now(), confirmed=clock.now())
    return client


WHEN = urlencode({"since": f"{evening.BEGIN:%Y-%m-%dT%H:%M}Z", "until": f"{YEAR + 1}-01-01T00:00"})
CHOSEN: dict[str, dict[str, Any]] = {
    "report-any-table": {"table": SECOND},
    "report-any-player": {"table": SECOND, "player": "lucia"},
    "report-table": {"slug": SECOND},
    "report-player": {"slug": SECOND, "player": "lucia"},
    "report-passes": {"slug": SECOND},
    "report-shift": {"slug": SECOND, "number": 1},
    "slip": {"number": 3},
}
IN_ADDRESS = {page.name for page in PAGES if "<" in page.path}
