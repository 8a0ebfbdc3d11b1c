"""The inspector's search over a million records (RECORDS changes the number), in the database that DATABASE_URL
names."""

import os

from bench_shared import median, timed, with_django

RECORDS = int(os.environ.get("RECORDS", "1000000"))


def main() -> None:
    """Fill the database and time each search."""
    with_django()
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from tables.record.search import Filters, search

    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        fill(cursor)
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
        "an hour, an actor": Filters(
            since=now - timezone.timedelta(hours=5),
            until=now - timezone.timedelta(hours=4),
            actor="croupier-7",
        ),
        "deep in the past": Filters(table="mesa-3", before=500),
        "what is not there": Filters(article="99"),
    }
    for what, filters in looks.items():
        took = median(lambda filters=filters: timed(lambda: search(filters)))
        print(f"search of {RECORDS:,}: {what}: {1000 * took:.1f} ms (under 200 are asked)")


def fill(cursor) -> None:
    """Make records like those of twenty tables over a year, in the database itself for speed."""
    cursor.execute(
        "INSERT INTO tables_table (slug, name, reglamento, open, phase, version, schema, state, records, head)"
        " SELECT 'mesa-' || n, 'Mesa ' || n, 'argentina', true, 'betting', 0, 1, '{}', 0, '' FROM generate_series(1, 20) n"
    )
    cursor.execute(
        "INSERT INTO tables_record (table_id, number, first_seq, version, schema, name, command, events, actor, role, key, at,"
        " state, previous, digest)"
        " SELECT (SELECT min(id) FROM tables_table) + n %% 20, n / 20 + 1, n / 20 + 1, n / 20 + 1, 1,"
        " CASE WHEN n %% 11 = 0 THEN 'settle' WHEN n %% 20000 = 7 THEN 'incident' ELSE 'place_bet' END,"
        ' \'{"command": "place_bet", "player": "ana", "chance": "punto", "amount": 100}\','
        ' CASE WHEN n %% 11 = 0 THEN \'[{"seq": 1, "type": "pass_settled", "article": "29"}]\''
        ' WHEN n %% 20000 = 7 THEN \'[{"seq": 1, "type": "incident_noted", "kind": "exposed_card", "article": "51"}]\''
        ' ELSE \'[{"seq": 1, "type": "bet_placed", "player": "ana", "chance": "punto", "amount": 100}]\' END::jsonb,'
        " 'croupier-' || n %% 40, 'croupier', '', now() - (%s - n) * interval '30 seconds', '', md5(n::text), md5(n::text)"
        " FROM generate_series(1, %s) n",
        [RECORDS, RECORDS],
    )
    cursor.execute("ANALYZE")


if __name__ == "__main__":
    main()
