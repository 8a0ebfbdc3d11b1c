"""The slips of a table: what a request, a step and a reading of the table's money must have been answered.

Modelled are fills: a croupier asks, a cambista sends, the croupier receives, and whoever asked may make one void before
it is sent. What a slip says does not depend on the game.
"""

from dataclasses import dataclass, field, replace

from deploy.histories.operation import REQUEST, STEP, Json, Operation
from ledger.cage.slips import REQUESTED, VOID, steps_of, total_of

CREATED = 201  # HTTP status


@dataclass(frozen=True, slots=True)
class Slip:
    """`steps`: (step, actor) of each that was taken, the request the first."""

    number: int
    kind: str
    amount: int
    steps: tuple[tuple[str, str], ...]

    @property
    def state(self) -> str:
        """The step that it waits for, `done` or `void`."""
        taken = [step for step, _ in self.steps[1:]]
        if VOID in taken:
            return "void"
        return next((step for step in steps_of(self.kind, False) if step not in taken), "done")

    def after(self, step: str, actor: str) -> "Slip | str":
        """With a step of a person who repeats it with its key; or the code with which it is refused."""
        if (step, actor) in self.steps[1:]:
            return self
        if self.state in ("done", "void"):
            return "slip_done"
        if step == VOID and self.state != "sent":
            return "not_for_your_role"  # chips are on their way: one for a jefe, whom no client here plays
        if step == VOID:
            return replace(self, steps=(*self.steps, (step, actor)))
        if step != self.state:
            return "not_this_step"
        return replace(self, steps=(*self.steps, (step, actor)))

    def may_be_shown_as(self, line: Json) -> bool:
        """Whether an answer to its last step may say this: steps that others have taken since may be in it."""
        shown = _slip(line)
        began = shown.steps[: len(self.steps)] == self.steps
        return began and shown.line() == line and (shown.number, shown.amount) == (self.number, self.amount)

    def line(self) -> Json:
        """What of it is compared with an answer."""
        by = [{"step": step, "actor": actor} for step, actor in self.steps]
        return {
            "number": self.number,
            "kind": self.kind,
            "amount": self.amount,
            "state": self.state,
            "by": by,
        }


@dataclass(frozen=True)
class Counter:
    """The slips of a table, by their numbers."""

    slips: dict[int, Slip] = field(default_factory=dict)

    @classmethod
    def shown(cls, operation: Operation) -> "Counter":
        """As a reading shows it: where a history begins."""
        found = (_slip(line) for line in _lines_of(operation))
        return cls({slip.number: slip for slip in found})

    def after(self, operation: Operation) -> "Counter | None":
        """As in `linear.Model`."""
        if operation.kind == REQUEST:
            return self._requested(operation)
        if operation.kind == STEP:
            return self._stepped(operation)
        return self if _lines_of(operation) == self._lines() else None

    def mark(self) -> tuple[Slip, ...]:
        """All slips."""
        return tuple(self.slips[number] for number in sorted(self.slips))

    def _requested(self, operation: Operation) -> "Counter | None":
        if operation.answer is None:
            raise ValueError("a slip whose request was never answered has no number: repeat it with its key")
        amount = total_of(operation.asked["chips"])
        said = operation.answer.get("slip", {})
        number = said.get("number")
        slip = Slip(number, operation.asked["kind"], amount, ((REQUESTED, operation.actor),))
        new = operation.status == CREATED and number not in self.slips
        return Counter({**self.slips, number: slip}) if new and _line(said) == slip.line() else None

    def _stepped(self, operation: Operation) -> "Counter | None":
        before = self.slips.get(operation.asked["number"])
        if before is None:
            return None
        after = before.after(operation.asked["step"], operation.actor)
        if isinstance(after, str):
            refused = operation.answer is None or operation.answer.get("error", {}).get("code") == after
            return self if refused else None
        if operation.answer is None or after.may_be_shown_as(_line(operation.answer.get("slip", {}))):
            return Counter({**self.slips, after.number: after})
        return None

    def _lines(self) -> list[Json]:
        return [slip.line() for slip in self.mark()]


def _lines_of(operation: Operation) -> list[Json]:
    slips = (operation.answer or {}).get("slips", [])
    return [_line(slip) for slip in sorted(slips, key=lambda one: one["number"]) if slip["kind"] == "fill"]


def _slip(line: Json) -> Slip:
    steps = tuple((step["step"], step["actor"]) for step in line["by"])
    return Slip(line["number"], line["kind"], line["amount"], steps)


def _line(slip: Json) -> Json:
    by = [{"step": step["step"], "actor": step["actor"]} for step in slip.get("by", ())]
    return {name: slip.get(name) for name in ("number", "kind", "amount", "state")} | {"by": by}
