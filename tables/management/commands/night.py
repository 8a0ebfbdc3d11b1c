"""`manage.py night FOLDER`: play a night of three tables in memory, close it, and write its reports as files."""

from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from casino.common.house import house
from casino.common.progress import progress
from ledger.cage.models import Shift, Slip
from tables.door import notify
from tables.management.memory_database import PEOPLE, memory_database
from tables.record.postings import book_of
from tables.reports.period import Period
from tables.reports.period_reports import floor_report, table_report
from tables.reports.player_session import player_session
from tables.reports.renderers.csv_file import as_csv
from tables.reports.renderers.pdf_file import as_pdf
from tables.reports.report import Report
from tables.reports.selectors.scope import of_shift
from tables.reports.shift_sheet import shift_sheet
from tables.reports.slip_reports import differences, slip_list
from tables.robot.night import PLANS, play_night, tables

SEED, PASSES, LASTS = 11, 90, timedelta(hours=16)
BEGIN = datetime(2026, 11, 20, 20)


class Command(BaseCommand):
    """Play a night and write its reports."""

    help = "Plays a night of three tables in memory and writes its reports, CSV and PDF, into a folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--passes", type=int, default=PASSES, help="at each table")
        parser.add_argument("--seed", type=int, default=SEED, help="the same seed is the same night")
        parser.add_argument("--language", default="es")

    def handle(self, *args: Any, folder: Path, passes: int, seed: int, language: str, **options: Any) -> None:
        begin = BEGIN.replace(tzinfo=house().zone)
        with notify.silence(), memory_database(*PEOPLE), translation.override(language):
            with progress("passes", passes * len(PLANS)) as advance:
                play_night(begin, passes, seed, advance=advance)
            folder.mkdir(parents=True, exist_ok=True)
            for report in reports(Period(begin, begin + LASTS)):
                (folder / f"{report.name}.csv").write_text(as_csv(report), newline="")
                (folder / f"{report.name}.pdf").write_bytes(as_pdf(report, begin + LASTS))
                self.stdout.write(f"{folder / report.name}.csv, .pdf")


def reports(period: Period) -> Iterator[Report]:
    """The floor, every table and shift, one player, the slips and the differences."""
    yield floor_report(period)
    for table in tables():
        yield table_report(table, period)
        for shift in Shift.objects.filter(book=book_of(table.slug)).order_by("number"):
            yield shift_sheet(table, shift, linked=False)
    yield _busiest()
    yield slip_list(Slip.objects.all())
    yield differences(Slip.objects.all())


def _busiest() -> Report:
    """The session of the player who bought chips most often in the first shift of the first table."""
    table = tables()[0]
    shift = Shift.objects.get(book=book_of(table.slug), number=1)
    buys = Slip.objects.filter(shift=shift, kind="buy_in").order_by("number")
    players = [slip.player for slip in buys]
    player = max(sorted(set(players)), key=players.count)
    return player_session(of_shift(table, shift), player)
