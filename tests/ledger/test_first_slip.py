"""The very first slip of a house, which no other has come before."""

from datetime import UTC, datetime

import pytest

from ledger.cage import selectors
from ledger.cage.models import Slip

BOOK = "table:mesa-1"


@pytest.mark.django_db
def test_it_waits_as_others_do() -> None:
    first = Slip(pk=1, number=1, kind="opening", book=BOOK, amount=0, expected=0, chips={}, steps=["signed"])
    first.actor, first.role, first.at = "carla", "croupier", datetime(2026, 3, 6, 20, tzinfo=UTC)
    first.save(force_insert=True)
    assert selectors.pending(BOOK) == selectors.pending_in([BOOK])[BOOK] == [first]
