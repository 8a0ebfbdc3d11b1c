"""The audit of every day: its outcome is kept, and what is broken or missing is an alarm."""

import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from casino.common import clock, signing
from casino.common.environment import OLD_SIGNING_KEYS
from casino.journal.models import Entry
from casino.people import access_log
from casino.people.models import AccessEvent
from tables.door.service import create_table
from tables.models import DailyDealing, Record, Table
from tables.record.audit import scheduled
from tests.support.counter import MESA, cage, table
from tests.support.house import Croupier, game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_anchors(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """None yet. Those of earlier tests are of other houses."""
    monkeypatch.setattr(settings, "ANCHORS", tmp_path / "anchors.jsonl")


def audit() -> str:
    out = StringIO()
    try:
        call_command("audit", "--scheduled", stdout=out)
    except SystemExit as end:
        assert end.code == 1
    return out.getvalue()


def health() -> dict[str, str]:
    found: dict[str, str] = Client().get("/healthz").json()
    return found


def later(monkeypatch: pytest.MonkeyPatch, **time: float) -> None:
    now = timezone.now() + timedelta(**time)
    monkeypatch.setattr(scheduled.timezone, "now", lambda: now)


def test_what_holds_is_kept_and_is_no_alarm() -> None:
    create_table("mesa", "Mesa")
    audit()
    assert [one.what for one in AccessEvent.objects.all()] == [access_log.AUDIT_HELD]
    assert not access_log.open_alarms() and health() == {"status": "ok"}


def test_a_table_without_a_kept_state_holds_on_later_days() -> None:
    cage()
    table()
    game(MESA, 25, Croupier())
    assert DailyDealing.objects.exists() and not Record.objects.exclude(state="").exists()
    for days in range(3):
        then = timezone.now() + timedelta(days=days)
        with clock.running_on(lambda then=then: then):
            assert "BROKEN" not in audit()


def test_what_is_broken_is_an_alarm_that_names_the_place_until_it_holds_again() -> None:
    create_table("mesa", "Mesa")
    Table.objects.update(name="another")
    assert "BROKEN" in audit()
    [alarm] = access_log.open_alarms()
    assert alarm.what == access_log.AUDIT_BROKEN and "table" in alarm.detail and "BROKEN" in alarm.detail
    assert health() == {"status": "ok", "audit": "broken"}
    Table.objects.update(name="Mesa")
    audit()
    assert health() == {"status": "ok"}


def test_a_replaced_key_breaks_nothing_and_signs_no_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was proved under the key before is proved once more under the new one."""
    monkeypatch.setattr(settings, "VAR_DIR", tmp_path)
    monkeypatch.delenv("SIGNING_KEY", raising=False)
    create_table("mesa", "Mesa")
    audit()
    old, before = signing.public_key(), settings.ANCHORS.read_bytes()
    (tmp_path / "signing_key").replace(tmp_path / "signing_key.old")
    (tmp_path / OLD_SIGNING_KEYS).write_text(f"{old}\n")
    told = audit()
    assert "BROKEN" not in told and "from the first record on" in told
    assert "from anchor 2 on" in audit()
    forged = [*settings.ANCHORS.read_bytes().splitlines(keepends=True), before]
    settings.ANCHORS.write_bytes(b"".join(forged))
    assert "was not signed with the key" in audit()


def test_it_is_due_after_a_day_and_overdue_after_two(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not scheduled.is_due()  # an empty house
    create_table("mesa", "Mesa")
    assert not scheduled.is_due() and Entry.objects.exists()
    later(monkeypatch, hours=27)
    assert scheduled.is_due() and scheduled.standing() == "ok"
    later(monkeypatch, hours=51)
    assert health() == {"status": "ok", "audit": "overdue"}
    AccessEvent.objects.create(what=access_log.AUDIT_HELD, at=scheduled.timezone.now())
    assert not scheduled.is_due() and scheduled.standing() == "ok"


def test_a_server_has_it_run_where_no_timer_does(monkeypatch: pytest.MonkeyPatch) -> None:
    create_table("mesa", "Mesa")
    run: list[str] = []
    monkeypatch.setattr(scheduled, "_command", lambda: run.append("audit") or [sys.executable, "-c", ""])
    daily = scheduled.Daily()
    daily.look()
    assert run == []
    later(monkeypatch, hours=51)
    daily.look()
    daily.look()
    assert run == ["audit", "audit"]  # this one keeps no outcome, so it is still due
    assert [one.what for one in access_log.open_alarms()] == [access_log.AUDIT_OVERDUE]


def test_two_servers_have_it_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    create_table("mesa", "Mesa")
    later(monkeypatch, hours=27)
    monkeypatch.setattr(scheduled, "_command", lambda: pytest.fail("it is running already"))
    with scheduled._alone() as is_mine:
        assert is_mine
        scheduled.Daily().look()
