"""Papers in the moment in which people need them: right after the act that they are about, outside any transaction."""

import re
import threading
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from casino.common.sql.consistent_read import one_moment
from casino.people.models import User
from ledger.cage import selectors
from ledger.cage.models import Slip
from tables.record.anchors import file, making
from tests.support.counter import BOOK, MESA, ask, cage, done, go, table

pytestmark = pytest.mark.django_db(transaction=True)
SHEET = f"/reports/shifts/{MESA}/1/"
FORMS = ("", "?as=csv", "?as=pdf")


@pytest.fixture(autouse=True)
def anchors(tmp_path: Path, settings: Any) -> Path:
    settings.ANCHORS = tmp_path / "anchors.jsonl"
    return settings.ANCHORS


@pytest.fixture
def jefe() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("julio", role="jefe", language="en"))
    return client


def closed(off: int = 0) -> Slip:
    cage()
    table()
    counted = ask("closing", selectors.balances(BOOK)["tray"] + off, reason="counted twice" if off else "")
    return go(counted, "signed", "jefe")


@pytest.mark.parametrize("off", [0, -500])
def test_the_sheet_of_a_shift_just_closed(jefe: Client, anchors: Path, off: int) -> None:
    closed(off)
    (anchor,) = file.anchors(anchors)
    for form in FORMS:
        assert jefe.get(SHEET + form).status_code == 200, form
    assert anchor.short in jefe.get(SHEET).content.decode()
    assert [one.number for one in file.anchors(anchors)] == [1]


def test_a_closing_is_signed_where_no_anchor_can_be_made(
    jefe: Client, anchors: Path, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """The sheet says that its anchor is still to come, and the hourly look makes it without waiting for the hour."""
    making.make()
    (blocked := anchors.parent / "file").touch()
    settings.ANCHORS = blocked / "anchors.jsonl"
    assert selectors.is_done(closed())
    assert "no anchor could be made" in caplog.text
    settings.ANCHORS = anchors
    page = jefe.get(SHEET).content.decode()
    assert not re.search(r"Anchor \d", page) and "This sheet has no seal yet" in page
    assert making.make(making.is_due) and making.make(making.is_due) is None
    assert "Anchor 2 ·" in jefe.get(SHEET).content.decode()


def test_a_second_place_that_takes_its_time_keeps_nobody_waiting(anchors: Path, settings: Any) -> None:
    settings.ANCHORS_COMMAND = f"sh -c 'cat >> {anchors}.copy'"
    closed()
    for one in threading.enumerate():
        if one.name == making.COPYING:
            one.join(60)
    assert Path(f"{anchors}.copy").read_bytes() == anchors.read_bytes()


def test_the_anchor_is_known_by_its_number_and_not_by_the_clock(
    jefe: Client, anchors: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An anchor of before, whose clock was ahead, does not cover what was closed since."""
    early = making.make()
    text = anchors.read_text().replace(early.at[:4], "2099")
    anchors.write_text(text)
    closed()
    page = jefe.get(SHEET).content.decode()
    assert "Anchor 2 ·" in page and "Anchor 1 ·" not in page


def test_an_anchor_of_another_house_covers_nothing(jefe: Client, anchors: Path) -> None:
    closed()
    text = anchors.read_text()
    (anchor,) = file.anchors(anchors)
    anchors.write_text(text.replace(anchor.journal.digest, "0" * 64))
    assert "This sheet has no seal yet" in jefe.get(SHEET).content.decode()


def test_one_moment_within_another_is_the_same_moment() -> None:
    with one_moment():
        with one_moment():
            assert not Slip.objects.exists()
        assert not Slip.objects.exists()
        assert connection.vendor != "sqlite" or connection.connection.in_transaction
    assert connection.vendor != "sqlite" or not connection.connection.in_transaction


def test_a_receipt_is_there_with_the_slip(jefe: Client) -> None:
    cage()
    table()
    for slip in (done("buy_in", 500, player="ana"), ask("fill", 300)):
        for form in FORMS:
            assert jefe.get(f"/slips/{slip.number}/{form}").status_code == 200
