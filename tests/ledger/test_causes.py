"""What moved by a reference, against its cause: here, when."""

from datetime import UTC, datetime, timedelta

from ledger.audit import Cause, cause_faults
from ledger.postings import Posting
from ledger.selectors import Moved


def test_what_moved_did_so_when_its_cause_says_or_as_near_as_that_allows() -> None:
    at = datetime(2026, 3, 6, 12, tzinfo=UTC)
    moved = Posting("table:mesa-1:stakes", "table:mesa-1:tray", 50, "punto_lost")

    def faults(off: timedelta, **allowed: timedelta) -> list[str]:
        written = {"mesa-1#1": [Moved(1, "mesa-1#1:1", at + off, None, moved)]}
        cause = Cause([moved], at, **allowed)
        return [*cause_faults("table:mesa-1", written, {"mesa-1#1": cause}, "record")]

    assert faults(timedelta(0)) == []
    late = ["the ledger has another time for mesa-1#1 than its record"]
    assert faults(timedelta(seconds=1)) == faults(timedelta(seconds=-1)) == late
    assert faults(timedelta(seconds=1), within=timedelta(seconds=1)) == []
