"""Phases have the seats that were taken while they lasted. Those of the records that were there before are counted
here, so that an upgraded house passes its audit."""

from collections.abc import Iterator
from typing import Any

from django.db import migrations, models

from casino.common.progress import progress
from tables.record.projections.rows import Link
from tables.record.projections.sums import PhaseFigures, PhaseKey, phase_ended
from tables.record.replay import NotReplayable, Replay


def fill(apps: Any, schema_editor: Any) -> None:
    """Add up the seats of each table. A record that cannot be replayed ends those of its table: the audit names it."""
    record, times = apps.get_model("tables", "Record"), apps.get_model("tables", "PhaseTime")
    with progress("records", record.objects.count()) as advance:
        for table in apps.get_model("tables", "Table").objects.order_by("pk"):
            records = record.objects.filter(table=table).order_by("number").iterator(chunk_size=1_000)
            sums: dict[PhaseKey, PhaseFigures] = {}
            for key, figures in _ended(records):
                sums[key] = sums.get(key, PhaseFigures()) + figures
            for (hour, phase), one in sums.items():
                of_hour = times.objects.filter(table=table, hour=hour, phase=phase)
                of_hour.update(taken=one.taken, seats=one.seats)
            advance(table.records)


def _ended(records: Iterator[Any]) -> Iterator[tuple[PhaseKey, PhaseFigures]]:
    replay, began = Replay(), None
    for one in records:
        try:
            step = replay.step(one)
        except NotReplayable:
            return
        yield from phase_ended(step.before, step.after, Link(one.number, one.at, began=began))
        if step.after.phase != step.before.phase:
            began = one.at


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0016_pits"),
    ]

    operations = [
        migrations.AddField("phasetime", "taken", models.BigIntegerField(default=0, db_default=0)),
        migrations.AddField("phasetime", "seats", models.BigIntegerField(default=0, db_default=0)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
