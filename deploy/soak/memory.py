"""How much memory the workers use over time, and whether it grows."""

from collections.abc import Sequence
from statistics import median

from deploy.faults.services import Service

MOST = 0.05  # how much more, as a part, the last third may use than the first third after the warm-up
LOOKS = 12  # after the warm-up, from which something can be said


class Memory:
    """Looks at processes now and then."""

    def __init__(self, services: Sequence[Service]) -> None:
        self._services = services
        self._seen: list[tuple[float, list[int]]] = []
        self._warm_at: float | None = None

    def look(self, at: float, *, is_warm: bool) -> None:
        """What each uses now. `is_warm`: whether what the work itself needs has come to its usual size."""
        self._seen.append((at, [service.kilobytes() for service in self._services]))
        if is_warm and self._warm_at is None:
            self._warm_at = at

    def told(self) -> str:
        """What was seen last."""
        return ", ".join(f"{kilobytes / 1024:.0f} MB" for kilobytes in self._seen[-1][1])

    def growth(self, warm: float) -> list[str]:
        """Who grew after the warm-up, which is at least this part of the time."""
        end = self._seen[-1][0]
        warm = max(warm, (end if self._warm_at is None else self._warm_at) / end)
        looks = sum(at >= warm * end for at, _ in self._seen)
        if looks < LOOKS:
            return [f"nothing can be said of memory: {looks} looks after the warm-up, {LOOKS} at least"]
        found = []
        for place, service in enumerate(self._services):
            course = [(at, kilobytes[place]) for at, kilobytes in self._seen]
            if more := grown(course, warm):
                found.append(f"the memory of {service.name} grew by {more:.0%} after the warm-up")
        return found


def grown(course: Sequence[tuple[float, int]], warm: float) -> float:
    """By which part the memory grew from the first to the last third of what follows the warm-up; 0 if it is flat."""
    end = course[-1][0]
    used = [kilobytes for at, kilobytes in course if at >= warm * end]
    third = max(len(used) // 3, 1)
    more = median(used[-third:]) / median(used[:third]) - 1
    return more if more > MOST else 0.0
