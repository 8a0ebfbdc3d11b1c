"""Telling the house which tables have a console that is connected to this process (`tables.door.duty.tablets`)."""

import asyncio
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor

import structlog
from django.db import Error as DatabaseError

from casino.common import clock
from casino.common.refusals import Refusal
from casino.common.sql.in_threads import in_thread
from tables.door.duty import tablets
from tables.live.room import Subscriber

LEFT = 4410  # close code of a browser that goes to another page
LOOK = 1.0  # seconds until a console that has come is known

log = structlog.get_logger("live")
entering = ThreadPoolExecutor(1, thread_name_prefix="consoles")


async def enter_always(subscribers: Collection[Subscriber]) -> None:
    """Enter the consoles among these subscribers at once, when others have come or gone, and every few seconds, until
    cancelled."""
    known: dict[str, str] | None = None
    entered = 0.0
    while True:
        here = _consoles(subscribers)
        if here != known or clock.elapsed() - entered >= tablets.EVERY:
            try:
                await in_thread(entering, tablets.enter, here)
                known, entered = here, clock.elapsed()
            except (DatabaseError, Refusal) as error:  # busy or away: the next look tries again
                log.warning("the consoles cannot be entered", error=str(error))
        await asyncio.sleep(LOOK)


async def leave(one: Subscriber) -> None:
    """Note that whoever worked there went to another page: its table has not lost its tablet."""
    for slug in _consoles([one]):
        try:
            await in_thread(entering, tablets.leave, slug)
        except (DatabaseError, Refusal) as error:
            log.warning("a console that has left cannot be entered", error=str(error))


def _consoles(subscribers: Collection[Subscriber]) -> dict[str, str]:
    """Slug → the login at its console."""
    return {
        one.topic: one.identity.caller.actor.name
        for one in subscribers
        if one.topic
        and one.audience.screen
        and one.identity.caller.actor.role in one.audience.screen.tablet_of
    }
