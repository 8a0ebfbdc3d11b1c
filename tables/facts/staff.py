"""Who is on duty at a table, whom the reglamento asks for, and who is due to be relieved, as a jefe sees it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.functional import Promise

from casino.accounts.models import StaffSession
from casino.accounts.permissions import Right, may
from casino.accounts.posts import DEALING, POSTS, WATCHING, Post, may_hold
from casino.common import clock
from tables import duty
from tables.beside import Fact
from tables.house_reglamentos.shelf import resolve
from tables.labels.duty import POST_LABELS
from tables.models import Duty
from tables.notify import Subject
from tables.screen import Json, TableView

DUTY = Fact(Subject.PEOPLE)
KEEPS_DUTY = Fact(Subject.PEOPLE)
COMERS = Fact(Subject.PEOPLE)
TABLETS = Fact(Subject.PEOPLE)

ONE_TOUCH = 4  # people who relieve by one touch; the others stand in a list


@dataclass(frozen=True, slots=True)
class OnDuty:
    """A spell. `due`: the seconds after which the person is relieved; None for who is not. `watches`: as a
    jefe, perhaps at several tables."""

    number: int
    person: str
    post: str
    label: Promise
    since: datetime
    due: int | None
    watches: bool


@dataclass(frozen=True, slots=True)
class Missing:
    """A post of which the reglamento asks for more people than are `there`."""

    label: Promise
    there: int
    needed: int


@dataclass(frozen=True, slots=True)
class Comer:
    """Who could come on duty. `since`: when his last spell ended; `until`: when his break is long enough, None once it
    is."""

    login: str
    name: str
    role: str
    since: datetime | None
    until: datetime | None


@dataclass(frozen=True, slots=True)
class Tablet:
    """A tablet of the table. `by_pin`: whoever is there took it over with his PIN."""

    number: int
    person: str
    since: datetime
    by_pin: bool


def staff(view: TableView) -> Json:
    """`on_duty` and `missing`, for the tile of a table."""
    here = _here(view)
    return {"on_duty": [_shown(one) for one in here], "missing": _missing(view, here)}


def dealing(view: TableView) -> list[str]:
    """The logins of those who are on duty as dealers: at the console it is seen whom a jefe has sent."""
    return [one.person for one in _here(view) if one.post in DEALING]


def staff_to_change(view: TableView) -> Json:
    """The same with what a jefe does about it. `rows`: each spell with who relieves at once, and who else could;
    `comers`: who could begin, by post; `tablets`: those of the table."""
    comers = view.beside.kept(COMERS, settings.BREAK_MINUTES, lambda: _comers(view.slug))
    able = {post: [one for one in comers if may_hold(one.role, post)] for post in _posts(view)}
    found = staff(view)
    rows = [(one, able.get(one.post, [])) for one in found["on_duty"]]
    return found | {
        "rows": [(one, people[:ONE_TOUCH], people[ONE_TOUCH:]) for one, people in rows],
        "comers": [(post, POST_LABELS[post], people) for post, people in able.items() if people],
        "tablets": view.beside.kept(TABLETS, None, lambda: _tablets(view.slug)),
        "staffs": may(view.role, Right.STAFF_TABLES),
    }


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what `staff` tells of each."""
    found = duty.of_house()
    keeps = bool(found) or duty.are_kept()
    for view in views:
        mine = [one for one in found if view.table and one.table_id == view.table.pk]
        view.beside.learn(DUTY, None, mine)
        view.beside.learn(KEEPS_DUTY, None, keeps)


def _here(view: TableView) -> list[Duty]:
    found: list[Duty] = view.beside.kept(DUTY, None, lambda: duty.of_table(view.slug))
    return found


def _keeps_duty(view: TableView) -> bool:
    return view.beside.kept(KEEPS_DUTY, None, duty.are_kept)


def _shown(one: Duty) -> OnDuty:
    due = settings.RELIEF_MINUTES * 60 if one.post in DEALING else 0
    watches = one.post in WATCHING
    return OnDuty(one.pk, one.person, one.post, POST_LABELS[one.post], one.at, due or None, watches)


def _missing(view: TableView, here: Sequence[Duty]) -> list[Missing]:
    """None at a closed table, nor in a house that enters nobody."""
    reglamento = view.reglamento if view.snapshot["open"] else None
    if reglamento is None or not (here or _keeps_duty(view)):
        return []
    posts = [one.post for one in here]
    needed = resolve(reglamento).staffing
    return [
        Missing(POST_LABELS[post], posts.count(post), number)
        for post, number in needed.items()
        if posts.count(post) < number
    ]


def _posts(view: TableView) -> list[str]:
    """Those that the reglamento names, and whoever watches and changes money at any table."""
    named = resolve(view.reglamento).staffing if view.reglamento else {Post.CROUPIER: 1}
    return [post for post in POSTS if post in named or post not in DEALING]


def _comers(slug: str) -> list[Comer]:
    return [
        Comer(
            one.person.username,
            " · ".join(filter(None, (one.person.get_full_name(), one.person.username))),
            one.person.role,
            one.since,
            _end_of_break(one.since),
        )
        for one in duty.resting(slug, POSTS)
    ]


def _end_of_break(since: datetime | None) -> datetime | None:
    end = since + timedelta(minutes=settings.BREAK_MINUTES) if since else None
    return end if end and end > clock.now() else None


def _tablets(slug: str) -> list[Tablet]:
    found = StaffSession.objects.filter(table=slug).select_related("user").order_by("pk")
    return [Tablet(one.pk, one.user.get_username(), one.began, one.by_pin) for one in found]
