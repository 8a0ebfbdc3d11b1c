"""The search for an order of operations that explains their answers."""

from collections.abc import Sequence

from tests.live.histories.game import Table
from tests.live.histories.operation import NEVER, Operation

MOST_STEPS = 200_000  # of one search; histories that hold need about one for each operation


class NotLinear(Exception):
    """No order explains the answers. `operations`: those that none explained, in the longest order that was found."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations = operations
        told = "\n  ".join(operation.told() for operation in operations[:12])
        super().__init__(f"no order explains:\n  {told}")


def linearize(start: Table, operations: Sequence[Operation]) -> Table:
    """The table after all of them. Raises NotLinear.

    Depth first, and no pair of remaining operations and state twice. An operation may be next if none of those that
    remain was answered before it was sent.
    """
    return _Search(operations).run(start)


class _Search:
    def __init__(self, operations: Sequence[Operation]) -> None:
        self._operations = sorted(operations, key=_likely_place)
        self._known = sum(1 << place for place, one in enumerate(self._operations) if one.is_known)
        self._failed: set[tuple[int, str]] = set()
        self._steps = 0
        self._least_left = (1 << len(self._operations)) - 1

    def run(self, start: Table) -> Table:
        everything = (1 << len(self._operations)) - 1
        path = [(everything, start, iter(self._possible(everything)))]
        while path:
            left, state, choices = path[-1]
            if not left & self._known:
                return state  # what was never answered may have never happened
            place = next(choices, None)
            if place is None:
                self._failed.add((left, state.mark()))
                path.pop()
                continue
            after = self._try(state, place)
            rest = left & ~(1 << place)
            if after is not None and not (self._failed and (rest, after.mark()) in self._failed):
                path.append((rest, after, iter(self._possible(rest))))
                self._remember(rest)
        raise NotLinear(self._remaining(self._least_left))

    def _try(self, state: Table, place: int) -> Table | None:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise NotLinear(self._remaining(self._least_left))
        return state.after(self._operations[place])

    def _possible(self, left: int) -> list[int]:
        places = [place for place in range(left.bit_length()) if left >> place & 1]
        first_answer = min((self._operations[place].answered for place in places), default=NEVER)
        return [place for place in places if self._operations[place].sent <= first_answer]

    def _remember(self, left: int) -> None:
        if (left & self._known).bit_count() < (self._least_left & self._known).bit_count():
            self._least_left = left

    def _remaining(self, left: int) -> list[Operation]:
        return [one for place, one in enumerate(self._operations) if left >> place & 1 and one.is_known]


def _likely_place(operation: Operation) -> tuple[float, float]:
    """What was answered first probably happened first; what never was is tried last."""
    return operation.answered, operation.sent
