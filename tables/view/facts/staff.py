"""Staff of a table: who is on duty, whom the reglamento asks for, and who is due to be relieved, as a jefe sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise

from casino.common import clock
from casino.common.house import house
from casino.common.json_input import Json
from casino.people.models import StaffSession
from casino.people.names import NameOf, names_of_staff, naming
from casino.people.permissions import DEALING, POSTS, WATCHING, Post, Right, may, may_hold
from tables.door import duty
from tables.models import Duty
from tables.record.reglamentos.catalogue import resolve
from tables.view.labels.rights import POST_LABELS
from tables.view.screen import Fact, KeptFact, TableView

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
    """A person who could come on duty. `since`: when his last spell ended; `until`: when his break is long enough, None
    once it is."""

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


def watching(view: TableView) -> str:
    """The login of the jefe who watches the table; empty where none is on duty there."""
    return next((one.person for one in _here(view) if one.post in WATCHING), "")


@KeptFact
def _names(_view: TableView) -> Mapping[str, str]:
    return names_of_staff()


def named(view: TableView) -> NameOf:
    """Finds the name of whoever works in the house by his login, as the templates call it."""
    return naming(_names(view))


def staff_to_change(view: TableView) -> Json:
    """The same with what a jefe does about it. `rows`: each spell with who relieves at once, and who else could;
    `comers`: who could begin, by post; `tablets`: those of the table."""
    comers = _comers(view)
    able = {post: [one for one in comers if may_hold(one.role, post)] for post in _posts(view)}
    found = staff(view)
    rows = [(one, able.get(one.post, [])) for one in found["on_duty"]]
    return found | {
        "rows": [(one, people[:ONE_TOUCH], people[ONE_TOUCH:]) for one, people in rows],
        "comers": [(post, POST_LABELS[post], people) for post, people in able.items() if people],
        "tablets": _tablets(view),
        "staffs": may(view.role, Right.STAFF_TABLES),
    }


def read_names_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together by what `named` finds the names."""
    names = names_of_staff()
    for view in views:
        _names.learn(view, names)


def read_ahead(views: Sequence[TableView]) -> None:
    """Read for all these tables together what `staff` and `named` tell of each."""
    read_names_ahead(views)
    found = duty.of_house()
    keeps = bool(found) or duty.are_kept()
    for view in views:
        mine = [one for one in found if view.table and one.table_id == view.table.pk]
        _here.learn(view, mine)
        _keeps_duty.learn(view, keeps)


@KeptFact
def _here(view: TableView) -> list[Duty]:
    return duty.of_table(view.slug)


@Fact
def _keeps_duty(_view: TableView) -> bool:
    return duty.are_kept()


def _shown(one: Duty) -> OnDuty:
    due = house().relief_minutes * 60 if one.post in DEALING else 0
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
    """The posts that the reglamento names, and whoever watches and changes money at any table."""
    named = resolve(view.reglamento).staffing if view.reglamento else {Post.CROUPIER: 1}
    return [post for post in POSTS if post in named or post not in DEALING]


@Fact
def _resting(view: TableView) -> list[duty.Resting]:
    return duty.resting(view.slug, POSTS)


def _comers(view: TableView) -> list[Comer]:
    name_of = named(view)
    return [
        Comer(
            one.person.username,
            name_of(one.person.username),
            one.person.role,
            one.since,
            _end_of_break(one.since),
        )
        for one in _resting(view)
    ]


def _end_of_break(since: datetime | None) -> datetime | None:
    end = since + timedelta(minutes=house().break_minutes) if since else None
    return end if end and end > clock.now() else None


@Fact
def _tablets(view: TableView) -> list[Tablet]:
    found = StaffSession.objects.filter(table=view.slug).select_related("user").order_by("pk")
    return [Tablet(one.pk, one.user.get_username(), one.began, one.by_pin) for one in found]
