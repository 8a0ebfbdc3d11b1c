"""Names with numbers, said shortly: `Mesa 1` to `Mesa 12` as 1–12."""

import re
from collections.abc import Iterable, Sequence

from casino.common.text import natural_order

NUMBERED = re.compile(r"(.*?)(\d{1,9})")


def spans(names: Iterable[str]) -> str:
    """The names in their natural order, each run of following numbers as its first and its last. What stands before all
    numbers is left out if it is the same before each of them: 1–3 · 7; otherwise Azul · Mesa 1–3."""
    found = [_parts(name) for name in sorted(set(names), key=lambda name: (natural_order(name), name))]
    befores = {before for before, _number in found}
    runs: list[list[tuple[str, int | None]]] = []
    for part in found:
        if runs and _follows(runs[-1][-1], part):
            runs[-1].append(part)
        else:
            runs.append([part])
    return " · ".join(_said(run, len(befores) == 1) for run in runs)


def _parts(name: str) -> tuple[str, int | None]:
    match = NUMBERED.fullmatch(name)
    return (match[1], int(match[2])) if match and str(int(match[2])) == match[2] else (name, None)


def _follows(one: tuple[str, int | None], other: tuple[str, int | None]) -> bool:
    return one[0] == other[0] and one[1] is not None and other[1] == one[1] + 1


def _said(run: Sequence[tuple[str, int | None]], is_bare: bool) -> str:
    (before, first), (_before, last) = run[0], run[-1]
    if first is None:
        return before
    numbers = str(first) if first == last else f"{first}–{last}"
    return numbers if is_bare else f"{before}{numbers}"
