"""The figures of a run, and how they are printed."""

from collections import Counter
from dataclasses import dataclass, field
from statistics import median

from casino.common.progress import Advance


@dataclass
class Round:
    """`lasted`: seconds of the fault; `screens`, `answers`: seconds from its end until all screens were right, and
    until every table had an answer; `operations`: how many were answered, `repeated` of them after a loss."""

    number: int
    kind: str
    lasted: float
    screens: float
    answers: float
    operations: int
    repeated: int


@dataclass
class Figures:
    """Of all rounds. `statuses`: of every attempt, 0 where no answer came; `advance`: told of each round."""

    rounds: list[Round] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    audits: int = 0
    advance: Advance = lambda _steps: None

    def table(self) -> str:
        """A row for each kind of fault."""
        head = "| fault | rounds | operations | repeated | answers again, s | screens right again, s (median, longest) |"
        lines = [head, "|---|--:|--:|--:|--:|--:|"]
        for kind in sorted({each.kind for each in self.rounds}):
            lines.append(_row(kind, [each for each in self.rounds if each.kind == kind]))
        lines.append(_row("all", self.rounds))
        return "\n".join(lines)

    def summary(self) -> str:
        """In a few lines."""
        statuses = ", ".join(
            f"{status or 'no answer'}: {times}" for status, times in sorted(self.statuses.items())
        )
        return (
            f"{len(self.rounds)} rounds, {self.audits} audits, {len(self.broken)} promises broken, "
            f"screens late in {len(self.late)}, {self.errors.total()} answers 5xx that were the product's own fault\n"
            f"attempts by status: {statuses}"
        )


def _row(kind: str, rounds: list[Round]) -> str:
    if not rounds:
        return f"| {kind} | 0 | | | | |"
    screens = [each.screens for each in rounds]
    answers = max(each.answers for each in rounds)
    operations, repeated = sum(each.operations for each in rounds), sum(each.repeated for each in rounds)
    return (
        f"| {kind} | {len(rounds)} | {operations} | {repeated} | {answers:.1f} "
        f"| {median(screens):.1f}, {max(screens):.1f} |"
    )
