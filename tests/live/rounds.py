"""The rounds of a house in full play: something happens to it, and what must hold after it."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.live.checking import Histories, Proofs, versions_of
from tests.live.checks import prove_stack
from tests.live.histories.operation import Operation
from tests.live.house import Broken, House, house
from tests.live.play import EVERY_TABLE, Play

GIVEN_UP = 60.0  # seconds after which a screen or an answer is not waited for any more


@dataclass
class Round:
    """What a round has seen. `began`, `ended`: when it happened; `screens`: seconds from its end until all screens
    were right; `repeated`: operations that were answered after a loss."""

    what: str
    began: float
    ended: float
    screens: float
    operations: list[Operation]
    repeated: int


class Rounds:
    """The rounds of one house. Nothing that was answered may be lost or doubled, what clients saw must have happened in
    some order, and every screen must come to the newest version."""

    def __init__(self, house: House, play: Play) -> None:
        self.house, self.play = house, play

    async def begin(self) -> None:
        """Everybody sits down, and plays once all screens are right. Raises Broken."""
        self._histories = Histories(self.play.first())
        with self.house.statements() as statements:
            self._proofs = Proofs(statements)
        self.play.begin()
        await self._all_right(self._versions())
        self.play.gate.open()

    async def round(self, what: str, happens: Awaitable[None]) -> Round:
        """Let it happen while people play, and prove what must hold. Raises Broken."""
        repeated, began = self.play.seen.repeated, time.monotonic()
        await happens
        ended = time.monotonic()
        screens = await self._all_right(self._versions())
        try:
            await asyncio.wait_for(self.play.gate.close(), GIVEN_UP)
        except TimeoutError:
            raise Broken(f"{what}: somebody had no answer for {GIVEN_UP} s") from None
        versions = self._versions()
        screens = max(screens, await self._all_right(versions))
        operations = self.play.seen.take()
        await self._prove(what, operations, versions)
        self.play.gate.open()
        return Round(what, began, ended, screens, operations, self.play.seen.repeated - repeated)

    def _versions(self) -> dict[str, int]:
        with self.house.statements() as statements:
            found = versions_of(statements)
        return found | {EVERY_TABLE: sum(found.values())}

    async def _all_right(self, versions: dict[str, int]) -> float:
        """Seconds until every screen shows these versions, or newer ones, as live. Raises Broken if one never does."""
        start, screens = time.monotonic(), self.play.screens
        try:
            async with asyncio.timeout(GIVEN_UP), asyncio.TaskGroup() as waiting:
                for screen in screens:
                    waiting.create_task(screen.right(versions[screen.table]))
        except TimeoutError:
            late = [each for each in screens if not each.is_right(versions[each.table])]
            told = [f"{each.name} at {each.version}, {'up' if each.is_up else 'down'}" for each in late]
            raise Broken(f"screens are not right after {GIVEN_UP} s: {told}") from None
        return time.monotonic() - start

    async def _prove(self, what: str, operations: list[Operation], versions: dict[str, int]) -> None:
        with self.house.statements() as statements:
            found = self._proofs.once_each(statements, operations)
        found += [
            f"{screen.name} shows {screen.version}, the table is at {versions[screen.table]}"
            for screen in self.play.screens
            if screen.table != EVERY_TABLE and screen.version != versions[screen.table]
        ]
        found += self.play.failures()
        played = {table["slug"]: versions[table["slug"]] for table in self.play.tables}
        found += await asyncio.to_thread(self._histories.check, operations, played)
        if found:
            raise Broken(f"{what}: " + "\n".join(found[:10]))

    def told(self) -> str:
        """What became of all attempts, 0 where no answer came."""
        lost = sum(bool(screen.closings) for screen in self.play.screens)
        return (
            f"{len(self.play.screens)} sockets, {lost} of them lost at some time; "
            f"attempts by status: {dict(sorted(self.play.seen.statuses.items()))}"
        )


@asynccontextmanager
async def in_play(
    folder: Path, tables: int, seed: str, pace: float, others: float = 1.0
) -> AsyncIterator[Rounds]:
    """The rounds of a house that is in full play, and all that must hold at its end. Raises Broken."""
    async with house(folder, tables + 1) as here:
        await prove_stack(here)
        rounds = Rounds(here, Play(here, seed, pace, others))
        try:
            await rounds.begin()
            yield rounds
        finally:
            await rounds.play.end()
            print(rounds.told(), flush=True)
