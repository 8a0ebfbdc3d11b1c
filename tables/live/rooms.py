"""The rooms that have followers, and what all of them together make: the whole floor."""

from collections.abc import Iterable, Mapping

from tables.live.audience import Audience
from tables.live.mailbox import News, Parts
from tables.live.room import Room, Subscriber, follows
from tables.notify import OF_HOUSE, STAFF, Subjects


class Rooms(dict[str, Room]):
    """Rooms by their topics."""

    def open(self, topic: str, subscribers: Iterable[Subscriber]) -> Room:
        """The room of this topic. A new one has those of `subscribers` who follow the whole floor in it."""
        if topic not in self:
            room = self[topic] = Room(topic)
            for one in subscribers:
                if one.topic is None and follows(one, topic):
                    room.add(one)
        return self[topic]

    def followed_by(self, subscriber: Subscriber) -> list[Room]:
        """Those that the subscriber may be in."""
        if subscriber.topic is None:
            return list(self.values())
        return [self[subscriber.topic]] if subscriber.topic in self else []

    def of_floor(self, audience: Audience) -> list[Room]:
        """Those of the whole floor."""
        return [
            room
            for room in self.values()
            if room.topic not in OF_HOUSE or audience.shows_of_house(room.topic)
        ]

    def moved(self, topics: Mapping[str, Subjects]) -> dict[str, Subjects]:
        """What changed of which topic; for STAFF, in the rooms where somebody is shown who could come on duty."""
        found = dict(topics)
        if STAFF in topics:
            for topic, room in self.items():
                if any(one.shows_staff for one in room.followers):
                    found[topic] = found.get(topic, frozenset()) | topics[STAFF]
        return found

    def outdated_for(self) -> float:
        """Seconds since the oldest change that is not yet rendered; 0 if there is none."""
        return max((room.outdated_for() for room in self.values()), default=0.0)

    def parts_of_floor(self, audience: Audience) -> Parts:
        """The parts of the whole floor, as they are now."""
        parts: Parts = {}
        for room in self.of_floor(audience):
            parts |= room.rendering.parts.get(audience, {})
        return parts

    def version_of_floor(self, audience: Audience) -> int:
        """The sum of the tables'."""
        return sum(max(room.version, 0) for room in self.of_floor(audience))

    def version_for(self, subscriber: Subscriber) -> int:
        """Of what the subscriber is told."""
        if subscriber.topic is None:
            return self.version_of_floor(subscriber.audience)
        return self[subscriber.topic].version

    def whole_for(self, subscriber: Subscriber) -> News:
        """Everything, for one who joins."""
        audience = subscriber.audience
        if subscriber.topic is not None:
            return self[subscriber.topic].whole(audience)
        return News(audience.kind, self.version_of_floor(audience), self.parts_of_floor(audience))
