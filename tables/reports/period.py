"""A period of whole hours, shown hour by hour, or day by day if it is longer than three days."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from casino.common import moments

HOURLY = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Period:
    """From `since` up to, but not including, `until`; both whole hours in the house's time."""

    since: datetime
    until: datetime

    @property
    def ends(self) -> tuple[datetime, datetime]:
        """Both ends."""
        return self.since, self.until

    @property
    def query(self) -> dict[str, str]:
        """Both ends as an address has them."""
        return {"since": _in_query(self.since), "until": _in_query(self.until)}

    @property
    def is_hourly(self) -> bool:
        """Whether it is shown hour by hour, not day by day."""
        return self.until - self.since <= HOURLY

    def short_label(self, step: datetime) -> str:
        """The hour or day that begins then, where there is little room: the hour alone, or the day without its year."""
        return moments.hour(step) if self.is_hourly else moments.short_day(step)

    def step(self, begin: datetime) -> "Period":
        """The part of the hour or day beginning then that lies in this period."""
        # A day is added in local time, because the days on which the clocks change have 23 or 25 hours.
        end = begin + timedelta(hours=1) if self.is_hourly else timezone.localtime(begin) + timedelta(days=1)
        return Period(max(begin, self.since), min(end, self.until))


def _in_query(moment: datetime) -> str:
    # With its offset, because an hour comes twice in the night in which the clocks are set back.
    return timezone.localtime(moment).isoformat(timespec="minutes")
