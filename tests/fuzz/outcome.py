"""What came of one input: a word to be counted, or a defect."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Defect:
    """What must not happen. `given`: the input, to be tried again."""

    what: str
    given: object


Outcome = str | Defect
Group = Callable[[int, int], Iterator[Outcome]]  # (seed, inputs) → what came of each
