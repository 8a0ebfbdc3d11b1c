"""The cards in the robot's shoe, in the order in which they will come."""

import random
from typing import Any

from tables.rules.cards import RANKS

Json = dict[str, Any]


class Pack:
    """One order of the cards for each shoe; what the snapshot counts as dealt has gone.

    So a card that an undo puts back comes again, burned ones are skipped, and after a restart with the same seed the
    shoe goes on. With another seed the cards keyed before are unknown: `is_not_there` then corrects the order.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._number: int | None = None
        self._order: list[str] = []
        self._gone: set[str] = set()

    def next(self, shoe: Json) -> str:
        """The card on top of a shoe that is not empty."""
        if shoe["number"] != self._number:
            self._shuffle(shoe)
        at: int = shoe["dealt"]
        if self._order[at] in self._gone:
            self._exchange(at)
        return self._order[at]

    def is_not_there(self, rank: str) -> None:
        """The table has counted every card of this rank: none comes any more from this shoe."""
        self._gone.add(rank)
        if len(self._gone) == len(RANKS):
            self._gone.clear()  # an undo has put some back; nobody said which

    def _shuffle(self, shoe: Json) -> None:
        self._number, self._gone = shoe["number"], set()
        self._order = [*RANKS] * (4 * shoe["decks"])
        random.Random(f"{self._seed}/{self._number}").shuffle(self._order)  # noqa: S311 - nobody plays for money

    def _exchange(self, at: int) -> None:
        later = range(at + 1, len(self._order))
        other = next((place for place in later if self._order[place] not in self._gone), None)
        if other is None:
            self._order[at] = next(rank for rank in RANKS if rank not in self._gone)
        else:
            self._order[at], self._order[other] = self._order[other], self._order[at]
