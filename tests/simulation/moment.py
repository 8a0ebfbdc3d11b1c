"""The simulated machine's time of day."""

from datetime import UTC, datetime, timedelta

BEGINNING = datetime(2026, 3, 7, 22, 0, tzinfo=UTC)  # when every simulation begins
LATER = BEGINNING + timedelta(days=30)  # when the logins end
