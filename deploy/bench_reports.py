"""Every report over the two years that `bench_fill` makes, in the database that DATABASE_URL names.

Each line: how long the report takes as a value, how long the whole page takes with its login and its HTML, and beside
it a floor of the same run: a bare count of the rows that the report stands on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bench_fill import PASSES, fill
from bench_shared import median, timed, with_django

ASKED = 1.0  # seconds; what every report must stay under
TABLE, PLAYER = "mesa-3", "player-3-1"  # the player is the busiest of the table
BOOK = f"table:{TABLE}"


@dataclass(frozen=True)
class Look:
    """`report` makes the value, None where only the page is; `page`: its address; `floor`: SQL with its parameters."""

    what: str
    report: Callable[[], object] | None
    page: str
    floor: tuple[str, tuple[Any, ...]]


def main() -> None:
    with_django()
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    call_command("migrate", verbosity=0)
    print(f"reports: a house with {PASSES:,} passes was made in {timed(fill):.0f} s")
    setup_test_environment()
    measure()


def measure() -> None:
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.utils import translation

    from casino.accounts.permissions import Role

    translation.activate(settings.LANGUAGE_CODE)
    client = Client()
    client.force_login(get_user_model().objects.create_user("jefa", role=Role.JEFE))
    for look in looks():
        show(look, client)


def show(look: Look, client: Any) -> None:
    from django.db import connection

    def counted() -> None:
        with connection.cursor() as cursor:
            cursor.execute(*look.floor)
            cursor.fetchall()

    def asked() -> None:
        response = client.get(look.page)
        assert response.status_code == 200, (look.page, response.status_code)

    asked()  # what is read once, such as a template, is read
    floor, page = median(lambda: timed(counted)), median(lambda: timed(asked))
    value = median(lambda: timed(look.report)) if look.report else None
    said = "–" if value is None else f"{1000 * value:.0f} ms, {value / floor:.0f} times the floor;"
    print(
        f"report of {PASSES:,}: {look.what}: {said} the page {1000 * page:.0f} ms"
        f" (floor {1000 * floor:.1f} ms; under {1000 * ASKED:.0f} are asked){'' if page < ASKED else ' – TOO LONG'}",
        flush=True,
    )


def looks() -> list[Look]:
    return [*of_shifts(), *of_periods(), *of_player(), *of_passes(), *of_slips(), *of_screens()]


def of_shifts() -> list[Look]:
    from tables.models import Table
    from tables.reports.shift_sheet import shift_of, shift_sheet

    table = Table.objects.get(slug=TABLE)
    closed, is_open = shift_of(table, 2189), shift_of(table, 2190)
    floor = "SELECT count(*) FROM tables_pass WHERE table_id = %s AND paid > %s"
    return [
        Look(
            f"the sheet of {what}",
            lambda shift=shift: shift_sheet(table, shift),
            f"/reports/shifts/{TABLE}/{shift.number}/",
            (floor, (table.pk, shift.first_record)),
        )
        for what, shift in (("a closed shift", closed), ("the open shift", is_open))
    ]


def of_periods() -> list[Look]:
    from tables.models import Table
    from tables.reports.period import Period, floor_summary, table_period

    table = Table.objects.get(slug=TABLE)
    count = "SELECT count(*) FROM tables_turnover WHERE hour >= %s AND hour < %s"
    found = []
    for what, since, until in times():
        period, query = Period(since, until), asked_for(since, until)
        found += [
            Look(
                f"a table over {what}",
                lambda period=period: table_period(table, period),
                f"/reports/tables/{TABLE}/?{query}",
                (f"{count} AND table_id = %s", (since, until, table.pk)),
            ),
            Look(
                f"the floor over {what}",
                lambda period=period: floor_summary(period),
                f"/reports/floor/?{query}",
                (count, (since, until)),
            ),
        ]
    return found


def of_player() -> list[Look]:
    from ledger.cage.models import Slip
    from tables.models import Table
    from tables.reports.player_session import player_session
    from tables.reports.shift_sheet import shift_of
    from tables.reports.window import (
        chips_between,
        chips_of_shift,
        passes_between,
        passes_of,
        suites_between,
        suites_of_shift,
    )

    table = Table.objects.get(slug=TABLE)
    shift, (since, until) = shift_of(table, 2189), year()
    slips = Slip.objects.filter(book=BOOK)
    place = f"/reports/players/{TABLE}/{PLAYER}/"
    bets = (
        "SELECT count(*) FROM tables_bet JOIN tables_pass ON tables_pass.id = hand_id WHERE player = %s AND "
    )
    return [
        Look(
            "the busiest player over a shift",
            lambda: player_session(
                table,
                PLAYER,
                passes_of(table, shift),
                slips.filter(shift=shift),
                suites_of_shift(table, shift),
                chips_of_shift(table, shift, PLAYER),
            ),
            f"{place}?shift=2189",
            (
                f"{bets} table_id = %s AND paid > %s AND paid <= %s",
                (PLAYER, table.pk, shift.first_record, shift.closing.last_record),
            ),
        ),
        Look(
            "the busiest player over a year",
            lambda: player_session(
                table,
                PLAYER,
                passes_between(table, since, until),
                slips.filter(at__gte=since, at__lt=until),
                suites_between(table, since, until),
                chips_between(table, since, until, PLAYER),
            ),
            f"{place}?{asked_for(since, until)}",
            (f"{bets} paid_at >= %s AND paid_at < %s", (PLAYER, since, until)),
        ),
    ]


def of_passes() -> list[Look]:
    from tables.models import Table
    from tables.reports.passes_list import Wanted, passes_list
    from tables.reports.shift_sheet import shift_of
    from tables.reports.window import passes_between, passes_of

    table = Table.objects.get(slug=TABLE)
    shift, (since, until) = shift_of(table, 2189), ever()
    count = "SELECT count(*) FROM tables_pass WHERE table_id = %s AND "
    of_shift = (
        f"{count} paid > %s AND paid <= %s",
        (table.pk, shift.first_record, shift.closing.last_record),
    )
    of_years = (f"{count} paid_at >= %s AND paid_at < %s", (table.pk, since, until))
    wanted = {
        "all": {},
        "a result": {"result": "banca"},
        "a chance": {"line": "banca"},
        "a deduction": {"line": "banca", "article": "30"},
        "a deduction on banks": {"line": "bank", "article": "29"},
        "what is not there": {"line": "tie", "article": "99"},
    }
    found = []
    for what, query in wanted.items():
        asked = "".join(f"&{name}={value}" for name, value in query.items())
        found += [
            Look(
                f"passes of a shift, {what}",
                lambda query=query: passes_list(table, passes_of(table, shift), Wanted(**query)),
                f"/reports/passes/{TABLE}/?shift=2189{asked}",
                of_shift,
            ),
            Look(
                f"passes of two years, {what}",
                lambda query=query: passes_list(table, passes_between(table, since, until), Wanted(**query)),
                f"/reports/passes/{TABLE}/?{asked_for(since, until)}{asked}",
                of_years,
            ),
        ]
    return found


def of_slips() -> list[Look]:
    from ledger.cage.models import Slip
    from tables.reports.counter_papers import differences, slips_list

    count = "SELECT count(*) FROM cage_slip WHERE at >= %s AND at < %s"
    found = []
    for what, since, until in (
        *times()[1:],
        ("a month two years ago", ever()[0], ever()[0] + timedelta(days=30)),
    ):
        slips, query = Slip.objects.filter(at__gte=since, at__lt=until), asked_for(since, until)
        found += [
            Look(
                f"slips of {what}",
                lambda slips=slips: slips_list(slips),
                f"/reports/slips/?{query}",
                (count, (since, until)),
            ),
            Look(
                f"differences of {what}",
                lambda slips=slips: differences(slips),
                f"/reports/differences/?{query}",
                (count, (since, until)),
            ),
        ]
    return found


def of_screens() -> list[Look]:
    from casino.accounts.permissions import Role
    from ledger.cage import selectors as counter_looks
    from tables.screen import view_of
    from tables.screens.catalogue import SCREENS
    from tables.service import read

    views = [view_of(*read(f"mesa-{number}"), Role.JEFE) for number in range(1, 21)]
    one = ("SELECT 1", ())
    return [
        Look("the first page of reports", None, "/reports/", one),
        Look("a table's money", lambda: SCREENS["money"].fragments(views[2]), f"/tables/{TABLE}/money/", one),
        Look(
            "the counter, a table",
            lambda: SCREENS["counter"].fragments(views[2]),
            f"/tables/{TABLE}/money/",
            one,
        ),
        Look(
            "the counter, all tables",
            lambda: [SCREENS["counter"].fragments(view) for view in views],
            "/counter/",
            one,
        ),
        Look("the cage", None, "/cage/", one),
        Look("the floor of the tables", None, "/floor/", one),
        Look("all slips that wait, and the change of shift", counter_looks.pending, "/handover/", one),
    ]


def times() -> list[tuple[str, datetime, datetime]]:
    until = ever()[1]
    return [
        ("a night", until - timedelta(hours=12), until),
        ("a month", until - timedelta(days=30), until),
        ("two years", *ever()),
    ]


def year() -> tuple[datetime, datetime]:
    since, until = ever()
    return since + timedelta(days=200), until - timedelta(days=165)


def ever() -> tuple[datetime, datetime]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT begins, ends FROM bench")
        return cursor.fetchone()


def asked_for(since: datetime, until: datetime) -> str:
    from urllib.parse import urlencode

    return urlencode({"since": since.isoformat(), "until": until.isoformat()})


if __name__ == "__main__":
    main()
