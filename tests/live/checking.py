"""What must hold when nobody is at anything: read from the database, and from the histories of the clients."""

from collections import Counter, defaultdict
from typing import Any

import psycopg

from tests.live.histories.game import Table
from tests.live.histories.linear import NotLinear, linearize
from tests.live.histories.operation import COMMAND, OF_THE_GAME, REQUEST, STEP, Operation

RECORDS = "SELECT id, key, version FROM tables_record WHERE id > %s ORDER BY id"
SLIPS = "SELECT id, key, number FROM cage_slip WHERE id > %s ORDER BY id"
STEPS = """SELECT one.id, slip.number || ' ' || one.name, one.actor FROM cage_step AS one
    JOIN cage_slip AS slip ON slip.id = slip_id WHERE one.id > %s ORDER BY one.id"""
CREATED = 201

Found = list[str]


class Proofs:
    """Reads what each round has written, and remembers how far; what lies there already is not looked at."""

    def __init__(self, statements: psycopg.Connection[Any]) -> None:
        self._read = {RECORDS: 0, SLIPS: 0, STEPS: 0}
        self._told: dict[str, Any] = {}  # of steps, in all rounds: one that is repeated is answered as before
        self._steps: list[tuple[str, Any]] = []
        for query in self._read:
            self._new(statements, query)

    def once_each(self, statements: psycopg.Connection[Any], operations: list[Operation]) -> Found:
        """Compare: what was answered as done is written once, what was refused is not, and nothing else is."""
        answered = [(one, one.answer) for one in operations if one.answer]
        done = {one.key: told["version"] for one, told in answered if one.kind == COMMAND and told["ok"]}
        asked = {
            f"{one.actor}:{one.key}": told["slip"]["number"]
            for one, told in answered
            if one.kind == REQUEST and one.status == CREATED
        }
        steps = (one for one, told in answered if one.kind == STEP and told["ok"])
        self._told |= {f"{one.asked['number']} {one.asked['step']}": one.actor for one in steps}
        self._steps += self._new(statements, STEPS)
        return [
            *compared("command", done, self._new(statements, RECORDS)),
            *compared("slip", asked, self._new(statements, SLIPS)),
            *compared("step", self._told, self._steps),
        ]

    def _new(self, statements: psycopg.Connection[Any], query: str) -> list[tuple[str, Any]]:
        rows = statements.execute(query, [self._read[query]]).fetchall()
        self._read[query] = rows[-1][0] if rows else self._read[query]
        return [(key, result) for _, key, result in rows]


def compared(what: str, told: dict[str, Any], written: list[tuple[str, Any]]) -> Found:
    """What differs between what clients were told, {key: result}, and what is written."""
    times = Counter(key for key, _ in written)
    found = [f"doubled: {what} {key} was done {number} times" for key, number in times.items() if number > 1]
    lost = [key for key, value in told.items() if (key, value) not in set(written)]
    found += [f"lost: {what} {key} was answered as done and is not there" for key in lost]
    return found + [
        f"unasked: {what} {key} is there, and nobody was told" for key in times if key not in told
    ]


def versions_of(statements: psycopg.Connection[Any]) -> dict[str, int]:
    """Table → its version."""
    return dict(statements.execute("SELECT slug, version FROM tables_table").fetchall())


class Histories:
    """What each table must be, from the beginning of a house. `first`: what was done there before anybody plays."""

    def __init__(self, first: list[Operation]) -> None:
        self._models = {one.table: linearize(Table(one.table), [one]) for one in first}

    def check(self, operations: list[Operation], versions: dict[str, int]) -> Found:
        """What cannot have happened of a round's operations. `versions`: those at its end."""
        found, parts = [], defaultdict(list)
        for one in operations:
            if one.kind in OF_THE_GAME:
                parts[one.table].append(one)
        for table, part in parts.items():
            try:
                self._models[table] = linearize(self._models[table], part)
            except NotLinear as error:
                found.append(f"the game of {table}: {error}")
        told = {table: self._models[table].state.version for table in versions}
        return found + [
            f"{table} stands at {version}, what its clients saw leads to {told[table]}"
            for table, version in versions.items()
            if told[table] != version
        ]
