"""Spells of duty at a table: begun by the person, by a jefe, or by taking over the tablet; relieved; ended.

A person is at one table at a time; who watches may do so at several. Rows are only added, under the lock of the
journal, so that two relieve nobody twice.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Max, Q

from casino.common import clock
from casino.common.refusals import Refusal
from casino.common.sql import newest
from casino.people.access import actor_of
from casino.people.models import User
from casino.people.permissions import DEALING, POSTS, WATCHING, Post, Right, may, may_hold
from casino.people.sessions import staff_sessions
from tables.door import notify, row_lock
from tables.models import Duty, DutyEnd, Table
from tables.record.reglamentos.catalogue import resolve
from tables.rules.roles import Actor


class Moves(NamedTuple):
    """The newest spell in the whole house, and the newest end of one."""

    duty: int
    end: int


class Login(NamedTuple):
    """The fields of a login on which `resting` depends."""

    login: str
    name: tuple[str, str]
    role: str
    serves: str
    has_password: bool


class Resting(NamedTuple):
    """A person who could come on duty. `since`: when his last spell ended; None if he has had none."""

    person: User
    since: datetime | None


def begin(slug: str, actor: Actor, post: str, person: str = "") -> Duty:
    """The person, or who acts if none is named, is on duty at the table from now on, and no longer anywhere else where
    he was. Raises Refusal."""
    with row_lock.locked(slug):
        table = _table(slug)
        comer = of_staff(person or actor.name)
        _check(table, comer, post, actor)
        return _begin(table, comer.username, post, actor.name)


def end(number: int, actor: Actor) -> DutyEnd:
    """The spell is over, and the tablet of who dealt is locked. Raises Refusal."""
    with row_lock.locked(*_place(number)):
        duty = _open(number)
        if actor.name != duty.person and not may(actor.role, Right.STAFF_TABLES):
            raise Refusal("not_for_your_role")
        ended = _end(duty, actor.name)
        _leave_tablet(duty, f"off duty, {actor.name}")
        return ended


def relieve(number: int, actor: Actor, person: str) -> Duty:
    """The person takes the post over from who had it. The tablet of who had it is locked until somebody gives his PIN.
    Raises Refusal."""
    with row_lock.locked(*_place(number)):
        duty = _open(number)
        comer = of_staff(person)
        _check(duty.table, comer, duty.post, actor)
        _end(duty, actor.name, comer.username)
        _leave_tablet(duty, f"relieved by {comer.username}")
        return _begin(duty.table, comer.username, duty.post, actor.name)


def take_section(actor: Actor, slugs: Iterable[str], person: str = "") -> list[Duty]:
    """The jefe watches these tables from now on, and no others: his section of the floor. Raises Refusal."""
    wanted = set(slugs)
    with row_lock.locked(*wanted):
        comer = of_staff(person or actor.name)
        had = Duty.objects.filter(person=comer.username, post=Post.JEFE, end=None).select_related("table")
        for one in had.exclude(table__slug__in=wanted):
            _end(one, actor.name)
        for slug in sorted(wanted.difference(had.values_list("table__slug", flat=True))):
            table = _table(slug)
            _check(table, comer, Post.JEFE, actor)
            _begin(table, comer.username, Post.JEFE, actor.name)
    return list(had.order_by("pk"))


def end_of(person: str, actor: str) -> None:
    """The person works here no more, or not for a while: he is on duty nowhere."""
    spells = Duty.objects.filter(person=person, end=None)
    if spells.exists():  # who entered nobody waits for no lock
        with row_lock.locked():
            for duty in spells.select_related("table").order_by("pk"):
                _end(duty, actor)


def hand_over(slug: str, former: str, comer: User) -> None:
    """The tablet of the table has gone over: who comes has the post of who goes. A jefe may have entered that already.
    Raises Refusal."""
    with row_lock.locked(slug):
        table = _table(slug)
        open_here = [duty for duty in of_table(slug) if duty.post not in WATCHING]
        left = next((duty for duty in open_here if duty.person == former), None)
        if any(duty.person == comer.username for duty in open_here):
            return
        if left:
            _end(left, comer.username, comer.username)
        post = left.post if left else post_of_dealer(table)
        _begin(table, comer.username, post, comer.username)


def check_hand_over(slug: str, comer: User) -> None:
    """Raise Refusal where who comes could not take over this table's tablet."""
    table = _table(slug)
    _check(table, comer, post_of_dealer(table), actor_of(comer), is_new=False)


def post_of_dealer(table: Table) -> str:
    """The post of whoever deals, by the text of the table's reglamento."""
    if not table.reglamento:
        return Post.CROUPIER
    return next(iter(resolve(table.reglamento).staffing), Post.CROUPIER)


def of_table(slug: str) -> list[Duty]:
    """The spells of duty there that last, in the order in which they began."""
    return list(Duty.objects.filter(table__slug=slug, end=None).select_related("table").order_by("pk"))


def tables_of(person: str) -> list[str]:
    """The slugs of the tables where this person is on duty."""
    return list(Duty.objects.filter(person=person, end=None).values_list("table__slug", flat=True))


def of_house() -> list[Duty]:
    """The spells of duty that last anywhere, in the order in which they began."""
    return list(Duty.objects.filter(end=None).select_related("table").order_by("pk"))


def are_kept() -> bool:
    """Whether this house enters who is on duty: one that never did is not told that somebody is missing."""
    return Duty.objects.exists()


def resting(slug: str, posts: Iterable[str]) -> list[Resting]:
    """People who are on duty nowhere and could have one of these posts at the table: the longest break first."""
    return [one for one in resting_anywhere(posts) if serves(one.person, slug)]


def resting_anywhere(posts: Iterable[str] = POSTS) -> list[Resting]:
    """The same of all tables."""
    roles = {role for post in posts for role in POSTS.get(post, ())}
    people = User.objects.filter(is_active=True, role__in=roles).order_by("username")
    people = people.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)  # no person: the demo's robot
    busy = set(Duty.objects.filter(end=None).values_list("person", flat=True))
    rested = Duty.objects.filter(end__isnull=False).values_list("person").annotate(at=Max("end__at"))
    since = dict(rested)
    found = [Resting(one, since.get(one.username)) for one in people if one.username not in busy]
    return sorted(
        found, key=lambda one: (one.since is not None, one.since or clock.now(), one.person.username)
    )


def logins() -> frozenset[Login]:
    """Of everybody who may come to work, as of now."""
    names = ("username", "first_name", "last_name", "role", "serves", "password")
    people = User.objects.filter(is_active=True).values_list(*names)
    return frozenset(
        Login(login, (first, last), role, serves, not password.startswith(UNUSABLE_PASSWORD_PREFIX))
        for login, first, last, role, serves, password in people
    )


def line_of(duty: Duty) -> dict[str, object]:
    """A spell for a reader outside."""
    end = getattr(duty, "end", None)
    return {
        "number": duty.pk,
        "table": duty.table.slug,
        "person": duty.person,
        "post": duty.post,
        "since": duty.at.isoformat(),
        "actor": duty.actor,
        "until": end.at.isoformat() if end else None,
    }


def moves() -> Moves:
    """As of now."""
    return Moves(newest(Duty), newest(DutyEnd))


def moved_since(before: Moves) -> set[str]:
    """The tables at which a spell began or ended since then."""
    moved = Duty.objects.filter(Q(pk__gt=before.duty) | Q(end__pk__gt=before.end))
    return set(moved.values_list("table__slug", flat=True))


def _place(number: int) -> list[str]:
    """The slug of the table of this spell, if there is such a spell."""
    return list(Duty.objects.filter(pk=number).values_list("table__slug", flat=True))


def _table(slug: str) -> Table:
    table = Table.objects.filter(slug=slug, retired=None).first()
    if table is None:
        raise Refusal("no_such_table")
    return table


def of_staff(login: str) -> User:
    """The person who works here under this login. Raises Refusal."""
    found = User.objects.filter(username=login, is_active=True).first() if "\x00" not in login else None
    if found is None:
        raise Refusal("not_of_the_staff")
    return found


def _open(number: int) -> Duty:
    duty = Duty.objects.filter(pk=number, end=None).select_related("table").first()
    if duty is None:
        raise Refusal("no_such_duty")
    return duty


def _check(table: Table, comer: User, post: str, actor: Actor, *, is_new: bool = True) -> None:
    if actor.name != comer.username and not may(actor.role, Right.STAFF_TABLES):
        raise Refusal("not_for_your_role")
    if not may_hold(comer.role, post):
        raise Refusal("not_for_this_post", person=comer.username)
    if not serves(comer, table.slug):
        raise Refusal("works_elsewhere", person=comer.username)
    if is_new and Duty.objects.filter(table=table, person=comer.username, post=post, end=None).exists():
        raise Refusal("on_duty_already", person=comer.username)


def serves(person: User, slug: str) -> bool:
    """Whether the house lets this person work at the table."""
    tables = actor_of(person).serves
    return tables is None or slug in tables


def _begin(table: Table, person: str, post: str, actor: str) -> Duty:
    others = Duty.objects.filter(person=person, end=None).select_related("table")
    for one in others.filter(table=table) if post in WATCHING else others:
        _end(one, actor)
        if one.table_id != table.pk:
            _leave_tablet(one, f"on duty at {table.slug}")
    _tell(table)
    return Duty.objects.create(table=table, person=person, post=post, actor=actor, at=clock.now())


def _end(duty: Duty, actor: str, successor: str = "") -> DutyEnd:
    _tell(duty.table)
    return DutyEnd.objects.create(duty=duty, successor=successor, actor=actor, at=clock.now())


def _leave_tablet(duty: Duty, why: str) -> None:
    """Lock the tablet of whoever no longer deals here: what is done on it would have his name."""
    if duty.post in DEALING:
        staff_sessions.lock_at(duty.table.slug, duty.person, why)


def _tell(table: Table) -> None:
    notify.announce_on_commit(table.slug, table.version, beside=True)
