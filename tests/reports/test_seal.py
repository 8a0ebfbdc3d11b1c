"""The sheet of a closed shift names the anchor that covers it, which the audit then finds again."""

import re
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from pypdf import PdfReader

from casino.common.pages import qr
from casino.people.models import User
from ledger.cage import selectors
from tables.record.anchors import file
from tests.support.counter import BOOK, MESA, done, filled

pytestmark = pytest.mark.django_db(transaction=True)  # an anchor is made when the closing is committed
SHEET = f"/reports/shifts/{MESA}/1/"
MODULES = 300  # a QR code of that length has more runs of dark ones than this


@pytest.fixture
def jefe(tmp_path: Path, settings: Any) -> Client:
    settings.ANCHORS = tmp_path / "anchors.jsonl"
    filled()
    client = Client()
    user = User.objects.create_user("julio", role="jefe", language="en")
    client.force_login(user, "casino.people.login.passphrases.PassphraseBackend")
    return client


def last_page(jefe: Client) -> tuple[str, int]:
    """The words of the PDF's last page, and how many filled rectangles it has."""
    page = PdfReader(BytesIO(jefe.get(f"{SHEET}?as=pdf").content)).pages[-1]
    drawn = page.get_contents()
    assert drawn is not None
    return page.extract_text(), drawn.get_data().count(b" re f*")


def test_an_open_shift_has_no_anchor(jefe: Client, settings: Any) -> None:
    page = jefe.get(SHEET).content.decode()
    assert "Anchor" not in page and 'class="qr"' not in page
    words, rectangles = last_page(jefe)
    assert "Anchor" not in words and rectangles < MODULES
    assert not settings.ANCHORS.exists()


def test_a_closed_shift_is_sealed_once(jefe: Client, settings: Any) -> None:
    done("closing", selectors.balances(BOOK)["tray"])
    page = jefe.get(SHEET).content.decode()
    found = re.search(r"Anchor 1 · [^·]+ \d\d:\d\d:\d\d · ([0-9a-f]{4}(?: [0-9a-f]{4}){3})", page)
    assert found and found[0] in jefe.get(SHEET).content.decode()
    (anchor,) = file.anchors(settings.ANCHORS)
    assert anchor.short == found[1]
    assert qr.as_svg(anchor.printed) in page
    words, rectangles = last_page(jefe)
    assert found[0] in words and rectangles > MODULES
    out = StringIO()
    call_command("audit", anchors=settings.ANCHORS, printed=found[1], stdout=out)
    assert "every head in anchors.jsonl is in the database" in out.getvalue()


def test_a_sheet_without_a_place_for_anchors_is_printed_all_the_same(
    jefe: Client, settings: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    done("closing", selectors.balances(BOOK)["tray"])
    settings.ANCHORS = tmp_path  # a folder
    assert "This sheet has no seal yet" in jefe.get(SHEET).content.decode()
    assert "cannot be read" in caplog.text
