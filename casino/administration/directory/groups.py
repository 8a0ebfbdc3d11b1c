"""The list of the directory's groups, each with its role, which the administrator sets: the first that fits counts."""

from django.db.models import Max

from casino.administration.directory.people import give_role
from casino.administration.people import no_such_role
from casino.common.refusals import Refusal
from casino.house import acts
from casino.house.acts import By, act
from casino.people.models import DirectoryGroup, DirectoryPerson
from casino.people.permissions import STAFF
from tables.rules.visible import is_seen

LONGEST = 255


def in_order() -> list[DirectoryGroup]:
    """The list."""
    return list(DirectoryGroup.objects.order_by("place", "pk"))


def without_role() -> list[str]:
    """The groups that people have, and none of the list has."""
    known = {group.name for group in in_order()}
    said = DirectoryPerson.objects.values_list("groups", flat=True)
    return sorted({name for groups in said for name in groups} - known)


def add(by: By, name: str, role: str) -> None:
    """Give a group a role, as the last of the list. Raises Refusal."""
    with act(by, acts.GROUP_ADDED, name) as entered:
        if not 0 < len(name) <= LONGEST or not is_seen(name):
            raise Refusal("bad_group", most=LONGEST)
        if role not in STAFF:
            raise no_such_role(role)
        if DirectoryGroup.objects.filter(name=name).exists():
            raise Refusal("group_taken", name=name)
        last = DirectoryGroup.objects.aggregate(last=Max("place"))["last"] or 0
        DirectoryGroup.objects.create(name=name, role=role, place=last + 1)
        entered.after = {"role": role}
        _follow(by)


def raise_(by: By, number: int) -> None:
    """Let a group count before the one above it. Raises Refusal."""
    with act(by, acts.GROUP_MOVED) as entered:
        group = _find(number)
        entered.about = group.name
        above = DirectoryGroup.objects.filter(place__lt=group.place).order_by("-place").first()
        if above is None:
            return
        entered.before, entered.after = {"place": group.place}, {"place": above.place}
        group.place, above.place = above.place, group.place
        group.save()
        above.save()
        _follow(by)


def remove(by: By, number: int) -> None:
    """Take the role from a group. Raises Refusal."""
    with act(by, acts.GROUP_REMOVED) as entered:
        group = _find(number)
        entered.about, entered.before = group.name, {"role": group.role}
        group.delete()
        _follow(by)


def _find(number: int) -> DirectoryGroup:
    group = DirectoryGroup.objects.filter(pk=number).first()
    if group is None:
        raise Refusal("no_such_group")
    return group


def _follow(by: By) -> None:
    """The roles of all follow the list at once."""
    for person in DirectoryPerson.objects.exclude(subject=""):
        give_role(by, person)
