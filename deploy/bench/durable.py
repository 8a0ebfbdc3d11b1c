"""One durable command: from the lock to the commit, on PostgreSQL and on SQLite, by one writer and by eight."""

import pickle
from collections.abc import Iterator
from functools import partial

from deploy.bench.context import Bench
from deploy.bench.databases import house, migrated, postgres_database
from deploy.bench.measure import PRODUCT, Asked, Row, at_least, in_turn
from deploy.bench.writers import Contender, Writers

MANY = 8  # writers, each at a table of its own
WORKERS, EMBEDDED, ALONE = (2, 4), (1, 8), (1, 1)  # processes, and threads of each
COMMANDS = 400  # of an evening
ORM = "ORM"
NOTE = "floor: one INSERT of the command and its events; ORM: the same rows one by one"
ASKED_OF_POSTGRES = (at_least(0.45, "floor"), at_least(2, ORM))
ASKED_OF_SQLITE = (at_least(0.3, "floor"), at_least(1.5, ORM))


def rows(bench: Bench) -> Iterator[Row]:
    """One writer and many, on both databases."""
    yield from on_postgres(bench)
    yield from on_sqlite(bench)


def on_postgres(bench: Bench) -> Iterator[Row]:
    """Two processes, as a house has."""
    if bench.postgres is None:
        yield from _unmeasured("PostgreSQL", "no PostgreSQL answers")
        return
    urls = [bench.closing.enter_context(postgres_database(bench.postgres)) for _ in range(3)]
    contenders = {
        "floor": Contender("deploy.bench.floor_writer:open_in_postgres", house(bench, urls[0])),
        ORM: Contender("deploy.bench.orm_writer:open_table", migrated(bench, urls[1])),
        PRODUCT: Contender("deploy.bench.product_writer:open_table", migrated(bench, urls[2])),
    }
    yield from _measure(bench, "PostgreSQL", contenders, WORKERS, ASKED_OF_POSTGRES)


def on_sqlite(bench: Bench) -> Iterator[Row]:
    """One process, as the embedded default is."""
    yield from _measure(bench, "SQLite", _on_sqlite(bench), EMBEDDED, ASKED_OF_SQLITE)


def one_on_sqlite(bench: Bench) -> Iterator[Row]:
    """One writer alone, and without the floor, whose time is the disk's: it says nothing on a busy machine."""
    contenders = {name: contender for name, contender in _on_sqlite(bench).items() if name != "floor"}
    yield from _measure(bench, "SQLite", contenders, ALONE, ASKED_OF_SQLITE)


def _on_sqlite(bench: Bench) -> dict[str, Contender]:
    return {
        "floor": Contender("deploy.bench.floor_writer:open_in_sqlite", house(bench)),
        ORM: Contender("deploy.bench.orm_writer:open_table", migrated(bench)),
        PRODUCT: Contender("deploy.bench.product_writer:open_table", migrated(bench)),
    }


def _measure(
    bench: Bench,
    database: str,
    contenders: dict[str, Contender],
    shape: tuple[int, int],
    asked: tuple[Asked, ...],
) -> Iterator[Row]:
    from deploy.bench.evening import evening

    steps = pickle.dumps(evening("argentina", COMMANDS))
    bench.say(f"writers on {database} get ready")
    ready = {name: Writers(bench, contender, steps, *shape) for name, contender in contenders.items()}
    for writers in sorted({1, shape[0] * shape[1]}):
        bench.say(f"durable commands on {database}, {writers} at once")
        turns = {name: partial(them.rate, writers, bench.seconds) for name, them in ready.items()}
        measured = in_turn(turns, bench.rounds)
        yield Row(_key(database, writers), _work(database, writers), "/s", measured, asked, NOTE)


def _unmeasured(database: str, why: str) -> Iterator[Row]:
    for writers in (1, MANY):
        yield Row(_key(database, writers), _work(database, writers), note=why)


def _key(database: str, writers: int) -> str:
    return f"durable-{database.lower()}-{writers}"


def _work(database: str, writers: int) -> str:
    return f"one durable command, {database}, {writers} writer{'s' if writers > 1 else ''}"
