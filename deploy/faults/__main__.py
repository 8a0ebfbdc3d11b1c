"""`make faults`."""

import argparse
import asyncio
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from casino.common.progress import carry_out, progress
from deploy.faults.checking import Checker
from deploy.faults.figures import Figures
from deploy.faults.house import furnish
from deploy.faults.kinds import KINDS, possible
from deploy.faults.place import Place, place
from deploy.faults.trial import Broken, house_of_rounds

ROUNDS, TABLES, IN_A_HOUSE = 50, 20, 100
PACE = 1.0
SHORT_ROUNDS, SHORT_TABLES = 6, 6
SHORT_KINDS = (
    "worker-killed",
    "postgres-backend-killed",
    "door-deaf",
    "postgres-deaf",
    "redis-killed",
    "worker-restarted",
)


def main() -> None:
    """Run the rounds and print the figures. Exits with 1 if a promise is broken."""
    parser = argparse.ArgumentParser(prog="make faults")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument(
        "--short", action="store_true", help="six rounds of six kinds at six tables, as in CI"
    )
    parser.add_argument(
        "--only", action="append", choices=KINDS, help="only this kind of fault; may be repeated"
    )
    parser.add_argument("--seed", default="", help="another order of faults and acts")
    parser.add_argument("--pace", type=float, default=PACE, help="seconds between two acts of a robot")
    given = parser.parse_args()
    if given.short:
        given.rounds, given.tables, given.only = SHORT_ROUNDS, SHORT_TABLES, list(SHORT_KINDS)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # what was started is ended first
    folder = Path(tempfile.mkdtemp(prefix="novamas-faults-"))
    began, figures = time.monotonic(), Figures()
    try:
        with progress("rounds", given.rounds) as figures.advance:
            asyncio.run(_run(folder, given, figures))
    except Broken as error:
        print(f"NO {error}\nWhat the servers said: {folder}", flush=True)
        figures.broken = figures.broken or [str(error)]
    except KeyboardInterrupt:
        shutil.rmtree(folder)
        raise
    except SystemExit:
        print("stopped before its end", flush=True)
    print(f"\n{figures.table()}\n\n{figures.summary()}\n{time.monotonic() - began:.0f} s")
    for line in (*figures.late, *(f"{times} × {what}" for what, times in figures.errors.items())):
        print(line)
    # How fast it is says nothing on a machine that does ten other things.
    if figures.broken or figures.errors or (figures.late and not given.short):
        sys.exit(1)
    shutil.rmtree(folder)


async def _run(folder: Path, given: argparse.Namespace, figures: Figures) -> None:
    checker = Checker()
    try:
        async with place(folder) as here:
            tables = await furnish(here, given.tables)
            deck = _deck(here, given)
            for first in range(1, given.rounds + 1, IN_A_HOUSE):
                numbers = range(first, min(first + IN_A_HOUSE, given.rounds + 1))
                await house_of_rounds(here, tables, checker, figures, numbers, deck, given.pace)
    finally:
        checker.close()


def _deck(here: Place, given: argparse.Namespace) -> Iterator[str]:
    """Every kind in turn, shuffled anew each time."""
    can = possible(here)
    for name in sorted(KINDS.keys() - can.keys()):
        print(f"–  {name}: not on this machine")
    names = [name for name in given.only or can if name in can]
    chance = Random(given.seed)  # noqa: S311 (any will do)
    while True:
        yield from chance.sample(names, len(names))


if __name__ == "__main__":
    carry_out(main)
