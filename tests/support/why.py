"""Why everything came about in the recorded nights (`tests.support.nights`): `tests/data/why/SLUG.jsonl`.

For each record the rules that the reasons of its events name, and those of the table as it is then; and of each rule
the first few times all facts. `make nights` writes it anew; `tests/record/test_nights_again.py` asks again.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tables.engine import Game, reasons
from tables.engine.game import Reason
from tables.engine.undo.events import UNDO
from tables.record.upcasters import SCHEMA
from tables.rules.reglamentos import REGLAMENTOS
from tests.engine.wild import WildTable
from tests.support.nights import FOLDER, SEEDS, Json, Night, load

WHY = Path(__file__).parents[1] / "data" / "why"
JEFE = "jefe"
MOST = 4  # reasons of one rule with the same facts that are kept whole


def why(night: Night) -> Iterator[Json]:
    """A line for each record."""
    table, seen = WildTable(), Counter[str]()
    for record in night.records:
        before = table.state
        decision = table.give(record["command"], record["role"])
        rules = REGLAMENTOS[table.state.reglamento or before.reglamento]  # the one that closes it, too
        events = () if record["name"] == UNDO else decision.events  # an undo has no reasons
        of_events = [*map(written, reasons.of_events(Game(before, rules, JEFE), rules, events))]
        now = [*map(written, reasons.now(Game(table.state, rules, JEFE)))]
        yield {
            "record": record["number"],
            "events": [reason["rule"] for reason in of_events],
            "now": [reason["rule"] for reason in now],
            "whole": [reason for reason in (*of_events, *now) if _is_new(seen, reason)],
        }


def _is_new(seen: Counter[str], reason: Json) -> bool:
    kind = " ".join((reason["rule"], *reason["facts"]))
    seen[kind] += 1
    return seen[kind] <= MOST


def written(reason: Reason) -> Json:
    """A reason as JSON, each fact as text."""
    facts = {fact.name: f"{fact.kind} {fact.value}" for fact in reason.facts}
    about = {"player": reason.player, "article": reason.article, "to_come": reason.to_come}
    return {"rule": reason.rule, **about, "facts": facts}


def as_lines(found: Iterable[Json]) -> list[str]:
    return [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in found]


def main() -> None:
    """Write down the reasons of the nights of the present format."""
    for slug in SEEDS:
        lines = as_lines(why(load(FOLDER / f"{slug}-v{SCHEMA}.jsonl")))
        (WHY / f"{slug}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
