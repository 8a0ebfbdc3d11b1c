"""The reglamentos under which a shift was played: a table may be closed within it and opened with another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from django.db.models import QuerySet

from ledger.cage.models import Shift
from ledger.totals import Lines
from tables.models import Pass
from tables.record.openings import Opening
from tables.reports.links import article_link, footnotes
from tables.reports.report import Footnote
from tables.reports.sections.game import deducted_by
from tables.reports.selectors.game import Game, game_of_passes
from tables.reports.selectors.scope import Scope
from tables.view.labels.game import reglamento_title


@dataclass(frozen=True, slots=True)
class PlayedUnder:
    """`openings`: those under which a pass was paid or voided, oldest first, or else the last there was. `cited`: the
    reglamento of each → the numbers of the articles by which it deducted."""

    openings: tuple[Opening, ...]
    cited: Mapping[str, list[str]]

    @property
    def reglamento(self) -> str | None:
        """The only one; None for several, or none."""
        names = self._names()
        return names[0] if len(names) == 1 else None

    @property
    def titles(self) -> str:
        """Their names."""
        return " · ".join(reglamento_title(name) for name in self._names())

    def link(self, number: str) -> str | None:
        """The address of an article's words, if only one of the reglamentos deducted by an article of that number."""
        by = [name for name, numbers in self.cited.items() if number in numbers]
        return article_link(self._opening(by[0]))(number) if len(by) == 1 else None

    def footnotes(self) -> Iterator[Footnote]:
        """The words of all articles by which something was deducted; of several reglamentos each with its name."""
        for name in self._names():
            for note in footnotes(self._opening(name), self.cited.get(name, ())):
                label = note.label if self.reglamento else f"{reglamento_title(name)}, {note.label}"
                yield Footnote(label, note.words, note.language)

    def _names(self) -> list[str]:
        return list(dict.fromkeys(opening.reglamento for opening in self.openings))

    def _opening(self, name: str) -> Opening:
        return next(opening for opening in self.openings if opening.reglamento == name)


def played_under(scope: Scope, shift: Shift, game: Game, money: Lines) -> PlayedUnder:
    """`game`, `money`: the figures of the whole shift."""
    last = shift.end.last_record if shift.end else None
    there = scope.openings.within(shift.first_record, last)
    openings = there if len(there) == 1 else _with_a_pass(scope, there) or there[-1:]
    if len({opening.reglamento for opening in openings}) == 1:
        only = openings[0]
        return PlayedUnder(openings, {only.reglamento: deducted_by(game, money, [only.rules])})
    return PlayedUnder(openings, _cited(scope, there, money))


def stretches(scope: Scope, shift: Shift, game: Game) -> Iterator[tuple[Opening, Game]]:
    """Each opening under which a pass of the shift was paid, with the figures of these passes. `game`: those of all."""
    last = shift.end.last_record if shift.end else None
    there = scope.openings.within(shift.first_record, last)
    if len(there) == 1:
        yield there[0], game
        return
    for opening, following in pairwise((*there, None)):
        if opening:
            yield opening, game_of_passes(_passes(scope, opening, following))


def _with_a_pass(scope: Scope, there: tuple[Opening, ...]) -> tuple[Opening, ...]:
    beside = pairwise((*there, None))
    return tuple(one for one, following in beside if one and _passes(scope, one, following).exists())


def _passes(scope: Scope, opening: Opening, following: Opening | None) -> QuerySet[Pass]:
    passes = scope.passes.filter(paid__gt=opening.record)
    return passes.filter(paid__lt=following.record) if following else passes


def _cited(scope: Scope, there: tuple[Opening, ...], money: Lines) -> dict[str, list[str]]:
    cited: dict[str, list[str]] = {}
    for opening, following in pairwise((*there, None)):
        if opening:
            rules = opening.rules
            game = game_of_passes(_passes(scope, opening, following))
            keeps = opening.collects_later or bool(rules.suite and rules.suite.rate > 0)
            found = deducted_by(game, money if keeps else {}, [rules])
            cited[opening.reglamento] = [*cited.get(opening.reglamento, ()), *found]
    return cited
