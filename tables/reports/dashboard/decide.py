"""What a director may want to decide: lines that follow from a query, each with the page that shows it."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import erfc, sqrt

from django.db.models import Count, F, Sum
from django.urls import reverse
from django.utils.dates import WEEKDAYS
from django.utils.http import urlencode

from casino.common.wording import text as gettext
from ledger.cage.models import Slip
from tables.record.postings import book_of
from tables.reports.dashboard.board import Board
from tables.reports.dashboard.courses import COLUMN, WEEKS, Heat, weeks_of
from tables.reports.links import table_link
from tables.reports.renderers.formatting import for_reader
from tables.reports.report import Kind
from tables.reports.selectors.occupancy import Seats
from tables.reports.slip_reports import posted_in

CROWDED = 2 / 3  # of the seats
NEARLY_EMPTY, HOURS_OPEN = 0.2, 3
MOST = 4  # lines
NAMED = 4  # tables in one line
OUT_OF_BAND = 2  # tables with a line of their own: those that are farthest out


@dataclass(frozen=True, slots=True)
class Decision:
    """`title`: what there is; `words`: by which figures; `link`: to the page that shows them."""

    icon: str
    title: str
    words: str
    link: str


def decisions(board: Board, heat: Heat | None) -> list[Decision]:
    """The lines, the gravest first."""
    found = [*_differences(board), *_out_of_band(board), *_crowded(board, heat), *_nearly_empty(board)]
    return found[:MOST]


def _differences(board: Board) -> Iterator[Decision]:
    counts = Slip.objects.filter(posted_in(board.period)).exclude(expected=None)
    off = counts.exclude(amount=F("expected")).exclude(taken__name="void").values("book").order_by("book")
    found = off.annotate(number=Count("pk"), total=Sum(F("amount") - F("expected")))
    if not found:
        return
    names = {book_of(table.slug): table.name for table in board.tables}
    where = dict.fromkeys(names.get(one["book"], gettext("Cage")) for one in found)
    number, total = (sum(one[name] for one in found) for name in ("number", "total"))
    yield Decision(
        "clipboard-check",
        gettext("Counts that differ: %(number)s") % {"number": number},
        f"{_listed([*where])} · {for_reader(total, Kind.SIGNED)}",
        f"{reverse('report-differences')}?{board.query}",
    )


def _out_of_band(board: Board) -> Iterator[Decision]:
    far = []
    for table in board.tables:
        theory, now = board.theory.get(table.pk), board.now.get(table.pk)
        distance = theory.distance(now.result) if theory and now else None
        if theory and now and distance is not None and theory.is_left_by(now.result):
            far.append((distance, table, theory, now))
    for distance, table, theory, now in sorted(far, key=lambda one: -abs(one[0]))[:OUT_OF_BAND]:
        title = (
            gettext("%(table)s is below its band") if distance < 0 else gettext("%(table)s is above its band")
        )
        words = gettext("%(won)s against %(expected)s expected · probability %(likelihood)s") % {
            "won": for_reader(now.result, Kind.SIGNED),
            "expected": for_reader(round(theory.expected), Kind.SIGNED),
            "likelihood": for_reader(erfc(abs(distance) / sqrt(2)), Kind.SHARE),
        }
        link = table_link(table.slug, board.period.query)
        yield Decision("triangle-alert", title % {"table": table.name}, words, link)


def _crowded(board: Board, heat: Heat | None) -> Iterator[Decision]:
    """The weekday with the most crowded stretch of hours."""
    if heat is None:
        return
    stretches = [
        (len(run), weekday, run) for weekday, row in enumerate(heat.rows) for run in _runs(heat.hours, row)
    ]
    if not stretches:
        return
    _length, weekday, run = max(stretches, key=lambda one: (one[0], -one[1]))
    begin, end = run[0][0], (run[-1][0] + COLUMN) % 24
    most = max(share for _hour, share in run)
    title = gettext("%(weekday)s from %(begin)s to %(end)s: more than two thirds of the seats are taken")
    words = gettext("Up to %(share)s in the last %(weeks)s weeks")
    yield Decision(
        "lightbulb",
        title % {"weekday": str(WEEKDAYS[weekday]).capitalize(), "begin": begin, "end": end},
        words % {"share": for_reader(most, Kind.SHARE), "weeks": WEEKS},
        f"{reverse('report-hours')}?{urlencode({**weeks_of(board.period).query, 'weekday': str(weekday)})}",
    )


def _runs(hours: tuple[int, ...], row: tuple[Seats, ...]) -> Iterator[list[tuple[int, float]]]:
    run: list[tuple[int, float]] = []
    for hour, seats in zip(hours, row, strict=True):
        if seats.share is not None and seats.share >= CROWDED:
            run.append((hour, seats.share))
        elif run:
            yield run
            run = []
    if run:
        yield run


def _nearly_empty(board: Board) -> Iterator[Decision]:
    empty = [
        (now.table_hours, table, now)
        for table in board.tables
        if (now := board.now.get(table.pk))
        and now.table_hours >= HOURS_OPEN
        and now.occupancy is not None
        and now.occupancy < NEARLY_EMPTY
    ]
    if empty:
        most = sorted(empty, key=lambda one: -one[0])
        hours = sum(one for one, _table, _now in most)
        words = gettext("%(tables)s · %(hours)s hours open") % {
            "tables": _listed([table.name for _hours, table, _now in most]),
            "hours": round(hours),
        }
        share = for_reader(NEARLY_EMPTY, Kind.SHARE)
        title = gettext("Open with less than %(share)s of the seats taken: %(number)s tables")
        yield Decision(
            "door-open",
            title % {"share": share, "number": len(most)},
            words,
            f"{reverse('report-hours')}?{board.query}",
        )


def _listed(names: list[str]) -> str:
    said = ", ".join(names[:NAMED])
    return f"{said} …" if len(names) > NAMED else said
