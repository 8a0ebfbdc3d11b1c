"""What can fail, and how it ends again. Each fault returns once everything runs as before."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

from deploy.faults.lines import CUT, DEAF, OPEN, SLOW, STALLED
from deploy.faults.place import LINES, Place
from deploy.faults.services import Service

Fault = Callable[[Place, Random], Awaitable[None]]
KINDS: dict[str, Fault] = {}
LASTS = (0.3, 1.2)  # seconds, of what does not end by itself
LASTS_LONG = (
    14.0  # seconds: more than anything in the product or the database waits (`casino.environment.LIMITS`)
)
LONG = frozenset({"worker-frozen-long", "row-locked"})
STOPS_ONE_TABLE = frozenset({"row-locked"})
TRIES = 200  # to freeze a worker while it has a row of a table
JUMPS = (7200, -7200, 2400, -420, 61, -61, 5, -5)  # seconds
SMALL_DISK, OWN_CLOCK = "disk-full", "clock-jumps"


IDLE = (
    "SELECT 1 FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database()"
)


def possible(place: Place) -> dict[str, Fault]:
    """Those that this machine can have."""
    lacking = {SMALL_DISK} if not place.is_small else set()
    lacking |= {OWN_CLOCK} if not place.clocks else set()
    return {name: fault for name, fault in KINDS.items() if name not in lacking}


def fault(name: str) -> Callable[[Fault], Fault]:
    """Register a fault."""

    def register(function: Fault) -> Fault:
        KINDS[name] = function
        return function

    return register


async def _lasts(chance: Random) -> None:
    await asyncio.sleep(chance.uniform(*LASTS))


async def restart(service: Service) -> None:
    """As whoever watches over the service would: again and again, until it runs."""
    for _ in range(5):
        if service.runs:
            await service.kill()
        with suppress(RuntimeError):
            await service.start()
            return
    raise RuntimeError(f"{service.name} does not come back: see {service.log}")


async def _killed(service: Service, chance: Random) -> None:
    await service.kill()
    await _lasts(chance)
    await restart(service)


async def _frozen(services: list[Service], chance: Random) -> None:
    for service in services:
        service.freeze()
    await _lasts(chance)
    for service in services:
        service.thaw()


async def _stopped(service: Service) -> None:
    await service.stop()
    await restart(service)


def _one_worker(place: Place, chance: Random) -> Service:
    return chance.choice(place.workers())


@fault("worker-killed")
async def worker_killed(place: Place, chance: Random) -> None:
    """kill -9 of one worker."""
    await _killed(_one_worker(place, chance), chance)


@fault("workers-killed")
async def workers_killed(place: Place, chance: Random) -> None:
    """kill -9 of both."""
    await asyncio.gather(*(_killed(worker, chance) for worker in place.workers()))


@fault("worker-frozen")
async def worker_frozen(place: Place, chance: Random) -> None:
    """SIGSTOP of one worker, in the middle of whatever it does."""
    await _frozen([_one_worker(place, chance)], chance)


@fault("worker-frozen-long")
async def worker_frozen_long(place: Place, chance: Random) -> None:
    """SIGSTOP of one worker within a transaction, if it can be met there, for longer than everything waits."""
    worker = _one_worker(place, chance)
    with place.statements() as looks:
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


@fault("row-locked")
async def row_locked(place: Place, chance: Random) -> None:
    """An administrator has locked the row of a table, and has gone for a coffee."""
    with place.statements() as keeps, keeps.transaction():
        tables = keeps.execute("SELECT id FROM tables_table ORDER BY id").fetchall()
        keeps.execute("SELECT 1 FROM tables_table WHERE id = %s FOR UPDATE", chance.choice(tables))
        await asyncio.sleep(LASTS_LONG)


@fault("worker-restarted")
async def worker_restarted(place: Place, chance: Random) -> None:
    """SIGTERM of one worker: in order, with status 0."""
    await _stopped(_one_worker(place, chance))


@fault("redis-killed")
async def redis_killed(place: Place, chance: Random) -> None:
    """kill -9."""
    await _killed(place.services["redis"], chance)


@fault("redis-frozen")
async def redis_frozen(place: Place, chance: Random) -> None:
    """SIGSTOP."""
    await _frozen([place.services["redis"]], chance)


@fault("redis-restarted")
async def redis_restarted(place: Place, chance: Random) -> None:
    """SIGTERM."""
    await _stopped(place.services["redis"])


@fault("postgres-killed")
async def postgres_killed(place: Place, chance: Random) -> None:
    """kill -9 of all its processes."""
    await _killed(place.services["postgres"], chance)


@fault("postgres-backend-killed")
async def postgres_backend_killed(place: Place, chance: Random) -> None:
    """kill -9 of one of its processes: it ends all others and recovers."""
    postgres = place.services["postgres"]
    with suppress(ProcessLookupError, IndexError):
        os.kill(chance.choice(postgres.processes()[1:]), signal.SIGKILL)
    await asyncio.sleep(0.05)
    await postgres.wait_until_ready()


@fault("postgres-frozen")
async def postgres_frozen(place: Place, chance: Random) -> None:
    """SIGSTOP of all its processes."""
    await _frozen([place.services["postgres"]], chance)


@fault("postgres-restarted")
async def postgres_restarted(place: Place, chance: Random) -> None:
    """SIGINT: it ends all connections and stops."""
    await _stopped(place.services["postgres"])


@fault("nginx-killed")
async def nginx_killed(place: Place, chance: Random) -> None:
    """kill -9."""
    await _killed(place.services["nginx"], chance)


def _line_fault(kind: str, mode: str) -> None:
    @fault(f"{kind}-{mode}")
    async def on_lines(place: Place, chance: Random) -> None:
        """One worker's line, or both."""
        lines = [name for name in LINES if name.startswith(kind)]
        chosen = lines if chance.random() < 0.3 else [chance.choice(lines)]
        await place.set_lines(dict.fromkeys(chosen, mode))
        await _lasts(chance)
        await place.set_lines(dict.fromkeys(chosen, OPEN))


for _kind in ("door", "postgres", "redis"):
    for _mode in (CUT, STALLED, SLOW, DEAF):
        _line_fault(_kind, _mode)


@fault(SMALL_DISK)
async def disk_full(place: Place, chance: Random) -> None:
    """Not one block is left for the database. It may end of that, and then it is started again."""
    place.fill_disk()
    try:
        await _lasts(chance)
    finally:
        place.free_disk()
    postgres = place.services["postgres"]
    if postgres.runs:
        await postgres.wait_until_ready()
    else:
        await restart(postgres)


@fault(OWN_CLOCK)
async def clock_jumps(place: Place, chance: Random) -> None:
    """The clock of one worker jumps, and back."""
    clock = chance.choice([*place.clocks.values()])
    clock.set(chance.choice(JUMPS))
    await _lasts(chance)
    clock.set(0)


@fault("two-at-once")
async def two_at_once(place: Place, chance: Random) -> None:
    """A line fails while something else dies."""
    lines = [name for name in possible(place) if name.startswith(("door-", "redis-s", "redis-d", "redis-c"))]
    others = ["worker-killed", "worker-frozen", "postgres-backend-killed", "postgres-frozen"]
    await asyncio.gather(
        KINDS[chance.choice(lines)](place, chance), KINDS[chance.choice(others)](place, chance)
    )
