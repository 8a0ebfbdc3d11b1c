"""A year of sixty tables, made by SQL, and every page of the reports over it."""

import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

TABLES, DAYS, HOURS = 60, 365, 8  # hours of a night, from 20:00 UTC
LINES = ["pass_punto", "pass_banca", "pass_tie", "bank", "house_bank", "punto", "banca", "tie"]
FLOWS = [
    flow.split()
    for flow in (
        *("chips tray buy_in", "tray chips cash_out", "stakes tray punto_lost", "stakes tray banca_lost"),
        *(
            "tray chips punto_won",
            "tray chips banca_won",
            "tray cagnotte banca_deduction",
            "bank tray bank_lost",
        ),
        *("tray bank bank_won", "chips tips tip", "stock transit fill", "transit tray fill"),
    )
]
PHASES = ["betting", "dealing", "will", "resolved", "offer"]
PLAYERS, AT_ONCE = 300, 6  # of the house, and at a table in an hour
# The passes of these tables are there one by one, with a player's bank; and the bets of the first.
PASSED, PASSES, BETS = 10, 30, 5
TABLE, PLAYER = "mesa-1", "p1"

NIGHTS = """FROM tables_table AS one, generate_series(1, %(days)s) AS day,
    LATERAL (SELECT date_trunc('day', now(), 'UTC') - day * interval '1 day' - interval '4 hours' AS begin) AS nights"""
HOURS_OF = f"""{NIGHTS}, generate_series(0, %(hours)s - 1) AS hour,
    LATERAL (SELECT begin + hour * interval '1 hour' AS at) AS times"""
OF_TABLES = "WHERE one.slug LIKE 'mesa-%%'"
FILLED = {
    "tables_turnover": f"""(table_id, hour, line, article, number, staked, stood, won, lost, deducted)
        SELECT one.id, at, line, '', 12, 24000, 1200, 11000, 12000, 300
        {HOURS_OF}, unnest(%(lines)s::text[]) AS line {OF_TABLES}""",
    "ledger_hourlytotal": f"""(book, hour, source, target, purpose, amount)
        SELECT 'table:' || one.slug, at, source, target, purpose, 5000 {HOURS_OF},
        unnest(%(sources)s::text[], %(targets)s::text[], %(purposes)s::text[]) AS flow (source, target, purpose)
        {OF_TABLES}""",
    "tables_phasetime": f"""(table_id, hour, phase, number, lasted, taken, seats)
        SELECT one.id, at, ended, 30, 700000, 700000 * 6, 700000 * 9
        {HOURS_OF}, unnest(%(phases)s::text[]) AS ended {OF_TABLES}""",
    "tables_dealing": f"""
        (table_id, hour, payer, passes, staked, result, expected, variance_high, variance_low)
        SELECT one.id, at, 'croupier-' || (one.id * 7 + day + hour) %% 150, 30, 100000, 1500, 130000, 0, 90000000000
        {HOURS_OF} {OF_TABLES}""",
    "tables_play": f"""
        (table_id, hour, player, bets, staked, won, banked, expected, first, last)
        SELECT one.id, at, 'p' || (one.id * 31 + day * 17 + who * 50) %% %(players)s, 25, 20000, -300, 0, 26000,
        at + interval '1 minute', at + interval '59 minutes'
        {HOURS_OF}, generate_series(1, %(at_once)s) AS who {OF_TABLES}""",
    "tables_player": """(table_id, player, name)
        SELECT id, 'p' || who, 'Jugador ' || who FROM tables_table, generate_series(0, %(players)s - 1) AS who""",
    "tables_record": f"""(table_id, number, first_seq, version, schema, name, command, events, actor, role, key, at,
        state, previous, digest)
        SELECT one.id, at.number, at.number, at.number, pattern.schema, at.name, pattern.command,
        CASE at.name WHEN 'open_table' THEN pattern.events ELSE '[]' END, 'julio', 'jefe', '', at.at, '', '', ''
        {NIGHTS}, LATERAL (VALUES (2 * (%(days)s - day) + 1, 'open_table', begin),
            (2 * (%(days)s - day) + 2, 'close_table', begin + %(hours)s * interval '1 hour')) AS at (number, name, at),
        tables_record AS pattern {OF_TABLES} AND pattern.name = 'open_table'""",
    "tables_duty": f"""(table_id, person, post, actor, at)
        SELECT one.id, 'croupier-' || (one.id * 7 + day + hour) %% 150, 'croupier', 'julio', at
        {HOURS_OF} {OF_TABLES}""",
    "tables_dutyend": """(duty_id, successor, actor, at)
        SELECT id, '', 'julio', at + interval '1 hour' FROM tables_duty""",
    "cage_slip": f"""(number, kind, book, amount, expected, player, reason, steps, actor, role, at)
        SELECT row_number() OVER (ORDER BY at, one.id), kind, 'table:' || one.slug, 5000,
        CASE kind WHEN 'count' THEN 5010 END, 'p' || (one.id + hour) %% %(players)s, '',
        '["confirmed"]', 'camila', 'cambista', at + interval '10 minutes'
        {HOURS_OF}, unnest(%(kinds)s::text[]) AS kind {OF_TABLES}""",
    "cage_step": """(slip_id, name, done, reason, actor, role, at)
        SELECT id, 'confirmed', true, '', 'camila', 'cambista', at FROM cage_slip""",
    "tables_pass": f"""(table_id, number, shoe, card_holder, will, punto, banca, bank_holder, bank_associate,
        bank_stake, result, bank_win, bank_deduction, bank_article, corrected, paid, paid_at, payer)
        SELECT one.id, ((%(days)s - day) * %(hours)s + hour) * %(passes)s + place, 1, '', '', '9S 9D', '2C 3H',
        'p' || (one.id + hour + place / 6) %% %(players)s, '', 1000, 'punto', -1000, 0, '', false,
        2 * (%(days)s - day) + 1, at + place * interval '100 seconds', 'croupier-1'
        {HOURS_OF}, generate_series(1, %(passes)s) AS place {OF_TABLES} AND one.position <= %(passed)s""",
    "tables_bet": """(hand_id, player, chance, amount, win, deduction, article)
        SELECT passed.id, 'p' || who, 'punto', 100, 100, 0, ''
        FROM tables_pass AS passed JOIN tables_table AS one ON one.id = passed.table_id,
        generate_series(1, %(bets)s) AS who WHERE one.slug = %(table)s""",
}


def seconds(rounds: int) -> dict[str, list[float]]:
    """Seconds for each page in each round, by its address without the period, after one that fills the caches."""
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.test.utils import setup_test_environment

    fill()
    setup_test_environment()
    client = Client()
    client.force_login(get_user_model().objects.create_user("directora", role="director"))
    took: dict[str, list[float]] = {}
    for page, address in addresses():
        took[page] = [_asked(client, address) for _ in range(rounds + 1)][1:]
    return took


def addresses() -> Iterator[tuple[str, str]]:
    """Every page of the reports that is of a period, and the director's, over the whole year."""
    from django.utils import timezone

    from tables.reports.catalogue import DASHBOARD, PAGES

    until = timezone.now().replace(minute=0, second=0, microsecond=0)
    period = urlencode({"since": (until - timedelta(days=DAYS)).isoformat(), "until": until.isoformat()})
    chosen = {"report-any-table": {"table": TABLE}, "report-any-player": {"table": TABLE, "player": PLAYER}}
    for page in (DASHBOARD, *(page for page in PAGES if page.has_period)):
        path = "/" + page.path.replace("<slug:slug>", TABLE).replace("<str:player>", PLAYER)
        yield page.name, f"{path}?{period}&{urlencode(chosen.get(page.name, {}))}"


def _asked(client: Any, address: str) -> float:
    start = time.perf_counter()
    answer = client.get(address)
    if answer.status_code != 200:
        raise RuntimeError(f"{address}: {answer.status_code}")
    return time.perf_counter() - start


def fill() -> None:
    """Make the year in an empty house."""
    from django.db import connection

    from ledger.triggers import DAILY_TOTALS
    from tables.door.service import create_table
    from tables.models import Pit, Table
    from tables.record.projections.sums import DAILY_TURNOVER
    from tables.record.projections.theory import DAILY_DEALING, DAILY_PLAY
    from tests.bench.house import Writer

    Writer("pattern", is_product=True).write()  # opened once; its record is the pattern of all openings
    pits = [Pit.objects.create(name=f"Sector {number}", position=number) for number in range(1, 5)]
    for number in range(1, TABLES + 1):
        create_table(f"mesa-{number}", f"Mesa {number}")
        Table.objects.filter(slug=f"mesa-{number}").update(position=number, pit=pits[number % len(pits)])
    sources, targets, purposes = map(list, zip(*FLOWS, strict=True))
    values = {
        "days": DAYS,
        "hours": HOURS,
        "lines": LINES,
        "phases": PHASES,
        "kinds": ["buy_in", "tip", "count"],
        "sources": sources,
        "targets": targets,
        "purposes": purposes,
        "table": TABLE,
        "players": PLAYERS,
        "at_once": AT_ONCE,
        "passes": PASSES,
        "passed": PASSED,
        "bets": BETS,
    }
    kept = {sums.hours: sums for sums in (DAILY_TOTALS, DAILY_TURNOVER, DAILY_DEALING, DAILY_PLAY)}
    with connection.cursor() as cursor:
        for table, rows in FILLED.items():
            sums = kept.get(table)
            if sums:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {sums.days}_follow")
            cursor.execute(f"INSERT INTO {table} {rows}", values)
            if sums:
                cursor.execute(sums.fill("postgresql"))
                cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER {sums.days}_follow")
        cursor.execute("ANALYZE")
