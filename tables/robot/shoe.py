"""The cards in the robot's shoe, in the order in which they come."""

import random
from typing import Any

from tables.rules.cards import RANKS

Json = dict[str, Any]


class Shoe:
    """One order of the cards for each shoe. The snapshot says how many have been dealt.

    So a card that an undo puts back comes again, burned ones are skipped, and after a restart with the same seed the
    shoe continues. With another seed it does not know the cards keyed before: `exclude` then corrects the order.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._number: int | None = None
        self._order: list[str] = []
        self._excluded: set[str] = set()

    def next(self, shoe: Json) -> str:
        """The card on top of a shoe that is not empty."""
        if shoe["number"] != self._number:
            self._shuffle(shoe)
        at: int = shoe["dealt"]
        if self._order[at] in self._excluded:
            self._replace(at)
        return self._order[at]

    def exclude(self, rank: str) -> None:
        """The table has counted every card of this rank: no more of them come from this shoe."""
        self._excluded.add(rank)
        if len(self._excluded) == len(RANKS):
            self._excluded.clear()  # an undo has put some back, unknown which

    def _shuffle(self, shoe: Json) -> None:
        self._number, self._excluded = shoe["number"], set()
        self._order = [*RANKS] * (4 * shoe["decks"])
        random.Random(f"{self._seed}/{self._number}").shuffle(self._order)  # noqa: S311 - not a real game

    def _replace(self, at: int) -> None:
        later = range(at + 1, len(self._order))
        other = next((place for place in later if self._order[place] not in self._excluded), None)
        if other is None:
            self._order[at] = next(rank for rank in RANKS if rank not in self._excluded)
        else:
            self._order[at], self._order[other] = self._order[other], self._order[at]
