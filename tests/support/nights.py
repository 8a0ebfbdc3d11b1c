"""Recorded nights, one of each reglamento in each format that was ever stored: `tests/data/nights/SLUG-vSCHEMA.jsonl`.

A night is kept for ever: `tests/record/test_nights.py` folds it in every later version of the program. After a new
upcaster (`tables.record.upcasters`) the nights of the new format are recorded beside the old ones:

    make nights

It also writes what these nights refuse (`tests.support.refused`) and why everything is so (`tests.support.why`).

A file is JSON by line: first which night it is, then the records without their digests, last what they led to. Beside
the nights `format-vSCHEMA.json` lists every field of every event and of the state: the test fails where one is changed
and the schema is not.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

from casino.common import clock
from ledger.selectors import balances
from tables.door import notify
from tables.door.service import create_table, execute, read
from tables.engine.event import EVENTS
from tables.engine.state import State
from tables.management.memory_database import memory_database
from tables.models import Pass, Record, Table
from tables.record.postings import book_of
from tables.record.stored import RECORDED
from tables.record.upcasters import SCHEMA
from tables.robot.client import LocalClient
from tables.robot.robot import Robot
from tests.engine.fields import likely
from tests.engine.wild import LIMITS, USUAL
from tests.support.house import CROUPIER, JEFE

Json = dict[str, Any]
FOLDER = Path(__file__).parents[1] / "data" / "nights"
FORMAT = FOLDER / f"format-v{SCHEMA}.json"
SLUG = "mesa-1"
SEEDS = {"argentina": 10, "slovenia": 32, "monte-carlo": 17, "spain": 20, "chemin-de-fer": 3}
RECORDS = 160
UNUSUAL = (
    0.3  # of the commands are not the robot's: incidents, undos, void passes and whatever else is possible
)
BEGIN, PACE = datetime(2026, 11, 21, 20, tzinfo=UTC), timedelta(seconds=20)
STOP_CARD = 290  # of 312 cards or more: a shoe lasts a few passes
LEFT_OUT = ("previous", "digest")  # they follow from the rest, and are proved by the last digest


@dataclass(frozen=True, slots=True)
class Night:
    """A file: `about` which night it is, the `records` as they were stored, and the `end` that they led to."""

    about: Json
    records: list[Json]
    end: Json


def load(path: Path) -> Night:
    """Read a night."""
    about, *records, end = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return Night(about, records, end)


def format_of_today() -> Json:
    """Every event, the state, and every class that they are made of: their fields and the types of these."""
    found: Json = {}
    waiting: list[tuple[str, Any]] = [*EVENTS.items(), ("State", State)]
    while waiting:
        name, kind = waiting.pop()
        hints = get_type_hints(kind)
        types = {field.name: hints[field.name] for field in fields(kind)}
        found[name] = {field: re.sub(r"(\w+\.)+|<class '|'>", "", str(hint)) for field, hint in types.items()}
        parts = (part for hint in types.values() for part in _parts(hint) if is_dataclass(part))
        waiting += [(part.__name__, part) for part in parts if part.__name__ not in found]
    return dict(sorted(found.items()))


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for inner in get_args(hint):
        yield from _parts(inner)


def record(reglamento: str) -> Iterator[Json]:
    """Play a night of this reglamento; gives the lines of its file."""
    with notify.silence(), memory_database(), clock.running_on(_ticking()):
        _play(reglamento, SEEDS[reglamento])
        yield {"reglamento": reglamento, "schema": SCHEMA, "table": SLUG}
        yield from _records()
        yield _end()


def _ticking() -> Callable[[], datetime]:
    told = [BEGIN]

    def now() -> datetime:
        told[0] += PACE
        return told[0]

    return now


def _play(reglamento: str, seed: int) -> None:
    create_table(SLUG, "Mesa 1")
    limits = dict(zip(("minimum", "maximum", "chip"), LIMITS.get(reglamento, USUAL), strict=True))
    settings = {"stop_card": STOP_CARD}
    execute(SLUG, {"command": "open_table", "reglamento": reglamento, **limits, "settings": settings}, JEFE)
    robot, random, client = Robot(seed), Random(seed), LocalClient(SLUG, JEFE)
    while Table.objects.get().records < RECORDS or not _closed(client):
        _one_command(robot, random, client)


def _closed(client: LocalClient) -> bool:
    return bool(client.send({"command": "close_table", "reason": "end of the night"})["ok"])


def _one_command(robot: Robot, random: Random, client: LocalClient) -> None:
    command = None if random.random() < UNUSUAL else robot.next(client.snapshot())
    if command is None:
        _unusual(random)
    elif not (answer := client.send(command))["ok"]:
        robot.refused(command, answer["error"]["code"])


def _unusual(random: Random) -> None:
    actor = random.choice((CROUPIER, JEFE))
    execute(SLUG, likely(random, read(SLUG)[1], actor.role), actor)


def _records() -> Iterator[Json]:
    for made in Record.objects.order_by("number"):
        fields = {name: getattr(made, name) for name in RECORDED if name not in LEFT_OUT}
        yield fields | {"at": made.at.isoformat()}


def _end() -> Json:
    table, book = Table.objects.get(), book_of(SLUG)
    held = {
        code.removeprefix(f"{book}:"): amount for code, amount in sorted(balances(book).items()) if amount
    }
    passes = list(Pass.objects.order_by("number").values_list("number", "result"))
    return {"head": table.head, "state": table.state, "accounts": held, "passes": passes}


def main() -> None:
    """Record the nights of the present format, all of them anew, and the format itself."""
    FORMAT.write_text(json.dumps(format_of_today(), indent=1) + "\n", encoding="utf-8")
    for reglamento in SEEDS:
        lines = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in record(reglamento))
        path = FOLDER / f"{reglamento}-v{SCHEMA}.jsonl"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
