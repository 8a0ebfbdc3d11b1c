"""What the games met: event types, refusal codes and articles, counted against all that the product knows."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tables.engine
from casino.common.errors import MESSAGES
from tables.engine.event import EVENTS
from tables.rules.reglamentos import REGLAMENTOS

Json = dict[str, Any]
ENOUGH = 50
# What no command alone can bring about: a signed count that stands in between, a defect of the product, a croupier who
# is bound to other tables, and a second person's signature, which `play` does not ask for. Each has tests of its own.
NOT_IN_PLAY = {"counted_since", "unbalanced", "not_assigned"}
NOT_TOLD = {"consent_given"}


def count(reglamento: str, answer: Json, met: Counter[str]) -> None:
    """Note what one answer of the product says."""
    for event in answer.get("events", []):
        met[f"event {event['type']}"] += 1
    if error := answer.get("error"):
        met[f"code {error['code']}"] += 1
    cited = set(_articles(answer.get("events", []))) | set(_articles(answer.get("error")))
    for article in cited | set(answer.get("cited", [])):
        met[f"article {reglamento} {article}"] += 1


def _articles(told: Any) -> Iterator[str]:
    """Every article that is cited anywhere in an answer."""
    if isinstance(told, list):
        for part in told:
            yield from _articles(part)
    elif isinstance(told, dict):
        if told.get("article"):
            yield told["article"]
        for part in told.values():
            yield from _articles(part)


def known(reglamentos: list[str]) -> list[str]:
    """All that there is to meet, asked from the product."""
    events = [f"event {name}" for name in EVENTS.keys() - NOT_TOLD]
    articles = [f"article {r} {a}" for r in reglamentos for a in set(REGLAMENTOS[r].articles.values())]
    return sorted(events) + sorted(f"code {code}" for code in codes()) + sorted(articles, key=_by_number)


def _by_number(article: str) -> tuple[str, int, str]:
    reglamento, number = article.split()[1:3]
    return reglamento, int(number) if number.isdigit() else 1000, article


def codes() -> set[str]:
    """The codes with which the engine refuses, from its source."""
    found = set()
    for source in Path(tables.engine.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and node.args and _name(node.func) in ("refuse", "Refusal"):
                found |= {part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)}
    return (found & MESSAGES.keys()) - NOT_IN_PLAY


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def table(met: Counter[str], reglamentos: list[str]) -> tuple[str, list[str]]:
    """The counts as text, and what was met less than ENOUGH times."""
    names = known(reglamentos)
    lines = [f"{met[name]:9}  {name}" for name in names]
    return "\n".join(lines), [name for name in names if met[name] < ENOUGH]
