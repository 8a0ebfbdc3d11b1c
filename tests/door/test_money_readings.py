"""What a reader is told of the money of a table, or of the cage, was true at one moment."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from ledger.cage.models import Step
from tables.door import notify, slips
from tests.door.threads import Elsewhere
from tests.support.counter import MESA, ask, cage, go, table

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = f'FROM "{Step._meta.db_table}"'
FIRST, SECOND = 300, 500  # amounts of fills


@pytest.fixture(autouse=True)
def house(elsewhere: Elsewhere) -> Iterator[None]:
    with notify.silence():
        cage()
        table()
        yield


@contextmanager
def before_steps_are_read(act: Callable[[], None], elsewhere: Elsewhere) -> Iterator[None]:
    """Somebody else acts when the slips have been read, and their steps have not."""
    waiting = [act]

    def watched(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if STEPS in sql and waiting:
            elsewhere(waiting.pop()).join()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watched):
        yield
    assert not waiting


@pytest.mark.parametrize("place", ["table", "cage"])
def test_nobody_reads_a_later_step_and_not_an_earlier_slip(place: str, elsewhere: Elsewhere) -> None:
    first = ask("fill", FIRST)

    def act() -> None:
        ask("fill", SECOND)
        go(first, "sent", "cambista")

    with before_steps_are_read(act, elsewhere):
        assert states(place) == {FIRST: "sent"}
    assert states(place) == {FIRST: "received", SECOND: "sent"}


def states(place: str) -> dict[int, str]:
    """What the two fills wait for, by their amounts."""
    read: dict[str, Callable[[], list[dict[str, Any]]]] = {
        "table": lambda: slips.of_table(MESA, "jefe")["slips"],
        "cage": lambda: slips.of_cage("jefe")["pending"],
    }
    return {slip["amount"]: slip["state"] for slip in read[place]() if slip["amount"] in (FIRST, SECOND)}
