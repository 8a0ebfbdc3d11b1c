"""What a run of the benchmarks has: its size, the servers that answer, and a folder of its own."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Bench:
    """`postgres`, `redis`: addresses of servers that answer, or None. `folder` is deleted afterwards.

    `seconds`: how long a timed round lasts. `closing` is unwound at the end of each group of rows, also after Ctrl-C.
    `numbers`: for what each house has of its own.
    """

    folder: Path
    rounds: int = 5
    seconds: float = 0.5
    postgres: str | None = None
    redis: str | None = None
    closing: ExitStack = field(default_factory=ExitStack)
    numbers: Iterator[int] = field(default_factory=count)
    begun: float = field(default_factory=time.monotonic)
    tell: Callable[[str], None] = lambda what: None

    def say(self, what: str) -> None:
        """Tell what is going on, to whoever looks at a terminal."""
        self.tell(what)
