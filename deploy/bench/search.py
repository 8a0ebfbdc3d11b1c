"""The inspector's search in a record of a million, or of as many as are asked for."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial

from deploy.bench.context import Bench
from deploy.bench.databases import migrated, postgres_database
from deploy.bench.elsewhere import elsewhere
from deploy.bench.measure import PRODUCT, Row, at_most, in_turn, timed

RECORDS = 1_000_000
ASKED = 200  # milliseconds
COMMANDS = 40  # in a round
FILLING = """
INSERT INTO tables_record (table_id, number, first_seq, version, schema, name, command, events, actor, role, key, at,
    state, previous, digest)
SELECT (SELECT min(id) FROM tables_table) + n %% 20, n / 20 + 1, n / 20 + 1, n / 20 + 1, 1,
    CASE WHEN n %% 11 = 0 THEN 'settle' WHEN n %% 20000 = 7 THEN 'incident' ELSE 'place_bet' END,
    '{"command": "place_bet", "player": "ana", "chance": "punto", "amount": 100}',
    CASE WHEN n %% 11 = 0 THEN '[{"seq": 1, "type": "pass_settled", "article": "29"}]'
    WHEN n %% 20000 = 7 THEN '[{"seq": 1, "type": "incident_noted", "kind": "exposed_card", "article": "51"}]'
    ELSE '[{"seq": 1, "type": "bet_placed", "player": "ana", "chance": "punto", "amount": 100}]' END::jsonb,
    'croupier-' || n %% 40, 'croupier', '', now() - (%s - n) * interval '30 seconds', '', md5(n::text), md5(n::text)
FROM generate_series(1, %s) n
"""
LINES = """
INSERT INTO tables_line (table_id, number, hand, words)
SELECT table_id, number, number / 20 + 1,
    actor || ' ' || name || ' ana punto 100' || CASE WHEN number % 5000 = 7 THEN ' golpeo el pano' ELSE '' END
FROM tables_record
"""
TABLES = """
INSERT INTO tables_table (slug, name, reglamento, open, phase, version, schema, state, records, head)
SELECT 'mesa-' || n, 'Mesa ' || n, 'argentina', true, 'betting', 0, 1, '{}', 0, '' FROM generate_series(1, 20) n
"""


def rows(bench: Bench) -> Iterator[Row]:
    """Every kind of search."""
    if bench.postgres is None:
        yield Row("search", "the inspector's search in a million records", note="no PostgreSQL answers")
        return
    bench.say(f"a record of {RECORDS:,} is made")
    url = bench.closing.enter_context(postgres_database(bench.postgres))
    yield from elsewhere(bench, migrated(bench, url), "search:measure", RECORDS, bench.rounds)


def measure(records: int, rounds: int) -> Iterator[Row]:
    """Fill the database of this process and time each search."""
    from django.utils import timezone

    from tables.record.search import Filters, search

    fill(records)
    now = timezone.now()
    looks = {
        "the newest": Filters(),
        "one table": Filters(table="mesa-3"),
        "one actor": Filters(actor="croupier-7"),
        "one table, one command": Filters(table="mesa-3", command="settle"),
        "a common article": Filters(article="29"),
        "a rare article": Filters(article="51"),
        "an incident": Filters(incident="exposed_card"),
        "a rare article at one table": Filters(table="mesa-3", article="51"),
        "an hour, an actor": Filters(**_hour(now), actor="croupier-7"),
        "deep in the past": Filters(table="mesa-3", before=records // 2000),
        "a remark at one table": Filters(table="mesa-3", text="paño"),
        "a remark": Filters(text="golpeó"),
        "a name in every record": Filters(text="ana"),
        "a pass": Filters(table="mesa-3", hand=70),
        "what is not there": Filters(article="99"),
    }
    for what, filters in looks.items():
        search(filters)
        took = in_turn({PRODUCT: partial(_milliseconds, partial(search, filters))}, rounds)
        work = f"search of {records:,} records: {what}"
        yield Row(f"search-{records}-{what}", work, "ms", took, (at_most(ASKED),))
    yield _command(records, rounds)


def _command(records: int, rounds: int) -> Row:
    """What a command takes at a table of the same house."""
    from deploy.bench.evening import evening
    from deploy.bench.product_writer import Table
    from tables import notify

    with notify.silence():
        table = Table("mesa-new", evening("argentina", COMMANDS))
        table.give()
        took = in_turn({PRODUCT: lambda: _each(table.give)}, rounds)
    return Row(f"command-{records}", f"one command beside a record of {records:,}", "ms", took)


def _each(give: Callable[[], None]) -> float:
    return 1000 * timed(lambda: [give() for _ in range(COMMANDS)]) / COMMANDS


def fill(records: int) -> None:
    """Make records like those of twenty tables, in the database itself for speed."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        cursor.execute(FILLING, [records, records])
        cursor.execute(LINES)
        cursor.execute("ANALYZE")


def _hour(now: datetime) -> dict[str, datetime]:
    return {"since": now - timedelta(hours=5), "until": now - timedelta(hours=4)}


def _milliseconds(act: partial[object]) -> float:
    return 1000 * timed(act)
