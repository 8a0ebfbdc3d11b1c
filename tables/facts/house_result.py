"""What the house has won at a table today: what the game paid into tray and cagnotte, less what it paid out."""

from collections import Counter
from datetime import timedelta

from casino.common import clock
from ledger.totals import results_by_hour
from tables.postings import book_of


def today(slug: str) -> int:
    """Since the beginning of the gaming day. Negative if the players have won."""
    return _today(book_of(slug))[book_of(slug)]


def today_everywhere() -> Counter[str]:
    """Book → the same, of every table."""
    return _today(None)


def _today(book: str | None) -> Counter[str]:
    now = clock.now()
    found: Counter[str] = Counter()
    for (of, _), result in results_by_hour(clock.day_of(now), now + timedelta(hours=1), book).items():
        found[of] += result
    return found
