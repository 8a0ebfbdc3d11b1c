"""Every reason can be read: each rule and each fact has its label, and no label is idle."""

import ast
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from tables.engine import Game, reasons
from tables.record.replay import Replay
from tables.rules.reglamentos import REGLAMENTOS
from tables.screens.why.pages import reasons_of
from tables.view.labels.reasons import FACT_LABELS, RULE_LABELS, written
from tests.record.test_nights import records_of
from tests.support.nights import FOLDER, load


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_reason_of_a_recorded_night_can_be_read(path: Any) -> None:
    replay, rules_met = Replay(), set()
    with translation.override("es"):
        for record in records_of(load(path)):
            step = replay.step(record)
            shown = reasons_of(record, step.before)
            assert all(reason.title and all(map(all, reason.settings)) for reason in shown)
            if step.after.open:
                rules = REGLAMENTOS[step.after.reglamento]
                for reason in reasons.now(Game(step.after, rules, "jefe")):
                    rules_met.add(reason.rule)
                    assert RULE_LABELS[reason.rule]
                    assert all(FACT_LABELS[fact.name] and written(fact, {}) for fact in reason.facts)
    assert len(rules_met) >= 3


def named(function: str) -> set[str]:
    """The texts with which the engine's reasons call this function first."""
    found = set()
    for path in (settings.BASE_DIR / "tables" / "engine").rglob("reasons.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
                found |= {node.args[0].value} if isinstance(node.args[0], ast.Constant) else set()
    return found


def test_every_fact_and_rule_has_its_label_and_no_label_is_idle() -> None:
    made_up = {f"{hand}_{part}" for hand in ("punto", "banca") for part in ("cards", "two")}
    assert named("Fact") | made_up == FACT_LABELS.keys()
    assert named("Reason") <= RULE_LABELS.keys()
