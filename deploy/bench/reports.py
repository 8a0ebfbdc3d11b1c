"""Every report over the two years that `past` makes: its value, its whole page, and the floor, a bare count of the rows
that it reads."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from deploy.bench.context import Bench
from deploy.bench.databases import migrated, postgres_database
from deploy.bench.elsewhere import elsewhere
from deploy.bench.measure import PRODUCT, Row, at_most, in_turn, timed

PASSES = 1_000_000
ASKED = 1000  # milliseconds; every page must take less
TABLE, PLAYER = "mesa-3", "player-3-1"  # the player is the busiest of the table
CLOSED = 2189  # the last shift of the table that was closed
FILTERS = {
    "all": {},
    "a result": {"result": "banca"},
    "a chance": {"line": "banca"},
    "a deduction": {"line": "banca", "article": "30"},
    "a deduction on banks": {"line": "bank", "article": "29"},
    "what is not there": {"line": "tie", "article": "99"},
}
# Name, scope, query string, SQL condition and its parameters.
Part = tuple[str, Any, str, str, tuple[Any, ...]]


@dataclass(frozen=True)
class Look:
    """One measurement. `report` makes the value, None for a page without one; `page` is its address; `floor` is SQL."""

    what: str
    report: Callable[[], object] | None
    page: str
    floor: tuple[str, tuple[Any, ...]]


def rows(bench: Bench) -> Iterator[Row]:
    """All reports of a house with a past."""
    if bench.postgres is None:
        yield Row("reports", "reports over two years", note="no PostgreSQL answers")
        return
    bench.say(f"a past of {PASSES:,} passes is made")
    url = bench.closing.enter_context(postgres_database(bench.postgres))
    yield from elsewhere(bench, migrated(bench, url), "reports:measure", PASSES, bench.rounds)


def measure(passes: int, rounds: int) -> Iterator[Row]:
    """Fill the database of this process and measure every report as the jefe."""
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.test.utils import setup_test_environment
    from django.utils import translation

    from casino.accounts.permissions import Role
    from deploy.bench.past import fill

    fill(passes)
    setup_test_environment()
    translation.activate(settings.LANGUAGE_CODE)
    client = Client()
    client.force_login(get_user_model().objects.create_user("jefa", role=Role.JEFE))
    for look in looks():
        yield _measured(look, client, rounds)


def _measured(look: Look, client: Any, rounds: int) -> Row:
    asked = partial(_page, client, look.page)
    asked()  # load templates and caches first
    turns = {"floor": partial(_counted, *look.floor), PRODUCT: asked}
    if look.report:
        turns["report alone"] = look.report
    timers = {name: partial(_milliseconds, act) for name, act in turns.items()}
    return Row(
        f"report-{look.what}", f"page of {look.what}", "ms", in_turn(timers, rounds), (at_most(ASKED),)
    )


def _milliseconds(act: Callable[[], object]) -> float:
    return 1000 * timed(act)


def _counted(statement: str, parameters: tuple[Any, ...]) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        cursor.fetchall()


def _page(client: Any, address: str) -> None:
    response = client.get(address)
    if response.status_code != 200:
        raise RuntimeError(f"{address}: {response.status_code}")


def looks() -> list[Look]:
    """All measurements."""
    return [*of_shifts(), *of_periods(), *of_player(), *of_passes(), *of_slips(), *of_screens()]


def of_shifts() -> Iterator[Look]:
    """The sheets of a closed and an open shift."""
    from tables.reports.selectors.scope import shift_numbered
    from tables.reports.shift_sheet import shift_sheet

    table = busy_table()
    floor = "SELECT count(*) FROM tables_pass WHERE table_id = %s AND paid > %s"
    for what, number in (("a closed shift", CLOSED), ("the open shift", CLOSED + 1)):
        shift = shift_numbered(table, number)
        yield Look(
            f"the sheet of {what}",
            partial(shift_sheet, table, shift),
            f"/reports/shifts/{TABLE}/{number}/",
            (floor, (table.pk, shift.first_record)),
        )


def of_periods() -> Iterator[Look]:
    """A table and the floor over several periods."""
    from tables.reports.period import Period
    from tables.reports.period_reports import floor_report, table_report

    table = busy_table()
    count = "SELECT count(*) FROM tables_turnover WHERE hour >= %s AND hour < %s"
    for what, since, until in times():
        period, query = Period(since, until), asked_for(since, until)
        yield Look(
            f"a table over {what}",
            partial(table_report, table, period),
            f"/reports/tables/{TABLE}/?{query}",
            (f"{count} AND table_id = %s", (since, until, table.pk)),
        )
        yield Look(
            f"the floor over {what}",
            partial(floor_report, period),
            f"/reports/floor/?{query}",
            (count, (since, until)),
        )


def of_player() -> Iterator[Look]:
    """The busiest player over a shift and a year."""
    from tables.reports.player_session import player_session

    place = f"/reports/players/{TABLE}/{PLAYER}/"
    bets = (
        "SELECT count(*) FROM tables_bet JOIN tables_pass ON tables_pass.id = hand_id WHERE player = %s AND"
    )
    for what, scope, query, within, ends in (shift_scope(), period_scope("a year", *year())):
        yield Look(
            f"the busiest player over {what}",
            partial(player_session, scope, PLAYER),
            f"{place}?{query}",
            (f"{bets} {within}", (PLAYER, *ends)),
        )


def of_passes() -> Iterator[Look]:
    """The list of passes with each filter, over a shift and over everything."""
    from tables.reports.pass_list import Filter, pass_list

    count = "SELECT count(*) FROM tables_pass WHERE"
    for wanted, filters in FILTERS.items():
        asked = "".join(f"&{name}={value}" for name, value in filters.items())
        for what, scope, query, within, ends in (shift_scope(), period_scope("two years", *ever())):
            yield Look(
                f"passes of {what}, {wanted}",
                partial(pass_list, scope.table, scope.passes, Filter(**filters)),
                f"/reports/passes/{TABLE}/?{query}{asked}",
                (f"{count} {within}", ends),
            )


def of_slips() -> Iterator[Look]:
    """Slips and differences over several periods."""
    from ledger.cage.models import Slip
    from tables.reports.slip_reports import differences, slip_list

    count = "SELECT count(*) FROM cage_slip WHERE at >= %s AND at < %s"
    month = ever()[0] + timedelta(days=30)
    for what, since, until in (*times()[1:], ("a month two years ago", ever()[0], month)):
        slips, query = Slip.objects.filter(at__gte=since, at__lt=until), asked_for(since, until)
        floor = (count, (since, until))
        yield Look(f"slips of {what}", partial(slip_list, slips), f"/reports/slips/?{query}", floor)
        page = f"/reports/differences/?{query}"
        yield Look(f"differences of {what}", partial(differences, slips), page, floor)


def of_screens() -> Iterator[Look]:
    """Pages that show money or tables."""
    from casino.accounts.permissions import Role
    from ledger.cage import selectors
    from tables.screen import view_of
    from tables.screens.catalogue import SCREENS
    from tables.service import read

    views = [view_of(*read(f"mesa-{number}"), Role.JEFE) for number in range(1, 21)]
    money, counter, page = SCREENS["money"], SCREENS["counter"], f"/tables/{TABLE}/money/"
    screens: tuple[tuple[str, Callable[[], object] | None, str], ...] = (
        ("the first page of reports", None, "/reports/"),
        ("a table's money", partial(money.render, views[2]), page),
        ("the counter, a table", partial(counter.render, views[2]), page),
        ("the counter, all tables", lambda: [counter.render(view) for view in views], "/counter/"),
        ("the cage", None, "/cage/"),
        ("the floor of the tables", None, "/floor/"),
        ("all slips that wait, and the change of shift", selectors.pending, "/handover/"),
    )
    for what, fragments, address in screens:
        yield Look(what, fragments, address, ("SELECT 1", ()))


def shift_scope() -> Part:
    """The closed shift as a scope."""
    from tables.reports.selectors.scope import of_shift, shift_numbered

    table = busy_table()
    shift = shift_numbered(table, CLOSED)
    ends = (table.pk, shift.first_record, shift.closing.last_record)
    query = f"shift={CLOSED}"
    return "a shift", of_shift(table, shift), query, "table_id = %s AND paid > %s AND paid <= %s", ends


def period_scope(what: str, since: datetime, until: datetime) -> Part:
    """A period of the same table as a scope."""
    from tables.reports.selectors.scope import of_period

    table = busy_table()
    ends = (table.pk, since, until)
    within = "table_id = %s AND paid_at >= %s AND paid_at < %s"
    return what, of_period(table, since, until), asked_for(since, until), within, ends


def busy_table() -> Any:
    """The table that the reports are about."""
    from tables.models import Table

    return Table.objects.get(slug=TABLE)


def times() -> list[tuple[str, datetime, datetime]]:
    """The periods to measure, as (name, since, until)."""
    until = ever()[1]
    return [
        ("a night", until - timedelta(hours=12), until),
        ("a month", until - timedelta(days=30), until),
        ("two years", *ever()),
    ]


def year() -> tuple[datetime, datetime]:
    """A year in the middle of the period."""
    since, until = ever()
    return since + timedelta(days=200), until - timedelta(days=165)


def ever() -> tuple[datetime, datetime]:
    """The whole period that was filled."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT begins, ends FROM bench")
        return cursor.fetchone()


def asked_for(since: datetime, until: datetime) -> str:
    """The query string of a period."""
    from urllib.parse import urlencode

    return urlencode({"since": since.isoformat(), "until": until.isoformat()})
