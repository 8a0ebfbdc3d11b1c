"""Rendering: a table's screens after each command, beside the JSON of what they show."""

import json
from collections.abc import Iterator
from typing import Any

from deploy.bench.context import Bench
from deploy.bench.databases import migrated
from deploy.bench.elsewhere import elsewhere
from deploy.bench.measure import PRODUCT, Row, processor_time

SLUG = "mesa-0"
COMMANDS = 20  # in a round
WARMING_UP = 60
NOTHING_BESIDE: frozenset[Any] = frozenset()  # has changed beside the game, as mostly


def rows(bench: Bench) -> Iterator[Row]:
    """In a process with an SQLite house."""
    yield from elsewhere(bench, migrated(bench), "rendering:measure", bench.rounds)


def measure(rounds: int) -> Iterator[Row]:
    """Play in the database of this process, and render after each command."""
    from deploy.bench.evening import evening
    from deploy.bench.product_writer import Table
    from tables import notify

    with notify.silence():
        table = Table(SLUG, evening("argentina", COMMANDS * (rounds + 2)))
        _played(table, WARMING_UP)
        found: dict[str, list[float]] = {"JSON": [], PRODUCT: []}
        for _ in range(rounds):
            for name, milliseconds in _played(table, COMMANDS).items():
                found[name].append(milliseconds)
    note = "JSON: the four snapshots, taken and written as text; processor time"
    yield Row(
        "rendering", "console, table page, wall and device rendered for a command", "ms", found, (), note
    )


def _played(table: Any, commands: int) -> dict[str, float]:
    """Milliseconds of processor time for each command: for the JSON, and for the rendering."""
    from tables.live.audience import render

    spent = {"JSON": 0.0, PRODUCT: 0.0}
    for _ in range(commands):
        table.give()
        spent["JSON"] += processor_time(_as_json)
        spent[PRODUCT] += processor_time(lambda: render(SLUG, _audiences(), NOTHING_BESIDE))
    return {name: 1000 * seconds / commands for name, seconds in spent.items()}


def _audiences() -> list[Any]:
    from casino.accounts.permissions import Role
    from tables.live.audience import Audience
    from tables.screens.catalogue import SCREENS

    shown = {"console": Role.CROUPIER, "table": Role.JEFE, "wall": Role.DISPLAY}
    screens = [Audience("screen", role, SCREENS[name], "es") for name, role in shown.items()]
    return [*screens, Audience("snapshot", Role.DEVICE)]


def _as_json() -> list[str]:
    from casino.accounts.permissions import Role
    from tables.service import game_of, read
    from tables.snapshot import take

    row, state = read(SLUG)
    roles = (Role.CROUPIER, Role.JEFE, Role.DISPLAY, Role.DEVICE)
    return [json.dumps(take(SLUG, game_of(state, role), row.name)) for role in roles]
