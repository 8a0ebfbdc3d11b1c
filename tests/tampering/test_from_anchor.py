"""An audit from the last anchor on: what has come since is looked at each time, what lies before in its turn, and an
anchor that somebody has touched is not believed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import F
from django.test import override_settings
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from casino.common import clock
from casino.journal.models import Head
from tables.door import notify
from tables.models import Table
from tables.record.anchors import file
from tests.support.counter import MESA
from tests.tampering import house
from tests.tampering.acts import ACTS
from tests.tampering.changes import columns
from tests.tampering.recomputed import another_time
from tests.tampering.test_tampering import audit, names, tampered

pytestmark = pytest.mark.django_db
# They change a row that is only added, a sum or an account of nothing from before the anchor: the whole finds them.
OLD = {
    *(
        "delete tables_housereglamento {}",
        "delete ledger_ledgercurrency {}",
        "delete cage_shift {'number': 1}",
    ),
    *("delete house_act {'what': 'setting_changed'}", "swap two signers"),
    *("insert an hourly total", "insert an account"),
}
OTHERWISE = {
    "remove the tail of the journal": r"journal: BROKEN: entry \d+ of the journal is not the one that was"
}
SINCE = {name: (act, OTHERWISE.get(name, place)) for name, (act, place) in ACTS.items() if name not in OLD}
EARLIER = [
    change for change in columns() if change.name in ("tables_housereglamento.text", "cage_shift.at 1")
]


@pytest.fixture(scope="module")
def anchors(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """The house, proved before the first pass, in a transaction that is never committed."""
    path = tmp_path_factory.mktemp("anchors") / "anchors.jsonl"
    with django_db_blocker.unblock(), transaction.atomic(), override_settings(ANCHORS=path):
        with notify.silence():
            house.begin()
        assert audit("--scheduled") == ""
        house.go_on()
        yield path
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def at_hand(anchors: Path, settings: Any) -> None:
    settings.ANCHORS = anchors


@contextmanager
def undone(anchors: Path) -> Iterator[None]:
    """Of what is done in it, in the database and in the file, nothing remains."""
    kept = anchors.read_bytes()
    try:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
    finally:
        anchors.write_bytes(kept)


def test_the_untouched_house_holds_and_is_replayed_from_the_anchor_on(anchors: Path) -> None:
    assert tampered(lambda: None, "--from-anchor") == ""
    assert _said("--from-anchor").splitlines()[-1].startswith("audit from anchor 1 on, of ")
    assert [one.number for one in file.anchors(anchors) if one.proved] == [1]


@pytest.mark.parametrize(("act", "place"), SINCE.values(), ids=SINCE)
def test_what_was_changed_since_is_found_at_once(anchors: Path, act: Callable[[], None], place: str) -> None:
    said = tampered(act, "--from-anchor")
    assert names(said, place), said or "not found"


@pytest.mark.parametrize("change", EARLIER, ids=lambda change: change.name)
def test_what_lies_before_is_found_by_the_whole(anchors: Path, change: Any) -> None:
    assert tampered(change.make, "--from-anchor") == ""
    assert names(tampered(change.make), change.place)


def test_who_computes_every_digest_anew_is_found_by_what_was_proved(anchors: Path) -> None:
    said = tampered(another_time, "--from-anchor")
    assert names(said, rf"{MESA}: BROKEN: record \d+: the digest that was proved"), said


def test_every_chain_has_its_turn_in_a_month(anchors: Path) -> None:
    """There are three: one is due each night from the thirtieth on."""
    with undone(anchors):
        nights = [_said_after(days) for days in range(29, 34)]
    turns = [said.splitlines()[-1].partition(", from the first record on: ")[2] for said in nights]
    whole = [turn.partition(":")[0] for turn in turns]
    assert (whole[0], whole[4]) == ("", "")
    assert sorted(whole[1:4]) == sorted(["the house", *Table.objects.values_list("slug", flat=True)])


def _said_after(days: int) -> str:
    """By the audit of the night so many days later."""
    later = timezone.now() + timedelta(days=days)
    with clock.running_on(lambda: later):
        return _said("--scheduled")


def _said(*args: str) -> str:
    out = StringIO()
    call_command("audit", *args, stdout=out)
    return out.getvalue()


def test_an_anchor_that_was_touched_is_refused_and_all_is_read(anchors: Path, tmp_path: Path) -> None:
    spoiled = tmp_path / "spoiled.jsonl"
    spoiled.write_bytes(anchors.read_bytes().replace(b'"transfer":', b'"transfer":1', 1))
    said = audit("--from-anchor", "--anchors", str(spoiled))
    refused = "anchors: BROKEN: anchor 1 of spoiled.jsonl was not signed with the key .*: nothing is taken as proved"
    assert names(said, refused) and "audit from the first record on: " in said


def test_an_older_database_begins_at_an_older_anchor(anchors: Path) -> None:
    """As an older backup has not come to the newest."""
    out = StringIO()
    with undone(anchors):
        call_command("audit", "--scheduled", stdout=StringIO())
        Head.objects.update(number=F("number") - 1)
        assert [one.number for one in file.anchors(anchors) if one.proved] == [1, 2]
        with pytest.raises(SystemExit):
            call_command("audit", "--from-anchor", stdout=out)
    assert "audit from anchor 1 on" in out.getvalue()
