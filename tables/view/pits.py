"""The tables of the floor by the pits of the house."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from casino.common.wording import lazy_text as _
from tables.models import Pit, Table


@dataclass(frozen=True, slots=True)
class TablesOfPit:
    """Tables of a pit in the order of the floor. `number`: the primary key of the pit; 0 for the tables that belong to
    none. `name`: empty in a house without pits."""

    number: int
    name: str | Promise
    tables: Sequence[Table]

    @property
    def slugs(self) -> list[str]:
        """The slugs of its tables."""
        return [table.slug for table in self.tables]


def by_pit(tables: Iterable[Table]) -> list[TablesOfPit]:
    """Every pit that has one of these tables, in the order of the floor; the tables of no pit come last."""
    ordered = sorted(tables, key=lambda table: table.place)
    pits = list(Pit.objects.values_list("pk", "name"))
    named = [
        TablesOfPit(number, name, [table for table in ordered if table.pit_id == number])
        for number, name in pits
    ]
    rest = [table for table in ordered if table.pit_id is None]
    others = TablesOfPit(0, _("Other tables") if any(pit.tables for pit in named) else "", rest)
    return [pit for pit in (*named, others) if pit.tables]


def layout(pits: Iterable[TablesOfPit]) -> str:
    """What changes whenever a table moves to another place of the floor, a pit is renamed, or either comes or goes."""
    return " ".join(f"{pit.number}:{pit.name}={','.join(pit.slugs)}" for pit in pits)
