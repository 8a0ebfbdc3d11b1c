"""The pits of a house, named parts of its floor: made, named, ordered, and the tables that belong to each."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import QuerySet

from casino.administration.checks import check_seen
from casino.common.refusals import Refusal
from casino.house import acts
from casino.house.acts import By, act
from tables.door import notify
from tables.door.notify import FIGURES
from tables.models import Pit, Table

LONGEST_NAME = 60  # characters


def in_order() -> list[Pit]:
    """The pits in the order of the floor."""
    return list(Pit.objects.all())


def find(number: int) -> Pit:
    """The pit with this primary key. Raises Refusal if there is none."""
    pit = Pit.objects.filter(pk=number).first()
    if pit is None:
        raise Refusal("no_such_pit")
    return pit


def add(by: By, name: str) -> Pit:
    """Make a pit without tables, behind the others. Raises Refusal."""
    with act(by, acts.PIT_MADE, name) as entered:
        _check(name)
        pit = Pit.objects.create(name=name, position=len(in_order()) + 1)
        entered.after = {"name": name}
    _tell()
    return pit


def rename(by: By, number: int, name: str) -> None:
    """Raises Refusal."""
    with act(by, acts.PIT_CHANGED) as entered:
        pit = find(number)
        entered.about, entered.before = pit.name, {"name": pit.name}
        _check(name, pit)
        pit.name = name
        pit.save(update_fields=["name"])
        entered.after = {"name": name}
    _tell()


def move(by: By, number: int, by_places: int) -> None:
    """Move the pit so many places down the floor; negative: up. Raises Refusal."""
    with act(by, acts.PIT_CHANGED) as entered:
        pit, ordered = find(number), in_order()
        entered.about, place = pit.name, ordered.index(pit)
        wanted = min(max(place + by_places, 0), len(ordered) - 1)
        ordered.insert(wanted, ordered.pop(place))
        _number(ordered)
        entered.before, entered.after = {"place": place + 1}, {"place": wanted + 1}
    _tell()


def remove(by: By, number: int) -> None:
    """End the pit. Its tables belong to none then. Raises Refusal."""
    with act(by, acts.PIT_ENDED, lock=lambda: _locked(Table.objects.filter(pit=number))) as entered:
        pit = find(number)
        entered.about, entered.before = pit.name, {"tables": _put(Table.objects.filter(pit=pit), None)}
        pit.delete()
        _number(in_order())
    _tell()


def assign(by: By, number: int | None, slugs: Collection[str]) -> None:
    """Put these tables into the pit, or into none, and out of the one that they were in. Raises Refusal."""
    chosen = Table.objects.filter(slug__in=[slug for slug in slugs if "\x00" not in slug])
    with act(by, acts.PIT_CHANGED, lock=lambda: _locked(chosen)) as entered:
        pit = None if number is None else find(number)
        entered.about = pit.name if pit else ""
        if not chosen.exists():
            raise Refusal("no_tables_chosen")
        entered.after = {"pit": entered.about, "tables": _put(chosen, pit)}
    _tell()


def _check(name: str, pit: Pit | None = None) -> None:
    check_seen(name, "Name")
    if not 0 < len(name) <= LONGEST_NAME:
        raise Refusal("bad_pit_name", most=LONGEST_NAME)
    others = Pit.objects.exclude(pk=pit.pk) if pit else Pit.objects.all()
    if others.filter(name=name).exists():
        raise Refusal("pit_taken", name=name)


def _number(ordered: list[Pit]) -> None:
    for position, pit in enumerate(ordered, 1):
        if pit.position != position:
            pit.position = position
            pit.save(update_fields=["position"])


def _put(tables: QuerySet[Table], pit: Pit | None) -> list[str]:
    """The slugs of these tables, in the order of the floor."""
    found = sorted(tables.defer("state"), key=lambda table: table.place)
    for table in found:
        table.pit = pit
        table.save(update_fields=["pit"])
    return [table.slug for table in found]


def _locked(tables: QuerySet[Table]) -> object:
    return list(tables.select_for_update().order_by("pk").values_list("pk"))


def _tell() -> None:
    """The floor shows its tables by pits."""
    transaction.on_commit(lambda: notify.announce(FIGURES, 0, beside=True), robust=True)
