"""Defects that are planted in the product, one at a time. The simulation finds each that has seeds within a thousand;
the others it has not been shown to find yet.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from django.db import transaction

from casino.common import clock, outage
from casino.draining import DrainingApplication
from tables import access, beside, recording, service
from tables.live import consumers, identity, queries
from tables.live import hub as live_hub
from tables.live.hub import Hub
from tables.live.mailbox import Mailbox, News
from tables.live.notifications import Notifications
from tables.live.room import Room
from tables.live.rooms import Rooms
from tables.live.rounds import Rounds
from tables.live.turns import Turns
from tests.simulation import defects, door_defects

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
    instead(service, "_locked", door_defects.state_kept_before_commit),
    instead(recording, "write", door_defects.remembers_decisions),
)
DEFECTS: tuple[Defect, ...] = (
    Defect("the dead card key", instead(Hub, "_tell_joined", defects.dead_card_key), (0, 1)),
    Defect("told before the commit", instead(transaction, "on_commit", defects.told_before_commit), (0, 1)),
    Defect("a key is forgotten", instead(service, "_locked", door_defects.key_is_forgotten), (0, 1)),
    Defect(
        "a reply is kept after the commit", instead(service, "_kept", door_defects.reply_is_not_kept), (8,)
    ),
    Defect("a state is kept before the commit", STATE_KEPT, ()),
    Defect(
        "who comes is told what nobody has asked for lately",
        instead(Room, "update", defects.always_fresh),
        (),  # one in some thousand seeds: 7515 found it before workers entered their consoles
    ),
    Defect("a lost notification is not healed", instead(Hub, "_on_version", defects.no_healing), (7,)),
    Defect("nor one of what stands beside", instead(queries, "_moved_since", defects.no_healing_beside), ()),
    Defect(
        "a failed rendering forgets what it was for", instead(Hub, "_on_change", defects.stale_forgotten), ()
    ),
    Defect(
        "a change during a rendering is lost",
        instead(Turns, "ask", defects.change_lost_while_rendering),
        (4,),
    ),
    Defect("a topic leaves the queue too late", instead(Turns, "_worker", defects.topic_stays_in_work), (4,)),
    Defect("what waits is not merged", instead(News, "after", defects.parts_are_not_merged), (1,)),
    Defect(
        "the next message before the last is shown",
        instead(Mailbox, "__init__", defects.next_before_shown),
        (0,),
    ),
    Defect("patience by the time of day", instead(clock, "elapsed", defects.by_the_time_of_day), ()),
    Defect("endless patience", instead(Mailbox, "stuck_for", defects.stuck_for_ever), (2,)),
    Defect("a heartbeat in advance", instead(Rooms, "version_for", defects.heartbeat_in_advance), (0,)),
    Defect("a heartbeat while behind", instead(Hub, "_is_behind", defects.heartbeat_while_behind), (1,)),
    Defect("who joins is told the old", instead(Hub, "_enter", defects.whole_of_old), ()),
    Defect(
        "a floor before its tables",
        instead(Hub, "_put_all_if_complete", defects.floor_before_its_tables),
        (0,),
    ),
    Defect("a round forgets", instead(Rounds, "add", defects.round_forgets), (0,)),
    Defect("followers stay in their room", instead(Room, "discard", defects.followers_stay), (0,)),
    Defect("a logout is not noticed", instead(queries, "ended", door_defects.logout_unnoticed), (3,)),
    Defect("deaf after Redis was lost", instead(Notifications, "_listen", defects.deaf_after_redis), (2,)),
    Defect("publishing forgets", instead(Notifications, "_publish", defects.publishing_forgets), ()),
    Defect("a stopping server keeps its sockets", instead(Hub, "close_all", door_defects.sockets_stay), (6,)),
    Defect("what stands beside is not read anew", instead(beside, "renew", defects.beside_is_kept), (3,)),
    Defect("a lock is not noticed", instead(queries, "ended", door_defects.lock_unnoticed), (16,)),
    Defect("a locked tablet gives commands", instead(access, "check_in_use", door_defects.lock_opens), (1,)),
    Defect("rights are not asked again", instead(consumers, "check", door_defects.rights_are_kept), (1,)),
    Defect("a new secret is not noticed", instead(identity._Kept, "holds", door_defects.any_secret), ()),
    Defect("a key for two commands", instead(service, "_again", door_defects.first_answer_to_all), (0,)),
    Defect("an outage is a defect", instead(outage, "refusal", door_defects.no_outages), (15,)),
    Defect(
        "a stopping server keeps connections",
        instead(DrainingApplication, "_answer", door_defects.connection_kept),
        (),
    ),
    Defect("sent away too early", instead(live_hub, "TAKEN_WITHIN", defects.impatient), ()),
    Defect("the heart stops", instead(Hub, "_heartbeats", defects.heart_stops), ()),
)
