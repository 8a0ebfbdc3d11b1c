"""Queries that are composed once find for all later values what the ORM finds."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F, Sum

from casino.common.prepared import Prepared
from ledger.conf import CHART
from ledger.models import HourlyTotal

PURPOSES = sorted(CHART.purpose_codes)[:3]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATE_IN = Prepared(
    lambda since, book: (
        HourlyTotal.objects.filter(hour__gte=since, book=book, purpose__in=PURPOSES[:2])
        .values_list("hour", "purpose")
        .annotate(total=Sum(F("amount") - 1))
        .order_by("-hour", "purpose")[:3]
    )
)


@pytest.mark.django_db
def test_a_prepared_query_finds_what_is_asked_each_time(django_assert_num_queries: Any) -> None:
    for number in range(40):
        HourlyTotal.objects.create(
            hour=NOON + timedelta(hours=number % 4),
            book=("one", "it's %s")[number % 2],
            source="a",
            target=f"b{number}",
            purpose=PURPOSES[number % 3],
            amount=2**40 + number,
        )
    for hours in range(5):
        for book in ("one", "it's %s", "none"):
            since = NOON + timedelta(hours=hours)
            chosen = HourlyTotal.objects.filter(hour__gte=since, book=book, purpose__in=PURPOSES[:2])
            sums = chosen.values_list("hour", "purpose").annotate(total=Sum(F("amount") - 1))
            with django_assert_num_queries(1):
                found = LATE_IN.rows(since, book)
            assert found == list(sums.order_by("-hour", "purpose")[:3])
            assert all(type(total) is int for *_, total in found)


@pytest.mark.django_db
def test_a_prepared_query_is_composed_once() -> None:
    composed = []

    def of_book(book: Any) -> Any:
        composed.append(book)
        return HourlyTotal.objects.filter(book=book).values_list("pk")

    every = Prepared(of_book)
    assert every.rows("one") == every.rows("two") == []
    assert len(composed) == 1
