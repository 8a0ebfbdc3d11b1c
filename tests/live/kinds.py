"""What can fail, and how it ends again. Each fault returns once everything runs as before."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from random import Random

from tests.live.house import LINES, Broken, House
from tests.live.lines import CUT, DEAF, OPEN, SLOW, STALLED
from tests.live.services import Service

Fault = Callable[[House, Random], Awaitable[None]]
LASTS = (0.3, 1.2)  # seconds, of what does not end by itself
# Seconds, more than anything in the product or the database waits (`casino.common.environment.LIMITS`)
LASTS_LONG = 14.0

TRIES = 200  # to freeze a worker while it has a row of a table
JUMPS = (7200, -7200, 2400, -420, 61, -61, 5, -5)  # seconds
IDLE = (
    "SELECT 1 FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database()"
)


def possible(house: House) -> dict[str, Fault]:
    """Those that this machine can have."""
    lacking = set() if house.is_small else {"disk-full"}
    lacking |= set() if house.clocks else {"clock-jumps"}
    return {name: fault for name, fault in KINDS.items() if name not in lacking}


async def lasts(chance: Random) -> None:
    """Wait a moment."""
    await asyncio.sleep(chance.uniform(*LASTS))


async def restart(service: Service) -> None:
    """Start it as whoever watches over it would: again and again, until it runs."""
    for _ in range(5):
        if service.runs:
            await service.kill()
        with suppress(RuntimeError):
            await service.start()
            return
    raise RuntimeError(f"{service.name} does not come back: see {service.log}")


def _some(house: House, chance: Random, name: str) -> list[Service]:
    workers = house.workers()
    return {"workers": workers, "worker": [chance.choice(workers)]}.get(name) or [house.services[name]]


async def killed(name: str, house: House, chance: Random) -> None:
    """kill -9 of all its processes."""
    services = _some(house, chance, name)
    await asyncio.gather(*(service.kill() for service in services))
    await lasts(chance)
    await asyncio.gather(*map(restart, services))


async def frozen(name: str, house: House, chance: Random) -> None:
    """SIGSTOP of all its processes, in the middle of whatever it does."""
    [service] = _some(house, chance, name)
    service.freeze()
    await lasts(chance)
    service.thaw()


async def restarted(name: str, house: House, chance: Random) -> None:
    """Stopped in order, with status 0, and started again."""
    [service] = _some(house, chance, name)
    if (status := await service.stop()) != 0:
        raise Broken(f"{service.name} was stopped and ended with {status}")
    await restart(service)


async def worker_frozen_long(house: House, chance: Random) -> None:
    """SIGSTOP of one worker within a transaction, if it can be met there, for longer than everything waits."""
    worker = chance.choice(house.workers())
    with house.statements() as looks:
        for _ in range(TRIES):
            worker.freeze()
            await asyncio.sleep(0.02)
            if looks.execute(IDLE).fetchone():
                break
            worker.thaw()
            await asyncio.sleep(0.01)
        else:
            worker.freeze()
    await asyncio.sleep(LASTS_LONG)
    worker.thaw()


async def row_locked(house: House, chance: Random) -> None:
    """An administrator has locked the row of a table, and has gone for a coffee."""
    with house.statements() as keeps, keeps.transaction():
        tables = keeps.execute("SELECT id FROM tables_table ORDER BY id").fetchall()
        keeps.execute("SELECT 1 FROM tables_table WHERE id = %s FOR UPDATE", chance.choice(tables))
        await asyncio.sleep(LASTS_LONG)


async def backend_killed(house: House, chance: Random) -> None:
    """kill -9 of one process of PostgreSQL: it ends all others and recovers."""
    postgres = house.services["postgres"]
    with suppress(ProcessLookupError, IndexError):
        os.kill(chance.choice(postgres.processes()[1:]), signal.SIGKILL)
    await asyncio.sleep(0.05)
    await postgres.wait_until_ready()


async def on_lines(kind: str, mode: str, house: House, chance: Random) -> None:
    """One worker's line fails, or both do."""
    lines = [name for name in LINES if name.startswith(kind)]
    chosen = lines if chance.random() < 0.3 else [chance.choice(lines)]
    await house.set_lines(dict.fromkeys(chosen, mode))
    await lasts(chance)
    await house.set_lines(dict.fromkeys(chosen, OPEN))


async def disk_full(house: House, chance: Random) -> None:
    """Not one block is left for the database. It may end of that, and then it is started again."""
    house.fill_disk()
    try:
        await lasts(chance)
    finally:
        house.free_disk()
    postgres = house.services["postgres"]
    if postgres.runs:
        await postgres.wait_until_ready()
    else:
        await restart(postgres)


async def clock_jumps(house: House, chance: Random) -> None:
    """The clock of one worker jumps, and back."""
    clock = chance.choice([*house.clocks.values()])
    clock.set(chance.choice(JUMPS))
    await lasts(chance)
    clock.set(0)


async def two_at_once(house: House, chance: Random) -> None:
    """A line fails while something else dies."""
    lines = [name for name in KINDS if name.startswith(("door-", "redis-s", "redis-d", "redis-c"))]
    others = ["worker-killed", "worker-frozen", "postgres-backend-killed", "postgres-frozen"]
    await asyncio.gather(*(KINDS[chance.choice(some)](house, chance) for some in (lines, others)))


KINDS: dict[str, Fault] = {
    **{
        f"{name}-killed": partial(killed, name)
        for name in ("worker", "workers", "postgres", "redis", "nginx")
    },
    **{f"{name}-frozen": partial(frozen, name) for name in ("worker", "postgres", "redis")},
    **{f"{name}-restarted": partial(restarted, name) for name in ("worker", "postgres", "redis")},
    **{
        f"{kind}-{mode}": partial(on_lines, kind, mode)
        for kind in ("door", "postgres", "redis")
        for mode in (CUT, STALLED, SLOW, DEAF)
    },
    "worker-frozen-long": worker_frozen_long,
    "row-locked": row_locked,
    "postgres-backend-killed": backend_killed,
    "disk-full": disk_full,
    "clock-jumps": clock_jumps,
    "two-at-once": two_at_once,
}
LONG = frozenset({"worker-frozen-long", "row-locked"})
STOPS_ONE_TABLE = frozenset({"row-locked"})
