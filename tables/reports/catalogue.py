"""Every report with its address, its right, its place on the page of all reports, and what its own page asks for.

A new report is a module of this package that makes the `Report` of a request, a line here, and a line with its right in
`casino.people.permissions.REPORTS`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from casino.common.wording import lazy_text as _
from casino.people.permissions import may_read
from tables.reports import (
    duty_report,
    house_reports,
    pass_list,
    people_reports,
    period_reports,
    player_session,
    record_list,
    shift_sheet,
    slip_reports,
)
from tables.reports.report import Report, Text


@dataclass(frozen=True, slots=True)
class ReportPage:
    """`name`: of the address; `right`: the name in the permission table, where it is another. `make`: called with the
    request and the parts of the path; raises Refusal.

    `title`, `about`, `icon`: how the page of all reports lists it; without a title it is reached by links only.
    `choice`: what is chosen there (`templates/reports/choice/`). `fields`: what its own page asks for beside the period
    (`templates/reports/field.html`), at the address `asks`, by default its own. `has_period`: it is of a period, unless
    its address names a shift; `compares`: beside another one; `by_pit`: of the whole floor or of one pit. `is_grave`:
    as a file it is taken out of the house, which asks for the passphrase again.
    """

    name: str
    path: str
    make: Callable[..., Report]
    title: Text = ""
    about: Text = ""
    icon: str = ""
    choice: str = ""
    fields: tuple[str, ...] = ()
    asks: str = ""
    right: str = ""
    has_period: bool = False
    compares: bool = False
    by_pit: bool = False
    is_grave: bool = True

    def may_be_read_by(self, role: str) -> bool:
        """Whether a role may read it."""
        return may_read(role, self.right or self.name)


PAGES = (
    ReportPage(
        "report-floor",
        "reports/floor/",
        period_reports.floor_of_request,
        _("Results of the floor"),
        _("All tables side by side and hour by hour: result, turnover, drop, hold."),
        "chart-column",
        has_period=True,
        by_pit=True,
        compares=True,
    ),
    ReportPage(
        "report-any-table",
        "reports/tables/",
        period_reports.table_of_request,
        _("A table"),
        _("Results by chance, theory beside practice, deductions by article."),
        "table-2",
        choice="table",
        right="report-table",
        has_period=True,
        compares=True,
    ),
    ReportPage(
        "report-table",
        "reports/tables/<slug:slug>/",
        period_reports.table_of_request,
        has_period=True,
        compares=True,
    ),
    ReportPage(
        "report-any-player",
        "reports/players/",
        player_session.of_request,
        _("A player"),
        _("Bets, banks, chips and result at a table. A part of the name is enough."),
        "user",
        choice="player",
        fields=("any_table", "player"),
        right="report-player",
        has_period=True,
    ),
    ReportPage(
        "report-player",
        "reports/players/<slug:slug>/<str:player>/",
        player_session.of_request,
        fields=("any_table", "player"),
        asks="report-any-player",
        has_period=True,
    ),
    ReportPage(
        "report-slips",
        "reports/slips/",
        slip_reports.slips_of_request,
        _("Slips"),
        _("Every slip of the counter and the tables, and the exchanges of a person and day above an amount."),
        "receipt",
        fields=("any_table", "kind", "above"),
        has_period=True,
    ),
    ReportPage(
        "report-differences",
        "reports/differences/",
        slip_reports.differences_of_request,
        _("Differences"),
        _("Counts that found something else than expected, with the reasons."),
        "scale",
        fields=("any_table", "kind"),
        has_period=True,
    ),
    ReportPage(
        "report-duty",
        "reports/duty/",
        duty_report.of_request,
        _("On duty"),
        _("Who worked where, from when to when, and with which breaks."),
        "users",
        fields=("any_table", "person"),
        has_period=True,
    ),
    ReportPage(
        "report-yield",
        "reports/yield/",
        house_reports.yield_of_request,
        _("Win per table-hour"),
        _("By reglamento, pit and table: result, hours open, passes per hour, occupancy."),
        "gauge",
        has_period=True,
        by_pit=True,
        compares=True,
    ),
    ReportPage(
        "report-hours",
        "reports/hours/",
        house_reports.hours_of_request,
        _("Hours and weekdays"),
        _("When the seats are full, and what an hour of a weekday brings."),
        "timer",
        fields=("weekday",),
        has_period=True,
        by_pit=True,
    ),
    ReportPage(
        "report-guests",
        "reports/guests/",
        people_reports.guests_of_request,
        _("Players of the house"),
        _("All tables and nights: visits, hours, average bet, expected win, result."),
        "users",
        has_period=True,
    ),
    ReportPage(
        "report-banks",
        "reports/banks/",
        people_reports.banks_of_request,
        _("Cagnotte of the banks"),
        _("What the house kept of each bank, and of each banker."),
        "crown",
        has_period=True,
    ),
    ReportPage(
        "report-tips",
        "reports/tips/",
        people_reports.tips_of_request,
        _("Tips"),
        _("By table and by player, and for each hour and pass."),
        "hand-coins",
        has_period=True,
        by_pit=True,
    ),
    ReportPage(
        "report-dealers",
        "reports/croupiers/",
        people_reports.dealers_of_request,
        _("Results by croupier"),
        _("What the house won on the passes that each paid, with the band of chance."),
        "user-round-check",
        has_period=True,
    ),
    ReportPage("report-passes", "reports/passes/<slug:slug>/", pass_list.of_request, has_period=True),
    ReportPage("report-shift", "reports/shifts/<slug:slug>/<int:number>/", shift_sheet.of_request),
    # Printed at the counter, one by one.
    ReportPage("report-record", "reports/record/", record_list.of_request),
    ReportPage("slip", "slips/<int:number>/", slip_reports.slip_of_request, is_grave=False),
)


# No report: a page of its own, with the same bar of its period
DASHBOARD = ReportPage(
    "dashboard", "dashboard/", lambda request: request, has_period=True, compares=True, is_grave=False
)


def listed_for(role: str) -> list[ReportPage]:
    """The reports that the page of all reports lists for a role."""
    return [page for page in PAGES if page.title and page.may_be_read_by(role)]
