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
# Raised when a signed count stands in between, which only the counter beside the game can bring about.
NOT_IN_PLAY = {"counted_since"}


def count(reglamento: str, answer: Json, met: Counter[str]) -> None:
    """Note what one answer of the product says."""
    for event in answer.get("events", []):
        met[f"event {event['type']}"] += 1
    if error := answer.get("error"):
        met[f"code {error['code']}"] += 1
    for article in set(_articles(answer.get("events", []))) | set(_articles(answer.get("error"))):
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
    events = [f"event {name}" for name in EVENTS]
    articles = [f"article {r} {a}" for r in reglamentos for a in set(REGLAMENTOS[r].articles.values())]
    return sorted(events) + sorted(f"code {code}" for code in codes()) + sorted(articles, key=_by_number)


def _by_number(article: str) -> tuple[str, int, str]:
    reglamento, number = article.split()[1:3]
    return reglamento, int(number) if number.isdigit() else 1000, article


def codes() -> set[str]:
    """The codes that the engine names in its source."""
    found = set()
    for source in Path(tables.engine.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in MESSAGES:
                found.add(node.value)
    return found - NOT_IN_PLAY


def table(met: Counter[str], reglamentos: list[str]) -> tuple[str, list[str]]:
    """The counts as text, and what was met less than ENOUGH times."""
    names = known(reglamentos)
    lines = [f"{met[name]:9}  {name}" for name in names]
    return "\n".join(lines), [name for name in names if met[name] < ENOUGH]
