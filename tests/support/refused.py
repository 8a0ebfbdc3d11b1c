"""What the recorded nights (`tests.support.nights`) would have refused on their way, with why:
`tests/data/refused/SLUG.jsonl`.

`make nights` writes it anew with the nights of the present format. `tests/record/test_nights_again.py` asks again: a
refusal that reads otherwise, cites another article or does not come any more is a rule that has changed.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

from casino.common.refusals import Refusal
from tables.engine import Command, State, decide, parse
from tables.engine.chapters import COMMANDS
from tables.record.upcasters import SCHEMA
from tests.engine.fields import unlikely
from tests.engine.wild import WildTable, rules_for
from tests.support.nights import FOLDER, SEEDS, Json, Night, load

REFUSED = Path(__file__).parents[1] / "data" / "refused"
TRIED = 2  # of each command and role, before each record
MOST = 2  # refusals of one kind that are kept of a night
ROLES = ("croupier", "jefe", "device")


def refused(night: Night) -> Iterator[Json]:
    """Commands with which the night would not have gone on, each with the record before which it was tried and why: of
    every command the first few refusals of each kind."""
    table, seen = WildTable(), Counter[tuple[str, ...]]()
    for record in night.records:
        random = Random(record["number"])
        for name, role in product(COMMANDS, ROLES):
            for said in _tried(random, table.state, name):
                error = error_of(table, said, role)
                kind = tuple(
                    str(part) for part in (name, said.get("kind"), *map(error.get, ("code", "detail")))
                )
                if error and seen[kind] < MOST:
                    seen[kind] += 1
                    yield {"before": record["number"], "command": said, "role": role, "error": error}
        table.give(record["command"], record["role"])


def _tried(random: Random, state: State, name: str) -> Iterator[Json]:
    """Some that are well-formed."""
    for _ in range(TRIED):
        if _parsed(said := {**unlikely(random, state, name), "command": name}):
            yield said


def _parsed(said: Json) -> Command | None:
    try:
        return parse(said)
    except Refusal:
        return None


def error_of(table: WildTable, said: Json, role: str) -> Json:
    """Why the table refuses this command of somebody of that role, as JSON; empty where it does not."""
    command = parse(said)
    try:
        decide(table.state, command, role, table, rules_for(table.state, command))
    except Refusal as refusal:
        told = {"code": refusal.code, "article": refusal.article, **refusal.fields}
        error: Json = json.loads(json.dumps(told))
        return error
    return {}


def main() -> None:
    """Write down what the nights of the present format refuse."""
    for reglamento in SEEDS:
        night = load(FOLDER / f"{reglamento}-v{SCHEMA}.jsonl")
        lines = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in refused(night)]
        (REFUSED / f"{reglamento}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
