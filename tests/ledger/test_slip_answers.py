"""What an answer says of a slip was true at one moment, whoever signs while it is read."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from ledger.cage.models import Slip, Step
from ledger.cage.slips import REQUESTED
from tables import slip_service
from tests.counter import ask, go

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mesa")]
STEPS = f'FROM "{Step._meta.db_table}"'


@contextmanager
def received_between_two_readings(slip: Slip) -> Iterator[None]:
    """The croupier signs just before the steps are read for the second time."""
    readings: list[str] = []

    def watched(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if STEPS in sql:
            readings.append(sql)
            if len(readings) == 2:
                go(slip, "received", "croupier")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watched):
        yield


def test_the_steps_of_a_slip_and_what_it_waits_for_agree() -> None:
    """The answer to "sent" once said that all was done, and not by whom (`make faults`)."""
    sent = go(ask("fill", 500), "sent", "cambista")
    with received_between_two_readings(sent):
        line = slip_service.slip_line(sent, "cambista")
    steps = [step["step"] for step in line["by"]]
    assert (steps, line["state"]) in [
        ([REQUESTED, "sent"], "received"),
        ([REQUESTED, "sent", "received"], "done"),
    ]
