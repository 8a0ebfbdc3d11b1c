"""Dates and times as the active language writes them, on the house's clock (`casino.site.formats`).

A time of day that comes twice, as when the clock is set back, has its distance from UTC beside it: 02:00 (UTC+1).
"""

from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.common import clock


def day(moment: datetime) -> str:
    """The day: 21/11/2026."""
    return _written(moment, "DAY")


def minute(moment: datetime) -> str:
    """The day and the time: 21/11/2026 23:05."""
    return _written(moment, "MOMENT") + _which(moment)


def typed(moment: datetime) -> str:
    """The day and the time as a field has them, in figures: 21/11/2026 23:05. `clock.read` reads it back."""
    return _written(moment, "TYPED") + _which(moment)


def second(moment: datetime) -> str:
    """The day and the time to the second: 21/11/2026 23:05:00."""
    return _written(moment, "SECOND") + _which(moment)


def hour(moment: datetime) -> str:
    """The time of day: 23:05."""
    return _written(moment, "H:i") + _which(moment)


def exact(moment: datetime) -> str:
    """The time of day to the second: 23:05:00."""
    return _written(moment, "H:i:s") + _which(moment)


def today() -> datetime:
    """When the house's present day began. What shows `brief` moments is rendered again when another has begun."""
    return clock.day_of(clock.now())


def brief(moment: datetime) -> str:
    """The time of day alone in the house's present day, otherwise the day too: 23:05, or 21/11/2026 23:05."""
    return hour(moment) if clock.day_of(moment) == today() else minute(moment)


def near(moment: datetime) -> str:
    """How long ago it was, as people say it: today 23:05, yesterday 04:10, otherwise the day and the time. The day is
    the house's: after midnight it is still today until the hour at which its day begins."""
    day_of, now = clock.day_of(moment), today()
    if day_of == now:
        return _("today %(time)s") % {"time": hour(moment)}
    if day_of == clock.day_of(now - timedelta(hours=1)):
        return _("yesterday %(time)s") % {"time": hour(moment)}
    return minute(moment)


def short_day(moment: datetime) -> str:
    """The day without its year: 21/11."""
    return _written(moment, "SHORT_DAY")


def month(moment: datetime) -> str:
    """The month: noviembre de 2026."""
    return _written(moment, "MONTH")


def short_month(moment: datetime) -> str:
    """The month, as short as there is room for on an axis: 11/2026."""
    return _written(moment, "SHORT_MONTH")


def within_a_line(name: str) -> str:
    """The name of a day or a month as it stands within a line: English alone writes it large there."""
    return name if (get_language() or "").startswith("en") else name.lower()


def _which(moment: datetime) -> str:
    """Which of two equal times of day it is; empty for one that there is once."""
    local = clock.local(moment)
    offset = local.utcoffset() or timedelta()
    if local.replace(fold=1 - local.fold).utcoffset() == offset:
        return ""
    minutes = int(offset.total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f" (UTC{'-' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''})"


def _written(moment: datetime, form: str) -> str:
    return date_format(clock.local(moment), form)
