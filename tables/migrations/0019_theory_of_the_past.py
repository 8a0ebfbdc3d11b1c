"""The sums of the records that were there before, so that an upgraded house has them and passes its audit: each table in a
transaction of its own, for which nobody waits. The release before does not write them."""

from collections.abc import Iterator
from typing import Any

from django.db import migrations, transaction

from casino.common.progress import progress
from tables.engine.undo.events import OPENING
from tables.record.projections.changes import Insert, Update, pass_changes
from tables.record.projections.memory import Rows
from tables.record.projections.rows import BetRow, Link, PassRow
from tables.record.projections.theory import DealtFigures, PlayFigures
from tables.record.replay import NotReplayable, Replay

AT_ONCE = 1_000


def fill(apps: Any, schema_editor: Any) -> None:
    """Add up the passes of each table. A record that cannot be replayed ends those of its table: the audit names it."""
    record, table = apps.get_model("tables", "Record"), apps.get_model("tables", "Table")
    with progress("records", record.objects.count()) as advance:
        for one in table.objects.order_by("pk"):
            with transaction.atomic():
                _fill(apps, one, record.objects.filter(table=one))
            advance(one.records)


def _fill(apps: Any, table: Any, records: Any) -> None:
    rows, payers = Rows(), dict[int, str]()
    reached = records.filter(undone_to__isnull=False).values_list("undone_to", flat=True)
    for made in _made(records.order_by("number").iterator(AT_ONCE), Replay(frozenset(reached)), rows):
        rows.apply(made)
        payers |= {change.key[0]: change.row.payer for change in made if _is_of_a_pass(change)}
    for name, of, kind in (("Dealing", "payer", DealtFigures), ("Play", "player", PlayFigures)):
        model, found = apps.get_model("tables", name), rows.by_kind[kind].items()
        model.objects.filter(table=table).delete()
        made = (model(table=table, hour=hour, **{of: who}, **row._asdict()) for (hour, who), row in found)
        model.objects.bulk_create(made, AT_ONCE)
    _name(payers, apps.get_model("tables", "Pass").objects.filter(table=table, paid__isnull=False))


def _made(records: Iterator[Any], replay: Replay, rows: Rows) -> Iterator[list[Any]]:
    """What each record changes in the passes and in their sums."""
    for one in records:
        try:
            step = replay.step(one)
        except NotReplayable:
            return
        if one.name == OPENING:  # no undo goes back behind it
            rows.by_kind[PassRow].clear()
            rows.by_kind[BetRow].clear()
        yield [*pass_changes(step.before, step.after, Link(one.number, one.at, one.actor), rows.passes_from)]


def _is_of_a_pass(change: Any) -> bool:
    return isinstance(change, Insert | Update) and change.kind is PassRow


def _name(payers: dict[int, str], passes: Any) -> None:
    """Write who paid each pass."""
    by_person: dict[str, list[int]] = {}
    for number, person in payers.items():
        by_person.setdefault(person, []).append(number)
    for person, numbers in by_person.items():
        for start in range(0, len(numbers), AT_ONCE):
            passes.filter(number__in=numbers[start : start + AT_ONCE]).update(payer=person)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ("tables", "0018_theory_by_the_hour"),
    ]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
