"""One durable command: from the lock to the commit, on PostgreSQL and on SQLite, by one writer and by eight."""

import pickle
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from deploy.bench.context import Bench
from deploy.bench.databases import Environment, house, migrated, postgres_database
from deploy.bench.elsewhere import elsewhere
from deploy.bench.measure import PRODUCT, Asked, Row, at_least, in_turn
from deploy.bench.writers import Contender, Writers

MANY = 8  # writers, each at a table of its own
WORKERS, EMBEDDED, ALONE = (2, 4), (1, 8), (1, 1)  # processes, and threads of each
COMMANDS = 400  # of an evening
ORM, STATEMENTS = "ORM", "statements alone"
NOTE = "floor: one INSERT of the command and its events; ORM: the same rows one by one"
NOTE_OF_POSTGRES = f"{NOTE}; statements alone: what the product sends, sent again by libpq and nothing else"
ASKED_OF_POSTGRES = (at_least(0.45, "floor"), at_least(2, ORM), at_least(0.4, STATEMENTS))
TAKEN_DOWN = 4, 1  # times the seconds in which they are sent: by one writer, and by each of many
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
    urls = [bench.closing.enter_context(postgres_database(bench.postgres)) for _ in range(5)]
    again = migrated(bench, urls[4])
    contenders = {
        "floor": Contender("deploy.bench.floor_writer:open_in_postgres", house(bench, urls[0])),
        ORM: Contender("deploy.bench.orm_writer:open_table", migrated(bench, urls[1])),
        PRODUCT: Contender("deploy.bench.product_writer:open_table", migrated(bench, urls[2])),
        STATEMENTS: Contender("deploy.bench.statements:open_in_postgres", again),
    }
    steps = _steps()
    played = {STATEMENTS: _taken_down(bench, steps, migrated(bench, urls[3]), again)}
    ready = _ready(bench, contenders, WORKERS, steps, played)
    yield from _measure(bench, "PostgreSQL", ready, (1, MANY), ASKED_OF_POSTGRES, NOTE_OF_POSTGRES)


def _taken_down(bench: Bench, steps: bytes, house: Environment, again: Environment) -> bytes:
    """The statements that a house of the product sends, of which the tables are in the other house, too."""
    bench.say("the statements of the product are taken down")
    seconds = [factor * bench.rounds * bench.seconds for factor in TAKEN_DOWN]
    taken_down = [*elsewhere(bench, house, "statements:take_down", MANY, steps, *seconds)]
    _ = [*elsewhere(bench, again, "statements:create", MANY)]
    return pickle.dumps(taken_down)


def on_sqlite(bench: Bench) -> Iterator[Row]:
    """One process, as the embedded default is."""
    ready = _ready(bench, _on_sqlite(bench), EMBEDDED, _steps())
    yield from _measure(bench, "SQLite", ready, (1, MANY), ASKED_OF_SQLITE, NOTE)


def one_on_sqlite(bench: Bench) -> Iterator[Row]:
    """One writer alone, and without the floor, whose time is the disk's: it says nothing on a busy machine."""
    contenders = {name: contender for name, contender in _on_sqlite(bench).items() if name != "floor"}
    ready = _ready(bench, contenders, ALONE, _steps())
    yield from _measure(bench, "SQLite", ready, (1,), ASKED_OF_SQLITE, NOTE)


def _on_sqlite(bench: Bench) -> dict[str, Contender]:
    return {
        "floor": Contender("deploy.bench.floor_writer:open_in_sqlite", house(bench)),
        ORM: Contender("deploy.bench.orm_writer:open_table", migrated(bench)),
        PRODUCT: Contender("deploy.bench.product_writer:open_table", migrated(bench)),
    }


def _steps() -> bytes:
    from deploy.bench.evening import evening

    return pickle.dumps(evening("argentina", COMMANDS))


def _ready(
    bench: Bench,
    contenders: Mapping[str, Contender],
    shape: tuple[int, int],
    steps: bytes,
    played: Mapping[str, bytes] = MappingProxyType({}),
) -> dict[str, Writers]:
    """The writers of all contenders. `played`: of those that do not play the steps, what they play."""
    bench.say("writers get ready")
    return {
        name: Writers(bench, contender, played.get(name, steps), *shape)
        for name, contender in contenders.items()
    }


def _measure(
    bench: Bench,
    database: str,
    ready: Mapping[str, Writers],
    numbers: Iterable[int],
    asked: tuple[Asked, ...],
    note: str,
) -> Iterator[Row]:
    for writers in numbers:
        bench.say(f"durable commands on {database}, {writers} at once")
        turns = {name: partial(them.rate, writers, bench.seconds) for name, them in ready.items()}
        measured = in_turn(turns, bench.rounds)
        yield Row(_key(database, writers), _work(database, writers), "/s", measured, asked, note)


def _unmeasured(database: str, why: str) -> Iterator[Row]:
    for writers in (1, MANY):
        yield Row(_key(database, writers), _work(database, writers), note=why)


def _key(database: str, writers: int) -> str:
    return f"durable-{database.lower()}-{writers}"


def _work(database: str, writers: int) -> str:
    return f"one durable command, {database}, {writers} writer{'s' if writers > 1 else ''}"
