"""The rounds: play, a fault, and what must hold after it."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import Future
from random import Random

from deploy.faults.checking import Checker
from deploy.faults.clients import PATIENCE
from deploy.faults.figures import Figures, Round
from deploy.faults.house import EVERY_TABLE, House
from deploy.faults.kinds import LONG, STOPS_ONE_TABLE, possible
from deploy.faults.place import Place, close_house, open_house
from deploy.faults.proofs import Proofs, versions_of
from deploy.faults.screens import LAST_WAIT
from deploy.histories.operation import COMMAND, Json, Operation

CALM = (0.2, 0.6)  # seconds of play before a fault
RIGHT_AGAIN = 3.0  # seconds that screens may take after a fault's end
GIVEN_UP = 60.0  # seconds after which a screen or an answer is not waited for any more


class Broken(Exception):
    """A promise is broken: the run ends here."""


class Trial:
    """The rounds of one house. `deck`: the kinds of faults, in the order in which they come."""

    def __init__(self, here: Place, house: House, checker: Checker, figures: Figures, chance: Random) -> None:
        self._here, self._house, self._checker, self._figures = here, house, checker, figures
        self._chance = chance
        self._checks: list[Future[list[str]]] = []

    async def run(self, numbers: range, deck: Iterator[str]) -> None:
        """These rounds. Raises Broken."""
        self._checker.begin(await self._house.first())
        with self._here.statements() as statements:
            self._proofs = Proofs(statements)
        self._house.begin()
        await self._all_right(self._versions())
        self._house.gate.open()
        for number in numbers:
            await self._round(number, next(deck))
            self._collect(wait=False)
        self._collect(wait=True)

    async def _round(self, number: int, kind: str) -> None:
        await asyncio.sleep(self._chance.uniform(*CALM))
        before, began = self._house.ledger.repeated, time.monotonic()
        await possible(self._here)[kind](self._here, self._chance)
        ended = time.monotonic()
        screens = await self._all_right(self._versions())
        await self._stand_still()
        versions = self._versions()
        last = await self._all_right(versions)
        operations = self._house.ledger.take()
        self._prove(number, kind, operations, versions)
        if kind in STOPS_ONE_TABLE:
            self._prove_others(number, kind, operations, began + PATIENCE, ended)
        answers = self._answers_again(operations, ended)
        repeated = self._house.ledger.repeated - before
        slowest = max(screens, last)
        row = Round(number, kind, ended - began, slowest, answers, len(operations), repeated)
        self._note(row)
        self._house.gate.open()

    def _versions(self) -> dict[str, int]:
        with self._here.statements() as statements:
            found = versions_of(statements)
        return found | {EVERY_TABLE: sum(found.values())}

    async def _all_right(self, versions: dict[str, int]) -> float:
        """Seconds until every screen shows these versions, or newer ones, as live. Raises Broken if one never does."""
        start = time.monotonic()
        try:
            async with asyncio.timeout(GIVEN_UP), asyncio.TaskGroup() as waiting:
                for screen in self._house.screens:
                    waiting.create_task(screen.right(versions[screen.table]))
        except TimeoutError:
            late = [each for each in self._house.screens if not each.is_right(versions[each.table])]
            told = [f"{each.name} at {each.version}, {'up' if each.is_up else 'down'}" for each in late]
            raise Broken(f"screens are not right after {GIVEN_UP} s: {told}") from None
        return time.monotonic() - start

    async def _stand_still(self) -> None:
        try:
            await asyncio.wait_for(self._house.gate.close(), GIVEN_UP)
        except TimeoutError:
            raise Broken(f"somebody had no answer for {GIVEN_UP} s") from None

    def _prove(self, number: int, kind: str, operations: list[Operation], versions: dict[str, int]) -> None:
        versions = {table: version for table, version in versions.items() if table != EVERY_TABLE}
        with self._here.statements() as statements:
            found = self._proofs.once_each(statements, operations)
        for screen in self._house.screens:
            if screen.table in versions and screen.version != versions[screen.table]:
                found.append(
                    f"{screen.name} shows {screen.version}, the table is at {versions[screen.table]}"
                )
        found += [f"{type(error).__name__}: {error}" for error in self._house.failures()]
        if found:
            self._figures.broken += found
            raise Broken(f"round {number}, {kind}: " + "\n".join(found[:10]))
        self._checks.append(self._checker.check(operations, versions))

    def _prove_others(
        self, number: int, kind: str, operations: list[Operation], since: float, until: float
    ) -> None:
        """That no more than one table had no answer meanwhile. Raises Broken."""
        answered = {one.table for one in operations if one.kind == COMMAND and since < one.answered < until}
        silent = {screen.table for screen in self._house.screens} - {EVERY_TABLE} - answered
        if len(silent) > 1:
            raise Broken(
                f"round {number}, {kind}: {len(silent)} tables stood still: {', '.join(sorted(silent))}"
            )

    def _answers_again(self, operations: list[Operation], ended: float) -> float:
        """Seconds until everybody who asked at a table had an answer after the fault's end."""
        first: dict[str, float] = {}
        for one in operations:
            if one.answered >= ended:
                first[one.table] = min(first.get(one.table, one.answered), one.answered)
        return max((at - ended for at in first.values()), default=0.0)

    def _note(self, row: Round) -> None:
        self._figures.rounds.append(row)
        self._figures.advance(1)
        allowed = RIGHT_AGAIN + (
            1.5 * LAST_WAIT if row.kind in LONG else 0
        )  # who was away for long looks rarely
        if row.screens > allowed:
            self._figures.late.append(f"round {row.number}, {row.kind}: {row.screens:.1f} s")
        print(
            f"{'ok' if row.screens <= allowed else 'LATE'} {row.number:4} {row.kind:24} "
            f"{row.operations:4} operations, {row.repeated:3} repeated, answers after {row.answers:.1f} s, "
            f"screens after {row.screens:.1f} s",
            flush=True,
        )

    def _collect(self, *, wait: bool) -> None:
        for check in [check for check in self._checks if wait or check.done()]:
            self._checks.remove(check)
            if found := check.result():
                self._figures.broken += found
                raise Broken("\n".join(found))


async def house_of_rounds(
    here: Place,
    tables: list[Json],
    checker: Checker,
    figures: Figures,
    numbers: range,
    deck: Iterator[str],
    pace: float,
) -> None:
    """A new house, its rounds, its end in order, and its audit. Raises Broken."""
    name = f"house_{numbers.start}"
    await open_house(here, name)
    house = House(here, tables, name, pace)
    try:
        await Trial(here, house, checker, figures, Random(name)).run(numbers, deck)  # noqa: S311 (any will do)
    finally:
        await house.end()
        figures.statuses += house.ledger.statuses
        figures.errors += house.ledger.errors
    statuses = await close_house(here)
    if statuses != [0, 0]:
        raise Broken(f"the workers ended with {statuses}")
    print((await here.manage("audit")).strip().splitlines()[-1], flush=True)
    figures.audits += 1
