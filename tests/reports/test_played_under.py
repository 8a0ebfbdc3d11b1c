"""A shift in which the table was closed and opened again, also with another reglamento."""

import pytest

from ledger.cage.models import Shift
from tables.door.service import execute, read
from tables.models import Pass, Table
from tables.reports.report import Report
from tables.reports.shift_sheet import shift_sheet
from tests.support.counter import MESA, filled
from tests.support.house import JEFE, Croupier, game, opening
from tests.support.reading import key_figure, section

pytestmark = pytest.mark.django_db


def sheet() -> Report:
    return shift_sheet(Table.objects.get(slug=MESA), Shift.objects.get(book=f"table:{MESA}"))


def reopened(reglamento: str) -> None:
    """The table is closed between two passes, and opened with this reglamento."""
    croupier = Croupier(5)
    while not execute(MESA, {"command": "close_table", "reason": "another game is asked for"}, JEFE).ok:
        game(MESA, 1, croupier)
    for command in opening(reglamento):
        assert execute(MESA, command, JEFE).ok


def played(passes: int) -> None:
    before, croupier = Pass.objects.exclude(paid=None).count(), Croupier(6)
    while Pass.objects.exclude(paid=None).count() < before + passes:
        game(MESA, 1, croupier)


@pytest.fixture
def deducted() -> Report:
    """The sheet of a shift in which one of argentina's articles deducted something."""
    filled()
    found = sheet()
    assert len(found.footnotes) == 1
    return found


def test_a_reglamento_without_a_pass_is_not_on_the_sheet(deducted: Report) -> None:
    reopened("slovenia")
    assert read(MESA)[1].reglamento == "slovenia"
    after = sheet()
    assert key_figure(after, "Reglamento") == key_figure(deducted, "Reglamento")
    assert (after.reglamento, after.footnotes) == ("argentina", deducted.footnotes)


def test_the_sheet_names_both_reglamentos_and_quotes_the_one_that_deducted(deducted: Report) -> None:
    reopened("slovenia")
    played(3)
    after = sheet()
    assert key_figure(after, "Reglamento") == "Punto y Banca · Classic Punto Banco"
    assert after.reglamento is None
    [note] = [note for note in after.footnotes if note.words in {one.words for one in deducted.footnotes}]
    assert note.label.startswith("Punto y Banca, ")
    [row] = section(deducted, "Deductions by article").rows
    assert row.words.startswith("/reglamentos/argentina/articles/")
    assert row.words in [row.words for row in section(after, "Deductions by article").rows]
