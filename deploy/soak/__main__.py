"""`make soak`."""

import argparse
import asyncio
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from casino.common.progress import carry_out, progress
from deploy.faults.checking import Checker
from deploy.faults.house import House, furnish
from deploy.faults.place import Place, close_house, open_house, place
from deploy.faults.proofs import Proofs, versions_of
from deploy.soak.memory import Memory

MINUTES, TABLES = 60.0, 60
SHORT_MINUTES, SHORT_TABLES = 2.0, 12
PACE, OTHERS = 1.5, 4.0  # seconds between two acts of a robot; how much rarer than usual the others act
AT_A_TIME = 30.0  # seconds of play, after which everybody stands still and all is compared
RIGHT = 10.0  # seconds within which every screen must be right then
WARM = 0.3  # of the time: the least after which memory must be flat
IN_FIRST_SHOE = "SELECT count(*) FROM tables_table WHERE (state::json->>'shoes')::int < 2"


def main() -> None:
    """Play, compare, and print the figures. Exits with 1 if a promise is broken."""
    parser = argparse.ArgumentParser(prog="make soak")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--pace", type=float, default=PACE, help="seconds between two acts of a robot")
    short = "two minutes at twelve tables, as in CI: too little to say anything of memory"
    parser.add_argument("--short", action="store_true", help=short)
    given = parser.parse_args()
    if given.short:
        given.minutes, given.tables = SHORT_MINUTES, SHORT_TABLES
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # what was started is ended first
    folder = Path(tempfile.mkdtemp(prefix="novamas-soak-"))
    try:
        broken = asyncio.run(_run(folder, given))
    except KeyboardInterrupt:
        shutil.rmtree(folder)
        raise
    for line in broken:
        print(f"NO {line}")
    if broken:
        sys.exit(f"what the servers said: {folder}")
    shutil.rmtree(folder)


async def _run(folder: Path, given: argparse.Namespace) -> list[str]:
    checker = Checker()
    try:
        async with place(folder) as here:
            tables = await furnish(here, given.tables)
            await open_house(here, "soak")
            house = House(here, tables, "soak", given.pace, OTHERS)
            soak = Soak(here, house, checker)
            try:
                await soak.run(given.minutes * 60, of_memory=not given.short)
            finally:
                await house.end()
            soak.broken += [
                f"the workers ended with {found}" for found in [await close_house(here)] if any(found)
            ]
            print((await here.manage("audit")).strip().splitlines()[-1])
            return soak.broken
    finally:
        checker.close()


class Soak:
    """The play of one house, and what is found of it."""

    def __init__(self, here: Place, house: House, checker: Checker) -> None:
        self._here, self._house, self._checker = here, house, checker
        self.broken: list[str] = []
        self._answered = 0

    async def run(self, seconds: float, *, of_memory: bool) -> None:
        """So long. `of_memory`: whether that must be flat, too."""
        self._checker.begin(await self._house.first())
        with self._here.statements() as statements:
            self._proofs = Proofs(statements)
        self._house.begin()
        self._house.gate.open()
        start, memory = time.monotonic(), Memory(self._here.workers())
        with progress("seconds", round(seconds)) as advance:
            while (at := time.monotonic() - start) < seconds:
                await asyncio.sleep(min(AT_A_TIME, seconds - at))
                in_first_shoe = self._in_first_shoe()
                await self._compare()
                memory.look(now := time.monotonic() - start, is_warm=not in_first_shoe)
                advance(round(now - at))
                print(
                    f"{now / 60:5.1f} min, {self._answered} answers, {memory.told()}, "
                    f"{in_first_shoe} tables in their first shoe",
                    flush=True,
                )
        self.broken += memory.growth(WARM) if of_memory else []
        self._end()

    def _in_first_shoe(self) -> int:
        """How many tables have not come to their second shoe: what is kept of a table and of its screens grows with its
        shoe."""
        with self._here.statements() as statements:
            [(count,)] = statements.execute(IN_FIRST_SHOE).fetchall()
        return int(count)

    async def _compare(self) -> None:
        """Everybody stands still: database, clients and screens say the same."""
        await self._house.gate.close()
        with self._here.statements() as statements:
            versions = versions_of(statements)
            operations = self._house.ledger.take()
            self.broken += self._proofs.once_each(statements, operations)
        self._answered += len(operations)
        self.broken += await asyncio.wrap_future(self._checker.check(operations, versions))
        self.broken += await self._wrong_screens(versions)
        self._house.gate.open()

    async def _wrong_screens(self, versions: dict[str, int]) -> list[str]:
        screens = [screen for screen in self._house.screens if screen.table in versions]
        try:
            async with asyncio.timeout(RIGHT), asyncio.TaskGroup() as waiting:
                for screen in screens:
                    waiting.create_task(screen.right(versions[screen.table]))
        except TimeoutError:
            wrong = [screen for screen in screens if not screen.is_right(versions[screen.table])]
            return [f"{screen.name} shows {screen.version} of {versions[screen.table]}" for screen in wrong]
        return []

    def _end(self) -> None:
        ledger = self._house.ledger
        lost = [f"{one.name} was closed with {one.closings}" for one in self._house.screens if one.closings]
        self.broken += lost + [f"{times} × {what}" for what, times in ledger.errors.items()]
        self.broken += [f"{type(error).__name__}: {error}" for error in self._house.failures()]
        statuses = ", ".join(
            f"{status or 'no answer'}: {times}" for status, times in sorted(ledger.statuses.items())
        )
        print(f"{len(self._house.screens)} sockets, {len(lost)} lost; attempts by status: {statuses}")


if __name__ == "__main__":
    carry_out(main)
