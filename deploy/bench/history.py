"""The record read again: the refold of a shoe, and undo. And what a notification adds to a command."""

from collections.abc import Iterator
from functools import partial
from statistics import mean
from typing import TYPE_CHECKING, Any

from deploy.bench.context import Bench
from deploy.bench.databases import migrated, postgres_database
from deploy.bench.elsewhere import elsewhere
from deploy.bench.measure import PRODUCT, Row, at_most, in_turn, processor_time, timed

if TYPE_CHECKING:
    from deploy.bench.product_writer import Table

SHOE = 813  # commands
SLUG = "mesa-0"
COLUMNS = (
    "number, first_seq, version, schema, name, events, undone_to, actor, role, key, at, previous, digest"
)
RAW = 5  # readings in a round: one alone is too short to be timed well
UNDONE = 10  # commands in a round
BETWEEN = 4  # commands from one that is undone to the next
GIVEN = 40  # commands in a round
STEADIER = 5  # times as many rounds: the commands of a round are others than those of the next, and differ by as much


def rows(bench: Bench) -> Iterator[Row]:
    """On PostgreSQL, in a process of its own."""
    if bench.postgres is None:
        yield Row("refold-postgresql", f"refold of a shoe of {SHOE} commands", note="no PostgreSQL answers")
        return
    bench.say("a shoe is played")
    url = bench.closing.enter_context(postgres_database(bench.postgres))
    yield from elsewhere(bench, migrated(bench, url, bench.redis), "history:measure", bench.rounds)


def refold_on_sqlite(bench: Bench) -> Iterator[Row]:
    """The refold alone, where there is no server."""
    yield from elsewhere(bench, migrated(bench), "history:measure_refold", bench.rounds)


def measure_refold(rounds: int) -> Iterator[Row]:
    """In the database of this process."""
    from tables import notify

    with notify.silence():
        _shoe_played()
    yield _refold(rounds)


def measure(rounds: int) -> Iterator[Row]:
    """All three, in the database of this process."""
    from tables import notify

    with notify.silence():
        table = _shoe_played()
        yield _refold(rounds)
        yield _undo(table, rounds)
    yield _nudge(table, rounds)


def _shoe_played() -> "Table":
    from deploy.bench.evening import evening
    from deploy.bench.product_writer import Table

    table = Table(SLUG, evening("argentina", SHOE))
    for _ in range(SHOE):
        table.give()
    return table


def _refold(rounds: int) -> Row:
    from django.db import connection

    from tables.management.commands.replay import replayed
    from tables.models import Table

    table = Table.objects.get(slug=SLUG)
    # SQLite works in this process, whose processor time is steadier than the clock.
    timer = processor_time if connection.vendor == "sqlite" else timed
    turns = {
        "raw": lambda: 1000 * timer(lambda: [_raw(table.pk) for _ in range(RAW)]) / RAW,
        PRODUCT: lambda: 1000 * timer(partial(replayed, table, table.version)),
    }
    database = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}[connection.vendor]
    note = "raw: the same columns read, and nothing made of them"
    work = f"refold of a shoe of {SHOE} commands, {database}"
    return Row(f"refold-{connection.vendor}", work, "ms", in_turn(turns, rounds), (at_most(5, "raw"),), note)


def _raw(table: int) -> list[Any]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {COLUMNS} FROM tables_record WHERE table_id = %s ORDER BY number", [table])
        return cursor.fetchall()


def _undo(table: "Table", rounds: int) -> Row:
    """Commands are taken back and given again, and both are timed."""
    found: dict[str, list[float]] = {"the same commands": [], PRODUCT: []}
    for _ in range(rounds):
        pairs = [_undone(table) for _ in range(UNDONE)]
        found["the same commands"].append(mean(given for given, _ in pairs))
        found[PRODUCT].append(mean(undone for _, undone in pairs))
    return Row("undo", "undo of a command, PostgreSQL", "ms", found, (at_most(2, "the same commands"),))


def _undone(table: "Table") -> tuple[float, float]:
    """Milliseconds that a command takes, and then its undo."""
    for _ in range(BETWEEN):
        table.give()
    given = 1000 * timed(table.give)
    while not table.is_open:
        given = 1000 * timed(table.give)
    return given, 1000 * timed(table.take_back)


def _nudge(table: "Table", rounds: int) -> Row:
    """Commands outside the server, of which its screens are told, beside commands of which nobody is."""
    from tables import notify

    def told() -> float:
        return timed(lambda: [table.give() for _ in range(GIVEN)]) * 1000 / GIVEN

    def silent() -> float:
        with notify.silence():
            return told()

    measured = in_turn({"silent": silent, PRODUCT: told}, STEADIER * rounds)
    work = "a command given outside the server, with its notification, PostgreSQL and Redis"
    return Row("nudge", work, "ms", measured, (at_most(1.1, "silent"),))
