"""An operation: what a client asked of a table, what it was told, and when."""

import math
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

COMMAND, SNAPSHOT, REQUEST, STEP = "command", "snapshot", "slip", "step"
OF_THE_GAME = frozenset({COMMAND, SNAPSHOT})
NEVER = math.inf


@dataclass(frozen=True, slots=True)
class Operation:
    """`sent`, `answered`: seconds on the client's steady clock; an operation that was repeated with its key was sent
    when it was sent first. `status` 0: no answer ever came, so it may have happened at any later time, or never."""

    table: str
    kind: str
    asked: Json
    actor: str
    role: str
    sent: float
    answered: float = NEVER
    status: int = 0
    answer: Json | None = None
    key: str = ""

    @property
    def is_known(self) -> bool:
        """Whether an answer came."""
        return self.answer is not None

    def told(self) -> str:
        """For a report, in one line."""
        answer = self.answer or {}
        said = answer["error"].get("code") if "error" in answer else answer.get("version")
        return f"{self.table} {self.sent:.3f}–{self.answered:.3f} {self.actor}: {self.asked} → {self.status} {said}"
