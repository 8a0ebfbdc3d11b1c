"""The views for a reader of the database, in the schema `figures`: made anew after each migration, on PostgreSQL alone.

Those in `figures_people` name players, and are granted apart. docs/figures.md says what each column means.
"""

from collections.abc import Iterable
from itertools import chain

from django.db import ProgrammingError, connection, transaction

from ledger.cage.accounts import Purpose as CagePurpose
from ledger.conf import CHART
from tables.engine.undo.events import OPENING
from tables.record.postings import book_of
from tables.record.projections.sums import PASSES
from tables.reports.figures import VERSION
from tables.reports.selectors.money import BESIDE, DEDUCTED
from tables.reports.selectors.open_time import CLOSING

FIGURES, PEOPLE = "figures", "figures_people"


def _list(words: Iterable[str]) -> str:
    """Names of the product's own as a list of SQL."""
    return ", ".join(f"'{word}'" for word in sorted(words))


BOOK = book_of("")
KINDS, WON = _list(CHART.result_kinds), _list(CHART.result_purposes)
ENTERED = "CASE WHEN target {0} THEN amount ELSE 0 END - CASE WHEN source {0} THEN amount ELSE 0 END"
ABOUT = f"""
SELECT {VERSION} AS version,
  (SELECT currency FROM ledger_ledgercurrency ORDER BY id DESC LIMIT 1) AS currency,
  (SELECT decimals FROM ledger_ledgercurrency ORDER BY id DESC LIMIT 1) AS decimals
"""  # noqa: S608
TABLES = """
SELECT one.slug AS table_slug, one.name, pit.name AS pit, one.retired
FROM tables_table one LEFT JOIN tables_pit pit ON pit.id = one.pit_id
"""
# When tables were open, as `selectors.open_time` has it; table by table, so that an index of the record serves it
SPELLS = f"""
SELECT table_id, opened, CASE WHEN NOT open OR spell < last THEN closed END AS closed
FROM (SELECT table_id, open, spell, min(at) FILTER (WHERE name = '{OPENING}') AS opened,
    max(at) FILTER (WHERE name = '{CLOSING}') AS closed, max(spell) OVER (PARTITION BY table_id) AS last
  FROM (SELECT one.id AS table_id, one.open, said.name, said.at,
      count(*) FILTER (WHERE said.name = '{OPENING}') OVER (PARTITION BY one.id ORDER BY said.number) AS spell
    FROM tables_table one CROSS JOIN LATERAL (SELECT number, name, at FROM tables_record
      WHERE table_id = one.id AND name IN ({_list((OPENING, CLOSING))}) OFFSET 0) said) numbered
  WHERE spell > 0 GROUP BY table_id, open, spell) spells
"""  # noqa: S608
OPEN = f"""
SELECT table_id, hour,
  trunc(extract(epoch FROM least(until, hour + interval '1 hour') - greatest(opened, hour)))::bigint AS seconds
FROM (SELECT table_id, opened, coalesce(closed, now()) AS until FROM ({SPELLS}) spells) spells
CROSS JOIN LATERAL generate_series(date_trunc('hour', opened, 'UTC'), until, interval '1 hour') AS hour
WHERE hour < until
"""  # noqa: S608
RESULTS = f"""
SELECT sums.hour AS begin, one.slug AS table_slug, sum(passes)::bigint AS passes, sum(turnover)::bigint AS turnover,
  sum(result)::bigint AS result, sum(fell)::bigint AS "drop", sum(deducted)::bigint AS deducted,
  sum(tips)::bigint AS tips, sum(opened)::bigint AS open_seconds,
  sum(taken)::bigint AS seats_taken, sum(seats)::bigint AS seats
FROM (
  SELECT table_id, hour, CASE WHEN line IN ({_list(PASSES.values())}) THEN number ELSE 0 END AS passes,
    CASE WHEN line <> 'house_bank' THEN staked ELSE 0 END AS turnover, 0 AS result, 0 AS fell,
    0 AS deducted, 0 AS tips, 0 AS opened, 0 AS taken, 0 AS seats
  FROM tables_turnover
  UNION ALL
  SELECT book.id, hour, 0, 0,
    CASE WHEN purpose IN ({WON}) THEN {ENTERED.format(f"IN ({KINDS})")} ELSE 0 END,
    CASE WHEN purpose = '{CagePurpose.BUY_IN}' THEN {ENTERED.format("= 'drop'")} ELSE 0 END,
    CASE WHEN purpose IN ({_list(DEDUCTED.purposes)}) THEN {ENTERED.format(f"IN ({_list(DEDUCTED.kinds)})")} ELSE 0 END,
    CASE WHEN purpose = '{CagePurpose.TIP}' THEN {ENTERED.format("= 'tips'")} ELSE 0 END, 0, 0, 0
  FROM ledger_hourlytotal JOIN tables_table book ON '{BOOK}' || book.slug = ledger_hourlytotal.book
  UNION ALL
  SELECT table_id, hour, 0, 0, 0, 0, 0, 0, 0, taken, seats FROM tables_phasetime
  UNION ALL
  SELECT table_id, hour, 0, 0, 0, 0, 0, 0, seconds, 0, 0 FROM ({OPEN}) spells
) sums JOIN tables_table one ON one.id = sums.table_id
GROUP BY one.slug, sums.hour
"""  # noqa: S608
BESIDE_OF = " ".join(
    f"WHEN purpose IN ({_list(purposes)}) THEN '{line}'" for line, purposes in BESIDE.items()
)
CHANCES = f"""
SELECT hour AS begin, one.slug AS table_slug, line, sum(number)::bigint AS number, sum(staked)::bigint AS staked,
  sum(stood)::bigint AS stood, sum(won)::bigint AS won, sum(lost)::bigint AS lost, sum(deducted)::bigint AS deducted
FROM tables_turnover JOIN tables_table one ON one.id = table_id
GROUP BY one.slug, hour, line
UNION ALL
SELECT hour, slug, line, 0, 0, 0, 0, 0, amount
FROM (SELECT hour, book.slug, CASE {BESIDE_OF} END AS line,
    sum({ENTERED.format(f"IN ({_list(DEDUCTED.kinds)})")})::bigint AS amount
  FROM ledger_hourlytotal JOIN tables_table book ON '{BOOK}' || book.slug = ledger_hourlytotal.book
  WHERE purpose IN ({_list(chain.from_iterable(BESIDE.values()))}) GROUP BY hour, book.slug, line) beside
WHERE amount <> 0
"""  # noqa: S608
MONEY = f"""
SELECT hour AS begin, book, CASE WHEN starts_with(book, '{BOOK}') THEN substr(book, {len(BOOK) + 1}) END AS table_slug,
  account, purpose, sum(amount)::bigint AS amount
FROM (SELECT book, hour, target AS account, purpose, amount FROM ledger_hourlytotal
  UNION ALL SELECT book, hour, source, purpose, -amount FROM ledger_hourlytotal) moved
GROUP BY book, hour, account, purpose HAVING sum(amount) <> 0
"""  # noqa: S608
PLAYERS = """
SELECT date_trunc('hour', paid_at, 'UTC') AS begin, one.slug AS table_slug, sums.player,
  coalesce(named.name, sums.player) AS name, count(*) AS bets, sum(staked)::bigint AS staked,
  sum(won)::bigint AS won, sum(banked)::bigint AS banked
FROM (
  SELECT table_id, paid_at, bet.player, bet.amount AS staked, bet.win - bet.deduction AS won, 0::bigint AS banked
  FROM tables_bet bet JOIN tables_pass hand ON hand.id = bet.hand_id
  WHERE bet.win IS NOT NULL AND paid_at IS NOT NULL AND result <> 'void'
  UNION ALL
  SELECT table_id, paid_at, bank_holder, CASE WHEN bank_win = 0 THEN bank_stake ELSE abs(bank_win) END, 0,
    bank_win - bank_deduction
  FROM tables_pass
  WHERE bank_win IS NOT NULL AND bank_holder <> '' AND paid_at IS NOT NULL AND result <> 'void'
) sums JOIN tables_table one ON one.id = sums.table_id
LEFT JOIN tables_player named ON named.table_id = sums.table_id AND named.player = sums.player
GROUP BY one.slug, date_trunc('hour', paid_at, 'UTC'), sums.player, named.name
"""
VIEWS: dict[str, dict[str, str]] = {
    FIGURES: {"about": ABOUT, "tables": TABLES, "results": RESULTS, "chances": CHANCES, "money": MONEY},
    PEOPLE: {"players": PLAYERS},
}


def make() -> str:
    """Make the views, or bring them up to date; nothing on SQLite. Returns why they could not be made, else an empty
    text: a house serves without them."""
    if connection.vendor != "postgresql":
        return ""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            for schema, views in VIEWS.items():
                cursor.execute("SELECT to_regnamespace(%s) IS NULL", [schema])
                if cursor.fetchone()[0]:  # who may not make one is not asked for what stands there
                    cursor.execute(f"CREATE SCHEMA {schema}")
                for name, query in views.items():
                    cursor.execute(f"CREATE OR REPLACE VIEW {schema}.{name} AS {query}")
    except ProgrammingError as error:
        return str(error).splitlines()[0]
    return ""
