"""Dates and times as the active language writes them, on the house's clock (`casino.formats`)."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format


def day(moment: datetime) -> str:
    """The day: 21/11/2026."""
    return _written(moment, "DAY")


def minute(moment: datetime) -> str:
    """The day and the time: 21/11/2026 23:05."""
    return _written(moment, "MOMENT")


def second(moment: datetime) -> str:
    """The day and the time to the second: 21/11/2026 23:05:00."""
    return _written(moment, "SECOND")


def hour(moment: datetime) -> str:
    """The time of day: 23:05."""
    return _written(moment, "H:i")


def short_day(moment: datetime) -> str:
    """The day without its year: 21/11."""
    return _written(moment, "SHORT_DAY")


def month(moment: datetime) -> str:
    """The month: noviembre de 2026."""
    return _written(moment, "MONTH")


def short_month(moment: datetime) -> str:
    """The month, as short as there is room for on an axis: 11/2026."""
    return _written(moment, "SHORT_MONTH")


def _written(moment: datetime, form: str) -> str:
    return date_format(timezone.localtime(moment), form)
