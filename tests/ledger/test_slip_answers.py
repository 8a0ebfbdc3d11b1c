"""What an answer or a screen says of a slip was true at one moment, whoever signs while it is read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from ledger.cage import selectors
from ledger.cage.models import Slip, Step
from ledger.cage.slips import REQUESTED
from tables.door import slips
from tables.door.service import read
from tables.screens.money.screen import slips_for
from tables.view.screen import Json, view_of
from tests.support.counter import BOOK, MESA, ask, go

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mesa")]
STEPS = f'SELECT "{Step._meta.db_table}".'


@contextmanager
def received_before_reading(number: int, slip: Slip) -> Iterator[None]:
    """The croupier signs just before the steps are read for this time."""
    readings: list[str] = []

    def watched(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(STEPS):
            readings.append(sql)
            if len(readings) == number:
                go(slip, "received", "croupier")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watched):
        yield


def test_the_steps_of_a_slip_and_what_it_waits_for_agree() -> None:
    """The answer to "sent" once said that all was done, and not by whom (`make faults`)."""
    sent = go(ask("fill", 500), "sent", "cambista")
    with received_before_reading(2, sent):
        line = slips.slip_line(sent, "cambista")
    steps = [step["step"] for step in line["by"]]
    assert (steps, line["state"]) in [
        ([REQUESTED, "sent"], "received"),
        ([REQUESTED, "sent", "received"], "done"),
    ]


def slips_on_the_console() -> list[Json]:
    view = view_of(*read(MESA), "croupier")
    return slips_for(view)


@pytest.mark.parametrize(
    "waiting",
    [lambda: selectors.pending(BOOK), lambda: selectors.pending_in([BOOK])[BOOK], slips_on_the_console],
    ids=["of a book", "of books", "on the console"],
)
def test_a_slip_that_is_signed_while_it_is_read_waits_no_more(waiting: Callable[[], list[Any]]) -> None:
    """The console once could not be shown, as the slip that it had found waited for nothing (`make soak`)."""
    sent = go(ask("fill", 500), "sent", "cambista")
    with received_before_reading(1, sent):
        assert waiting() == []
