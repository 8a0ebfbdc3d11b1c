"""What the log says of a request: a refusal is one line, an error of ours keeps its traceback."""

import logging
import sys

from casino.common.telemetry.logging import Refusals


def record(status: int | None) -> logging.LogRecord:
    try:
        raise RuntimeError("in a view")
    except RuntimeError:
        made = logging.makeLogRecord({"msg": "said", "exc_info": sys.exc_info()})
    if status is not None:
        made.status_code = status
    return made


def test_who_may_not_see_a_page_cannot_fill_the_log_with_tracebacks() -> None:
    refused = record(403)
    assert Refusals().filter(refused) and refused.exc_info is None


def test_an_outage_is_one_line_for_each_who_asks() -> None:
    """`casino.common.sql.outage` has said what the database answered."""
    refused = record(503)
    assert Refusals().filter(refused) and refused.exc_info is None


def test_an_error_of_ours_keeps_its_traceback() -> None:
    for status in (500, None):
        kept = record(status)
        assert Refusals().filter(kept) and kept.exc_info
