"""The sheet of a closed shift names the anchor that covers it, which the audit then finds again."""

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from casino.accounts.models import User
from ledger.cage import selectors
from tables.anchors import file
from tests.counter import BOOK, MESA, done, filled

pytestmark = pytest.mark.django_db
SHEET = f"/reports/shifts/{MESA}/1/"


@pytest.fixture
def jefe(tmp_path: Path, settings: Any) -> Client:
    settings.ANCHORS = tmp_path / "anchors.jsonl"
    filled()
    client = Client()
    user = User.objects.create_user("julio", role="jefe", language="en")
    client.force_login(user, "casino.accounts.passphrases.PassphraseBackend")
    return client


def test_an_open_shift_has_no_anchor(jefe: Client, settings: Any) -> None:
    assert "Anchor" not in jefe.get(SHEET).content.decode()
    assert not settings.ANCHORS.exists()


def test_a_closed_shift_is_sealed_once(jefe: Client, settings: Any) -> None:
    done("closing", selectors.balances(BOOK)["tray"])
    page = jefe.get(SHEET).content.decode()
    found = re.search(r"Anchor 1 · \S+ · ([0-9a-f]{4}(?: [0-9a-f]{4}){3})", page)
    assert found and found[0] in jefe.get(SHEET).content.decode()
    assert jefe.get(f"{SHEET}?as=pdf").content.startswith(b"%PDF")
    (anchor,) = file.anchors(settings.ANCHORS)
    assert anchor.short == found[1]
    out = StringIO()
    call_command("audit", anchors=settings.ANCHORS, printed=found[1], stdout=out)
    assert "every head in anchors.jsonl is in the database" in out.getvalue()


def test_a_sheet_without_a_place_for_anchors_is_printed_all_the_same(
    jefe: Client, settings: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    done("closing", selectors.balances(BOOK)["tray"])
    (tmp_path / "file").touch()
    settings.ANCHORS = tmp_path / "file" / "anchors.jsonl"
    assert "Anchor" not in jefe.get(SHEET).content.decode()
    assert "no anchor could be made" in caplog.text
