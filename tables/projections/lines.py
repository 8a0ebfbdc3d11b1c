"""How a record is found again: the pass that it belongs to, and the words that were said in it."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from casino.common.folding import folded
from tables.engine import State
from tables.projections.rows import LineRow, Link

LONGEST = 2000  # characters: the longest remark has 500, a list of cards more than anybody looks for


def line_row(before: State, after: State, link: Link) -> LineRow:
    """The row of the record that led from `before` to `after`. What goes back to an earlier pass belongs to that
    one."""
    hand = min(before.current.number, after.current.number)
    names = {**before.names, **after.names}
    said = [link.actor, *_words(link.command, names)]
    return LineRow(hand, " ".join(filter(None, map(_folded, said)))[:LONGEST])


_folded = lru_cache(maxsize=4096)(folded)  # most are commands, players and amounts: they come again


def _words(value: Any, names: Mapping[str, str]) -> Iterator[str]:
    """The texts and numbers in what was said; a player with the name. In the order of their fields' names: PostgreSQL
    keeps no other one of a JSON object."""
    if isinstance(value, Mapping):
        value = [value[name] for name in sorted(value)]
    if isinstance(value, list | tuple):
        for part in value:
            yield from _words(part, names)
    elif isinstance(value, str):
        yield value
        if names.get(value, value) != value:
            yield names[value]
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)
