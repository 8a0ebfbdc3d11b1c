"""What tells the screens, as somebody might write it tomorrow. Each function is given the right one."""

import asyncio
from contextlib import suppress
from typing import Any
from unittest.mock import patch

from django.db import DatabaseError
from redis.exceptions import RedisError

from casino.common import clock
from tables import notify
from tables.live import hub as live_hub
from tables.live import queries
from tables.live.hub import Hub
from tables.live.mailbox import News
from tables.live.notifications import Notifications
from tables.live.room import Room
from tables.live.rooms import Rooms
from tables.live.rounds import Rounds
from tables.live.turns import Turns
from tables.notify import ANYTHING, Change


def dead_card_key(right: Any) -> Any:
    """A version with which nothing on the screen changes is told as a heartbeat, which moves no page's version."""

    def tell(hub: Hub, room: Room, audience: Any, followers: Any, changed: Any) -> None:
        if changed == {} and followers and followers[0].topic is not None:
            for follower in followers:
                follower.mailbox.put(News(None, room.version, {}))
        else:
            right(hub, room, audience, followers, changed)

    return tell


def always_fresh(right: Any) -> Any:
    """A rendering never becomes old."""

    def update(room: Room, fresh: Any) -> Any:
        changed = right(room, fresh)
        room.read_at = float("inf")
        return changed

    return update


def told_before_commit(right: Any) -> Any:
    """The notification does not wait for the end of the transaction."""

    def on_commit(work: Any, using: Any = None, robust: bool = False) -> None:
        work()

    return on_commit


def no_healing(right: Any) -> Any:
    """A heartbeat does not compare the tables' versions with what has been told."""
    return lambda hub, slug, version: None


def no_healing_beside(right: Any) -> Any:
    """A heartbeat does not ask what has changed beside the game."""

    return lambda since, now: {}


def stale_forgotten(right: Any) -> Any:
    """What changed beside the game is forgotten where the rendering that should show it fails."""

    def on_change(hub: Hub, change: Change) -> None:
        right(hub, Change(change.topic, 0) if change == Change(change.topic, 0, ANYTHING) else change)

    return on_change


def change_lost_while_rendering(right: Any) -> Any:
    """What is asked for while a topic is in work is not done again."""

    def ask(turns: Turns, topic: str) -> None:
        if topic not in turns._in_work:
            right(turns, topic)

    return ask


def topic_stays_in_work(right: Any) -> Any:
    """A topic that was asked for while it was in work is not queued again."""

    async def worker(turns: Turns) -> None:
        while True:
            topic = await turns._queue.get()
            turns._in_work.add(topic)
            await turns._work(topic)
            turns._in_work.discard(topic)
            turns._queued.discard(topic)

    return worker


def parts_are_not_merged(right: Any) -> Any:
    """What waits in a mailbox is replaced by what comes after it."""
    return lambda news, older: news if older is None or news.version >= older.version else older


def next_before_shown(right: Any) -> Any:
    """A browser is sent the next message before it has shown the last."""
    return lambda mailbox, send, *, confirmed: right(mailbox, send, confirmed=False)


def by_the_time_of_day(right: Any) -> Any:
    """How long something has taken is measured with a clock that somebody may set."""
    return lambda: clock.now().timestamp()


def stuck_for_ever(right: Any) -> Any:
    """A client that takes nothing is never closed."""
    return lambda mailbox: 0.0


def heartbeat_in_advance(right: Any) -> Any:
    """A heartbeat says another version than the one that has been sent."""

    def version_for(rooms: Rooms, subscriber: Any) -> int:
        if subscriber.topic is None:
            return int(right(rooms, subscriber))
        return rooms[subscriber.topic].version + 1

    return version_for


def heartbeat_while_behind(right: Any) -> Any:
    """A heartbeat comes also while what it stands for is not the newest any more."""
    return lambda hub, subscriber: False


def whole_of_old(right: Any) -> Any:
    """Who joins is told what is known, though it is known to be old."""

    def enter(hub: Hub, subscriber: Any, topic: str) -> None:
        with patch.object(Room, "is_outdated", False):
            right(hub, subscriber, topic)

    return enter


def floor_before_its_tables(right: Any) -> Any:
    """A page of all tables is told of those that were rendered first."""

    def put(hub: Hub, subscriber: Any) -> None:
        if subscriber in hub._joining:
            hub._joining[subscriber].clear()
        right(hub, subscriber)

    return put


def round_forgets(right: Any) -> Any:
    """What changes between two rounds of the floor is not told with the next."""

    def add(rounds: Rounds, audience: Any, names: Any) -> None:
        if audience not in rounds._pauses:
            right(rounds, audience, names)

    return add


def followers_stay(right: Any) -> Any:
    """Who has gone stays in his room."""
    return lambda room, follower: None


def deaf_after_redis(right: Any) -> Any:
    """A broken line to Redis is not tried again."""

    async def listen(notifications: Notifications, redis: Any) -> None:
        async with redis.pubsub(ignore_subscribe_messages=True) as subscription:
            await subscription.subscribe("")
            try:
                async for message in subscription.listen():
                    for change in notify.changes_in(message["data"], notifications._origin):
                        notifications._hear(change)
            except RedisError:
                await asyncio.Event().wait()

    return listen


def publishing_forgets(right: Any) -> Any:
    """What comes while notifications are being published is not published."""

    async def publish(notifications: Notifications, redis: Any) -> None:
        while True:
            await notifications._has_unpublished.wait()
            changes = list(notifications._unpublished)
            with suppress(OSError, RedisError):
                await redis.publish("", notify.message(changes, notifications._origin))
            notifications._unpublished = {}
            notifications._has_unpublished.clear()

    return publish


def beside_is_kept(right: Any) -> Any:
    """What stands beside the game is not read anew when it has changed."""
    return lambda slug, changed: None


def heart_stops(right: Any) -> Any:
    """The first heartbeat to which the database does not answer is the last."""

    async def heartbeats(hub: Hub) -> None:
        with suppress(DatabaseError):
            while True:
                await asyncio.sleep(live_hub.HEARTBEAT)
                hub._activity, _ = await live_hub.asking.run(queries.activity, hub._activity)
                await hub._heartbeat(hub._activity)

    return heartbeats


def impatient(right: Any) -> Any:
    """Who has taken nothing for a moment is sent away."""
    return 0.5
