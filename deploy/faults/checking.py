"""The histories of the rounds, checked in a process of its own while the next round runs."""

import os
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from deploy.histories.operation import OF_THE_GAME, Operation

Found = list[str]
_models: dict[tuple[str, bool], Any] = {}  # (table, whether it is the game) → the state after the last round


class Checker:
    """Keeps for each table what the engine says that it is, from the beginning of a house."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=_begin)

    def begin(self, first: list[Operation]) -> None:
        """A new house: what was done at each table before anybody plays, and a reading of its money."""
        self._pool.submit(_begin_house, first).result()

    def check(self, operations: list[Operation], versions: dict[str, int]) -> "Future[Found]":
        """Whether a round's operations can have happened. `versions`: those at its end."""
        return self._pool.submit(_check, operations, versions)

    def close(self) -> None:
        """End the process."""
        self._pool.shutdown(cancel_futures=True)


def _begin() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    import django

    django.setup()


def _begin_house(first: Iterable[Operation]) -> None:
    from deploy.histories.game import Table
    from deploy.histories.linear import linearize
    from deploy.histories.slips import Counter

    _models.clear()
    for operation in first:
        if operation.kind in OF_THE_GAME:
            before = _models.get((operation.table, True), Table(operation.table))
            _models[operation.table, True] = linearize(before, [operation])
        else:
            _models[operation.table, False] = Counter.shown(operation)


def _check(operations: list[Operation], versions: dict[str, int]) -> Found:
    from deploy.histories.linear import NotLinear, linearize

    parts = defaultdict(list)
    for operation in operations:
        parts[operation.table, operation.kind in OF_THE_GAME].append(operation)
    found = []
    for key, part in parts.items():
        try:
            _models[key] = linearize(_models[key], part)
        except NotLinear as error:
            found.append(f"{'the game' if key[1] else 'the slips'} of {key[0]}: {error}")
    return found + _differences(versions)


def _differences(versions: dict[str, int]) -> Found:
    told = {table: model.state.version for (table, is_game), model in _models.items() if is_game}
    return [
        f"{table} stands at {version}, what its clients saw leads to {told[table]}"
        for table, version in versions.items()
        if told[table] != version
    ]
