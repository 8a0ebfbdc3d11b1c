"""The plan of duty: who deals where since when, who is due to be relieved, and who could come: the longest rest first.

A proposal names each person once. It follows from what stands now; accepting it goes through `tables.door.duty`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.functional import Promise

from casino.common import clock
from casino.common.house import house
from casino.people.names import names_of_staff, naming
from casino.people.permissions import DEALING, WATCHING, Post, may_hold
from tables.door import duty
from tables.models import Duty, Table
from tables.record.reglamentos.catalogue import resolve
from tables.view.labels.rights import POST_LABELS

SOON = timedelta(minutes=15)  # before a relief is due: somebody is proposed already


@dataclass(frozen=True, slots=True)
class Free:
    """A person who is on duty nowhere. `since`: when his last spell ended; `until`: when his break is long enough, None
    once it is."""

    login: str
    name: str
    role: str
    since: datetime | None
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Place:
    """A post at a table. `number`: of the spell that fills it, None where somebody is missing; `person`: his name;
    `due`: when that person is to be relieved, None for never; `proposed`: who could come."""

    table: Table
    post: str
    number: int | None = None
    person: str = ""
    since: datetime | None = None
    due: datetime | None = None
    proposed: Free | None = None

    @property
    def label(self) -> Promise:
        """The word for its post."""
        return POST_LABELS[self.post]

    @property
    def is_due(self) -> bool:
        """Whether the person should have been relieved by now."""
        return self.due is not None and self.due <= clock.now()

    @property
    def wants(self) -> bool:
        """Whether somebody should come now or soon."""
        return self.number is None or (self.due is not None and self.due <= clock.now() + SOON)


@dataclass(frozen=True, slots=True)
class Plan:
    """`places`: whoever is overdue first, then the empty ones, then by when the relief is due; `free`: who is on duty
    nowhere, the longest rest first."""

    places: Sequence[Place]
    free: Sequence[Free]

    @property
    def proposals(self) -> list[Place]:
        """The places to which somebody is proposed."""
        return [place for place in self.places if place.proposed]


def plan() -> Plan:
    """As of now."""
    spells, name_of = duty.of_house(), naming(names_of_staff())
    filled = [_filled(one, name_of(one.person)) for one in spells if one.post not in WATCHING]
    places = sorted([*filled, *_empty(spells)], key=_urgency)
    people = duty.resting_anywhere()
    taken: set[str] = set()
    planned = [_with_proposal(place, people, taken) for place in places]
    return Plan(planned, [_free(one) for one in people])


def _filled(one: Duty, name: str) -> Place:
    minutes = house().relief_minutes if one.post in DEALING else 0
    due = one.at + timedelta(minutes=minutes) if minutes else None
    return Place(one.table, one.post, one.pk, name, one.at, due)


def _empty(spells: Sequence[Duty]) -> Iterator[Place]:
    """The posts of open tables that nobody fills."""
    for table in Table.objects.filter(open=True, retired=None).defer("state"):
        posts = [one.post for one in spells if one.table_id == table.pk]
        for post, needed in resolve(table.reglamento).staffing.items():
            for _missing in range(needed - posts.count(post)):
                yield Place(table, post)


def _urgency(place: Place) -> tuple[int, float, object]:
    rank = 0 if place.is_due else 1 if place.number is None else 2
    return rank, place.due.timestamp() if place.due else 0.0 if rank == 1 else float("inf"), place.table.place


def _with_proposal(place: Place, people: Sequence[duty.Resting], taken: set[str]) -> Place:
    if not place.wants:
        return place
    for one in people:
        login = one.person.username
        # who may watch has the whole floor
        spared = may_hold(one.person.role, Post.JEFE) and place.post not in WATCHING
        able = (
            may_hold(one.person.role, place.post) and duty.serves(one.person, place.table.slug) and not spared
        )
        if able and login not in taken and _end_of_break(one) is None:
            taken.add(login)
            return replace(place, proposed=_free(one))
    return place


def _free(one: duty.Resting) -> Free:
    person = one.person
    return Free(
        person.username, person.get_full_name() or person.username, person.role, one.since, _end_of_break(one)
    )


def _end_of_break(one: duty.Resting) -> datetime | None:
    end = one.since + timedelta(minutes=house().break_minutes) if one.since else None
    return end if end and end > clock.now() else None
