"""The page at `/dashboard/`."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from casino.common import currency
from tables.reports import requested
from tables.reports.dashboard import courses, decide, drawn
from tables.reports.dashboard.board import Board, board_of
from tables.reports.period_bar import PeriodBar, bar


def dashboard(request: HttpRequest) -> HttpResponse:
    """The house in figures, today beside the same weekday before, or as the address asks. Raises Refusal."""
    asked = requested.asked(request)
    board = board_of(asked)
    period_bar = bar(request, asked, compares=True)
    heat = courses.heat(asked.period)
    so_far, holds = courses.so_far(board), courses.holds(asked.period.until)
    places = board.places()
    shown = {
        "bar": period_bar,
        "currency": currency.name(),
        "indicators": [(one, drawn.spark(one.days)) for one in board.indicators()],
        "before": period_bar.against,
        "course": None if so_far.is_empty else drawn.course(so_far, asked.period.unit, _names(period_bar)),
        "extremes": drawn.extremes(board.extremes()),
        "number_of_tables": len(board.tables),
        "heat": drawn.heat_map(heat, asked.period) if heat else None,
        "weeks": courses.WEEKS,
        "holds": drawn.hold_by_month(holds) if holds else None,
        "decisions": decide.decisions(board, heat),
        "places": [(place, drawn.spark(place.days)) for place in places],
        "has_pits": any(table.pit for table in board.tables),
        "query": board.query,
        "is_new": _is_new(board),
    }
    return render(request, "dashboard/page.html", shown)


def _names(shown: PeriodBar) -> tuple[str, str]:
    return shown.name or shown.words, shown.against


def _is_new(board: Board) -> bool:
    """Whether the house has no table that could have played."""
    return not board.tables
