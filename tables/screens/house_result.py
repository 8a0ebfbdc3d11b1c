"""What the house has won at a table today: what the game paid into tray and cagnotte, less what it paid out."""

from datetime import timedelta

from casino.common import clock
from ledger.totals import results_by_hour


def today(slug: str) -> int:
    """Since the beginning of the gaming day. Negative if the players have won."""
    now = clock.now()
    results = results_by_hour(clock.day_of(now), now + timedelta(hours=1), f"table:{slug}")
    return sum(results.values())
