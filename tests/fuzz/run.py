"""Send the inputs of each group, count what came of them, and watch the memory."""

import argparse
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from casino.common.progress import progress
from tests.fuzz import counter, evenings, files, http, sockets
from tests.fuzz.outcome import Defect, Group, Outcome
from tests.fuzz.server import House, house

# Group → how many of 100 inputs it is given
OF_FILES: dict[str, tuple[Group, int]] = {
    "scripts of play": (files.play_scripts, 20),
    "bundles of a shift": (files.bundles, 10),
    "house reglamentos": (files.reglamentos, 25),
}
OF_THE_HOUSE: dict[str, tuple[Callable[[House, int, int], Iterator[Outcome]], int]] = {
    "random evenings": (evenings.pages, 10),
    "the API as documented": (http.api_cases, 5),
    "pages": (http.pages, 10),
    "sockets": (sockets.messages, 10),
    "slips": (counter.slips, 10),
}

SHOWN = 10  # defects of a group
WARM = 0.3  # of a group's inputs: caches are filled, and from here on the memory must not grow
GROWTH = 24 * 2**20  # bytes that are noise
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Round:
    """What a group came to. `warm`, `after`: bytes of memory of the process that took the inputs."""

    counts: Counter[str] = field(default_factory=Counter)
    defects: list[Defect] = field(default_factory=list)
    warm: int = 0
    after: int = 0
    seconds: float = 0

    @property
    def inputs(self) -> int:
        return self.counts.total()

    def note(self, outcome: Outcome) -> None:
        self.counts["defect" if isinstance(outcome, Defect) else outcome] += 1
        if isinstance(outcome, Defect):
            self.defects.append(outcome)

    @property
    def is_flat(self) -> bool:
        return self.after - self.warm < GROWTH

    @property
    def holds(self) -> bool:
        return not self.defects and self.is_flat


def memory_of(pid: int) -> int:
    """Bytes that a process holds in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def go(group: Group, seed: int, inputs: int, pid: int | None = None, name: str = "inputs") -> Round:
    """Give a group its inputs. `pid`: of the process that takes them; this one, unless another is named."""
    found, begun = Round(), time.monotonic()
    with progress(name, inputs) as advance:
        for outcome in group(seed, inputs):
            found.note(outcome)
            advance(1)
            if not found.warm and found.inputs >= inputs * WARM:
                found.warm = memory_of(pid or os.getpid())
    found.after, found.seconds = memory_of(pid or os.getpid()), time.monotonic() - begun
    return found


def report(name: str, found: Round) -> Iterator[str]:
    """What to print of a group."""
    memory = f"{found.warm / 2**20:.0f} → {found.after / 2**20:.0f} MiB"
    yield f"{name}: {found.inputs} inputs in {found.seconds:.0f} s, {len(found.defects)} defects, memory {memory}"
    yield "    " + ", ".join(f"{word} {count}" for word, count in found.counts.most_common(12))
    for defect in found.defects[:SHOWN]:
        yield f"    DEFECT {defect.what}\n        {str(defect.given)[:2000]}"
    if not found.is_flat:
        yield "    DEFECT the memory grows"


def main() -> int:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="of all groups together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="the groups whose names contain this")
    options = parser.parse_args()
    rounds = list(all_rounds(options.seed, options.inputs, options.only))
    total = sum(found.inputs for found in rounds)
    print(f"{total} inputs, {sum(len(found.defects) for found in rounds)} defects")
    return 0 if all(found.holds for found in rounds) else 1


def all_rounds(seed: int, inputs: int, only: str = "") -> Iterator[Round]:
    """Each group with its share of the inputs, told as it ends."""
    for name, (group, share) in OF_FILES.items():
        if only in name:
            yield _told(name, go(group, seed, inputs * share // 100, name=name))
    if any(only in name for name in OF_THE_HOUSE):
        yield from _over_the_network(seed, inputs, only)


def _over_the_network(seed: int, inputs: int, only: str) -> Iterator[Round]:
    """A server takes them; in the end its log has no error, and its books are right."""
    with house() as there:
        for name, (ask, share) in OF_THE_HOUSE.items():
            if only in name:
                yield _told(name, go(partial(ask, there), seed, inputs * share // 100, there.pid, name))
        end = Round()
        for error in there.errors():
            end.note(Defect(error, there.log.name))
        end.note("audited" if (said := there.audit()) is None else Defect("the audit fails", said))
        yield _told("the log and the audit", end)


def _told(name: str, found: Round) -> Round:
    print("\n".join(report(name, found)), flush=True)
    return found
