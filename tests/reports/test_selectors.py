"""What the reports read: a bank of two in whole chips, and with which chip a table was opened."""

from typing import Any

import pytest

from tables.door.service import create_table, execute
from tables.models import Table
from tables.record.openings import Openings
from tables.reports.selectors.players import SharedBank, Stakes
from tests.support.house import JEFE

# Stake, win, deduction → the associate's stakes, the banker's. The chip is 10, the odd chip is the banker's.
BANKS = [
    ((200, 200, 0), Stakes(1, 100, 100, 0), Stakes(1, 100, 100, 0)),
    ((30, 30, 0), Stakes(1, 10, 20, 0), Stakes(1, 20, 10, 0)),
    ((60, 30, 0), Stakes(1, 30, 10, 0), Stakes(1, 30, 20, 0)),
    ((200, 200, 10), Stakes(1, 100, 90, 0), Stakes(1, 100, 110, 10)),
    ((400, 400, 20), Stakes(1, 200, 200, 10), Stakes(1, 200, 200, 10)),
    ((100, -30, 0), Stakes(1, 50, -20, 0), Stakes(1, 50, -10, 0)),
    ((70, -70, 0), Stakes(1, 30, -30, 0), Stakes(1, 40, -40, 0)),
    ((70, 0, 0), Stakes(1, 30, 0, 0), Stakes(1, 40, 0, 0)),
]


@pytest.mark.parametrize(("figures", "associates", "holders"), BANKS)
def test_a_bank_of_two_is_shared_in_whole_chips(
    figures: tuple[int, int, int], associates: Stakes, holders: Stakes
) -> None:
    """Chemin-de-fer art. 2."""
    bank = SharedBank(*figures, chip=10)
    assert (bank.associates(), bank.holders()) == (associates, holders)


class TestOpenings:
    @pytest.fixture
    def table(self, db: None) -> Table:
        return create_table("mesa-1", "Mesa 1")

    def test_the_opening_in_force(self, table: Table) -> None:
        first, last = opened(10), opened(20)
        openings = Openings(table)
        assert openings.at(first - 1) is None
        chips = [opening.chip for record in (first, last - 1, last) if (opening := openings.at(record))]
        assert chips == [10, 10, 20]
        newest = openings.last()
        assert newest and (newest.record, newest.reglamento) == (last, "chemin-de-fer")

    def test_an_opening_is_never_undone(self, table: Table) -> None:
        """So that the newest one before a record is the one in force."""
        opened(10)
        opened(20)
        undo = {"command": "undo", "to": 1, "reason": "it was not to be closed"}
        answer = execute("mesa-1", undo, JEFE)
        assert answer.error and answer.error["code"] == "nothing_to_undo"

    def test_a_table_that_was_never_opened(self, table: Table) -> None:
        assert Openings(table).last() is None


def opened(chip: int) -> int:
    """The number of the record that opens the table with that chip, after closing it where it is open."""
    if Table.objects.get().open:
        given({"command": "close_table", "reason": "the night is over"})
    limits = {"minimum": 100, "maximum": 10_000, "chip": chip}
    given({"command": "open_table", "reglamento": "chemin-de-fer", **limits})
    return Table.objects.get().records


def given(command: dict[str, Any]) -> None:
    answer = execute("mesa-1", command, JEFE)
    assert answer.error is None, answer.error
