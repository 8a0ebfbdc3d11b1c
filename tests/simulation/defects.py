"""Functions of the product as somebody might write them tomorrow. Each is given the right one."""

import asyncio
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any
from unittest.mock import patch

from django.db import DatabaseError, transaction
from redis.exceptions import RedisError

from casino.common import clock
from casino.common.sql import Batch
from tables import notify, service
from tables.live import hub as live_hub
from tables.live import queries
from tables.live.hub import Hub
from tables.live.mailbox import News
from tables.live.notifications import Notifications
from tables.live.room import Room
from tables.live.rooms import Rooms
from tables.live.rounds import Rounds
from tables.live.turns import Turns
from tables.models import Reply
from tables.notify import Change
from tables.record import states


def dead_card_key(right: Any) -> Any:
    """A version with which nothing on the screen changes is told as a heartbeat, which moves no page's version."""

    def tell(hub: Hub, room: Room, audience: Any, followers: Any, changed: Any) -> None:
        if changed == {} and followers and followers[0].topic is not None:
            for follower in followers:
                follower.mailbox.put(News(None, room.version, {}))
        else:
            right(hub, room, audience, followers, changed)

    return tell


def told_before_commit(right: Any) -> Any:
    """The notification does not wait for the end of the transaction."""

    def on_commit(work: Any, using: Any = None, robust: bool = False) -> None:
        work()

    return on_commit


def key_is_forgotten(right: Any) -> Any:
    """A repeated command is carried out again."""

    def locked(table: str, given: Any, batch: Batch) -> Any:
        held, _ = right(table, given, batch)
        return held, None

    return locked


def reply_is_not_kept(right: Any) -> Any:
    """The answer under a key is kept after the commit, where a failure loses it."""

    def kept(row: Any, given: Any, answer: Any) -> Any:
        def keep() -> None:
            whose = service._whose(given)
            Reply.objects.create(table_id=row.pk, answer=asdict(answer), **whose)

        if given.key is not None:
            transaction.on_commit(keep, robust=True)
        return answer

    return kept


def state_kept_before_commit(right: Any) -> Any:
    """A command is decided on what this process has last decided, whatever became of that."""

    def locked(table: str, given: Any, batch: Batch) -> Any:
        held, earlier = right(table, given, batch)
        decided = states._kept.get(f"last at {table}")
        if decided is None or decided.version <= held.state.version:
            return held, earlier
        return replace(held, state=decided), earlier

    return locked


def remembers_decisions(right: Any) -> Any:
    """Part of the one before."""

    def write(row: Any, command: Any, decision: Any, given: Any, undone: Any) -> Any:
        states._kept[f"last at {row.slug}"] = decision.state
        return right(row, command, decision, given, undone)

    return write


def no_healing(right: Any) -> Any:
    """A heartbeat does not compare the tables' versions with what has been told."""
    return lambda hub, slug, version: None


def no_healing_beside(right: Any) -> Any:
    """A heartbeat does not ask what has changed beside the game."""

    return lambda since, now: set()


def stale_forgotten(right: Any) -> Any:
    """What changed beside the game is forgotten where the rendering that should show it fails."""

    def on_change(hub: Hub, change: Change) -> None:
        right(hub, Change(change.topic, 0) if change == Change(change.topic, 0, beside=True) else change)

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


def logout_unnoticed(right: Any) -> Any:
    """Sockets are not closed when their login ends."""
    return lambda identities: {}


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


def sockets_stay(right: Any) -> Any:
    """A server that stops does not close its sockets."""

    async def close_all(hub: Hub, code: int) -> None:
        return None

    return close_all


def beside_is_kept(right: Any) -> Any:
    """What stands beside the game is not read anew when it has changed."""
    return lambda slug: None


def heart_stops(right: Any) -> Any:
    """The first heartbeat to which the database does not answer is the last."""

    async def heartbeats(hub: Hub) -> None:
        with suppress(DatabaseError):
            while True:
                await asyncio.sleep(live_hub.HEARTBEAT)
                hub._activity, _ = await live_hub.asking.run(queries.activity, hub._activity)
                await hub._heartbeat(hub._activity)

    return heartbeats
