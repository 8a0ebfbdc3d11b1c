"""Defects that are planted in the product, one at a time. The simulation must find each within a thousand seeds.

Those without seeds have not been shown to be found yet.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from django.db import transaction

from casino.common import clock
from tables import beside, recording, service
from tables.live import queries
from tables.live.hub import Hub
from tables.live.mailbox import Mailbox, News
from tables.live.notifications import Notifications
from tables.live.room import Room
from tables.live.rooms import Rooms
from tables.live.rounds import Rounds
from tables.live.turns import Turns
from tests.simulation import defects

Planting = Callable[[], AbstractContextManager[Any]]


class Defect(NamedTuple):
    """`seeds`: some that find it, in the order in which they are tried."""

    name: str
    plant: Planting
    seeds: tuple[int, ...]


def instead(where: Any, name: str, change: Callable[[Any], Any]) -> Planting:
    """Replaces a function or method by what `change` makes of it."""
    return lambda: patch.object(where, name, change(getattr(where, name)))


def _two(first: Planting, second: Planting) -> Planting:
    @contextmanager
    def plant() -> Iterator[None]:
        with first(), second():
            yield

    return plant


STATE_KEPT = _two(
    instead(service, "_locked", defects.state_kept_before_commit),
    instead(recording, "write", defects.remembers_decisions),
)
DEFECTS: tuple[Defect, ...] = (
    Defect("the dead card key", instead(Hub, "_tell_joined", defects.dead_card_key), (0, 1)),
    Defect("told before the commit", instead(transaction, "on_commit", defects.told_before_commit), (0, 1)),
    Defect("a key is forgotten", instead(service, "_locked", defects.key_is_forgotten), (3, 10)),
    Defect("a reply is kept after the commit", instead(service, "_kept", defects.reply_is_not_kept), (15,)),
    Defect("a state is kept before the commit", STATE_KEPT, ()),
    Defect("a lost notification is not healed", instead(Hub, "_on_version", defects.no_healing), (7, 10)),
    Defect("nor one of what stands beside", instead(queries, "_moved_since", defects.no_healing_beside), ()),
    Defect(
        "a failed rendering forgets what it was for", instead(Hub, "_on_change", defects.stale_forgotten), ()
    ),
    Defect(
        "a change during a rendering is lost", instead(Turns, "ask", defects.change_lost_while_rendering), ()
    ),
    Defect("a topic leaves the queue too late", instead(Turns, "_worker", defects.topic_stays_in_work), ()),
    Defect("what waits is not merged", instead(News, "after", defects.parts_are_not_merged), (21,)),
    Defect(
        "the next message before the last is shown",
        instead(Mailbox, "__init__", defects.next_before_shown),
        (19, 21),
    ),
    Defect("patience by the time of day", instead(clock, "elapsed", defects.by_the_time_of_day), ()),
    Defect("endless patience", instead(Mailbox, "stuck_for", defects.stuck_for_ever), ()),
    Defect("a heartbeat in advance", instead(Rooms, "version_for", defects.heartbeat_in_advance), (0, 1)),
    Defect("a heartbeat while behind", instead(Hub, "_is_behind", defects.heartbeat_while_behind), ()),
    Defect("who joins is told the old", instead(Hub, "_enter", defects.whole_of_old), ()),
    Defect(
        "a floor before its tables",
        instead(Hub, "_put_all_if_complete", defects.floor_before_its_tables),
        (0, 1),
    ),
    Defect("a round forgets", instead(Rounds, "add", defects.round_forgets), ()),
    Defect("followers stay in their room", instead(Room, "discard", defects.followers_stay), ()),
    Defect("a logout is not noticed", instead(queries, "ended", defects.logout_unnoticed), (1,)),
    Defect("deaf after Redis was lost", instead(Notifications, "_listen", defects.deaf_after_redis), ()),
    Defect("publishing forgets", instead(Notifications, "_publish", defects.publishing_forgets), ()),
    Defect("a stopping server keeps its sockets", instead(Hub, "close_all", defects.sockets_stay), ()),
    Defect("what stands beside is not read anew", instead(beside, "renew", defects.beside_is_kept), ()),
    Defect("the heart stops", instead(Hub, "_heartbeats", defects.heart_stops), ()),
)
