"""The very first slip of a house: no other has come before it, so its primary key is 1."""

from datetime import UTC, datetime

import pytest

from ledger.cage import selectors
from ledger.cage.models import Slip

BOOK = "table:mesa-1"


@pytest.mark.django_db
def test_it_waits_as_others_do() -> None:
    at = datetime(2026, 3, 6, 20, tzinfo=UTC)
    counted = {"kind": "opening", "amount": 0, "expected": 0, "chips": {}, "steps": ["signed"]}
    first = Slip.objects.create(pk=1, number=1, book=BOOK, actor="carla", role="croupier", at=at, **counted)
    assert selectors.pending(BOOK) == selectors.pending_in([BOOK])[BOOK] == [first]
