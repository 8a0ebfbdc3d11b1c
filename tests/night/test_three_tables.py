"""The night of three tables, played again: it closes to the last chip, and docs/night holds what it gives."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone, translation
from pytest_django import DjangoDbBlocker

from casino.people.permissions import Role
from ledger import selectors as ledger
from ledger.audit import faults
from ledger.cage import selectors
from ledger.cage.accounts import CAGE, HOUSE
from ledger.cage.models import Closing, Shift, Slip
from tables.door import notify
from tables.management.commands.night import BEGIN, LASTS, PASSES, SEED, reports
from tables.management.memory_database import PEOPLE, memory_database
from tables.models import Record
from tables.record.audit import prove
from tables.record.postings import book_of
from tables.reports.period import Period
from tables.reports.renderers.csv_file import as_csv
from tables.robot.night import PLANS, play_night, tables
from tables.rules.roles import COMMANDS

EXAMPLES = settings.BASE_DIR / "docs" / "night"


@pytest.fixture(scope="module")
def night(django_db_blocker: DjangoDbBlocker) -> Iterator[Period]:
    begin = timezone.make_aware(BEGIN)
    with django_db_blocker.unblock(), notify.silence(), memory_database(*PEOPLE), translation.override("en"):
        play_night(begin, PASSES, SEED)
        yield Period(begin, begin + LASTS)


@pytest.fixture(autouse=True)
def in_english(spanish_first: None) -> Iterator[None]:
    with translation.override("en"):
        yield


def test_every_shift_is_closed_to_zero_difference(night: Period) -> None:
    assert Shift.objects.count() == Closing.objects.count() == 2 * len(PLANS)
    assert list(selectors.differences(list(Slip.objects.exclude(expected=None)))) == []
    assert selectors.pending() == []


def test_record_rows_and_ledger_agree(night: Period) -> None:
    assert ledger.total() == 0
    for book in (CAGE, HOUSE):
        assert list(faults(book)) == []
    for table in tables():
        prove(table)


def test_the_robot_signs_as_itself_and_the_jefe_what_only_a_jefe_may_do(night: Period) -> None:
    by_jefe = {command for command, roles in COMMANDS.items() if Role.CROUPIER not in roles}
    for record in Record.objects.all():
        who = ("julio", "jefe") if record.name in by_jefe else ("robot", "croupier")
        assert (record.actor, record.role) == who, record.name
    assert {"open_table", "settle"} <= set(Record.objects.values_list("name", flat=True))


def test_nothing_is_left_with_the_players_or_in_the_boxes(night: Period) -> None:
    for table in tables():
        held = ledger.balances(book_of(table.slug))
        assert {code: amount for code, amount in held.items() if amount and not code.endswith(":tray")} == {}


def test_what_the_house_won_is_what_the_players_lost(night: Period) -> None:
    """Money that came in, less what went out, is in tray, cagnotte and tips and nowhere else."""
    brought = -ledger.balance(f"{HOUSE}:outside")
    floor = next(reports(night))
    won = next(figure.value for figure in floor.key_figures if str(figure.label) == "House's result")
    assert brought == won + ledger.balance(f"{HOUSE}:tronc")


def test_the_examples_are_this_night(night: Period) -> None:
    made = {report.name: as_csv(report) for report in reports(night)}
    assert {path.stem for path in EXAMPLES.glob("*.csv")} == made.keys()
    for name, text in made.items():
        assert _read(EXAMPLES / f"{name}.csv") == text, name
        assert (EXAMPLES / f"{name}.pdf").read_bytes().startswith(b"%PDF")


def _read(path: Path) -> str:
    with path.open(newline="") as file:
        return file.read()
