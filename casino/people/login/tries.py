"""Counts the PINs and codes that are tried with a person's name, whoever gives them and wherever."""

from datetime import timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

MOST = 5  # within WINDOW
WINDOW = timedelta(minutes=15)


def count(kept: QuerySet[Any]) -> bool:
    """Whether one more may be tried. It is counted before it is looked at, so that many at once are no more.

    `kept`: the person's row, of a model with `tries` since `tries_since`."""
    now = timezone.now()
    kept.filter(tries_since__lt=now - WINDOW).update(tries=0, tries_since=now)
    return bool(kept.filter(tries__lt=MOST).update(tries=F("tries") + 1))


def forget(kept: QuerySet[Any]) -> None:
    """Begin anew, as the right one was given."""
    kept.update(tries=0)
