"""What a wall says of the odds: what each chance pays, by what, and its limits where they are its own.

It is a line that all players can read. What has no room in it is told on further pages, one after the other.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from casino.common import currency, wording
from casino.common.json_input import Json
from tables.rules.chances import Chance, Line
from tables.screens.chances import is_side, offered
from tables.view.labels.chances import line_said, short_odds
from tables.view.labels.game import chance_class, chance_label
from tables.view.screen import TableView

ROOM = 84  # characters of a line
BETWEEN = 4  # characters between two entries


@dataclass(frozen=True, slots=True)
class Paid:
    """What one line of a chance pays: `odds` as `40:1`, `when` in words where the chance pays in several ways, `less`
    the commission."""

    when: str
    odds: str
    less: str = ""

    @property
    def length(self) -> int:
        return sum(len(text) + 1 for text in (self.when, self.odds, self.less) if text)


@dataclass(frozen=True, slots=True)
class Entry:
    """A chance by its `label`, the class of its `colour`, what it pays, and its `limits` if it has its own."""

    label: str
    colour: str
    paid: tuple[Paid, ...]
    limits: str = ""

    @property
    def length(self) -> int:
        """In characters, about."""
        return len(self.label) + len(self.limits) + sum(one.length for one in self.paid) + BETWEEN


def pages_of_odds(view: TableView) -> list[list[Entry]]:
    """The entries of each page, which are as many as have room in one line."""
    pages: list[list[Entry]] = []
    for entry in _entries(view):
        if not pages or sum(one.length for one in pages[-1]) + entry.length > ROOM:
            pages.append([])
        pages[-1].append(entry)
    return pages


def _entries(view: TableView) -> Iterator[Entry]:
    given = {one["slug"]: one for one in view.snapshot["chances"]}
    for slug, chance in offered(view).items():
        if given[slug]["open"]:
            yield from _in_lines(_entry(view, chance, given[slug]))


def _entry(view: TableView, chance: Chance, given: Json) -> Entry:
    limits = f"{currency.written(given['minimum'])}–{currency.written(given['maximum'])}"
    own = (given["minimum"], given["maximum"]) != tuple(
        view.snapshot["limits"][name] for name in ("minimum", "maximum")
    )
    label = chance_label(view.reglamento, chance.slug)
    paid = tuple(_paid(chance, given["pays"]))
    return Entry(label, chance_class(chance.slug), paid, limits if is_side(chance) and own else "")


def _in_lines(entry: Entry) -> Iterator[Entry]:
    """The entry, or as many as it takes for all that it pays."""
    rest = entry.paid
    while rest:
        some = 1
        while some < len(rest) and replace(entry, paid=rest[: some + 1]).length <= ROOM:
            some += 1
        yield replace(entry, paid=rest[:some])
        rest = rest[some:]


def _paid(chance: Chance, given: Iterable[Json]) -> Iterator[Paid]:
    """What each line pays, the highest first; a line that lets the stake stay is left out."""
    lines = [(line, one.get("commission")) for line, one in zip(chance.pays, given, strict=True)]
    winning = sorted(
        (found for found in lines if found[0].to_one is not None), key=lambda found: -(found[0].to_one or 0)
    )
    common = _common([line for line, _rate in winning])
    for line, rate in winning:
        when = line_said(_without(line, common)) if len(winning) > 1 else ""
        yield Paid(when, short_odds(replace(chance, pays=(line,))), _less(rate))


def _common(lines: list[Line]) -> frozenset[str]:
    """The conditions that every line has alike, and each has others beside: they need not be told of each."""
    first = dict(lines[0].conditions) if lines else {}
    alike = {
        name for name, values in first.items() if all((name, values) in line.conditions for line in lines)
    }
    return frozenset(alike) if all(len(line.conditions) > len(alike) for line in lines) else frozenset()


def _without(line: Line, common: frozenset[str]) -> Line:
    return replace(line, conditions=tuple(one for one in line.conditions if one[0] not in common))


def _less(rate: str | None) -> str:
    if not rate:
        return ""
    share = 100 * Fraction(rate)
    number = f"{float(share):g}" if share.denominator != 1 else str(share)
    return f"−{wording.percent(number)}"
