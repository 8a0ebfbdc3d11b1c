"""Dates and times as the reader's language writes them: `{% load moments %}`."""

from datetime import datetime

from django import template

from casino.common import clock
from casino.common.clock import moments

register = template.Library()
register.filter("exact", moments.exact)
register.filter("hour", moments.hour)


@register.filter
def day(moment: datetime | None) -> str:
    """The day; nothing for None."""
    return moments.day(moment) if moment else ""


@register.filter
def minute(moment: datetime | None) -> str:
    """The day and the time; nothing for None."""
    return moments.minute(moment) if moment else ""


@register.filter
def near(moment: datetime | None) -> str:
    """Today or yesterday with the time, otherwise the day and the time; nothing for None."""
    return moments.near(moment) if moment else ""


@register.filter
def typed(said: datetime | str) -> str:
    """A moment, or what an address says of one, as a field has it; what names none, as it was said."""
    moment = clock.read(said) if isinstance(said, str) else said
    return moments.typed(moment) if moment else str(said)


@register.filter
def second(moment: datetime | None) -> str:
    """The day and the time to the second; nothing for None."""
    return moments.second(moment) if moment else ""
