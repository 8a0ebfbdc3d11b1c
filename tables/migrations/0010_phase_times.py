"""Phases have their times by the hour. Those of the records that were there before are written here, so that an
upgraded house passes its audit."""

from collections.abc import Iterator
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from casino.common.progress import progress
from tables.record.projections.rows import Link
from tables.record.projections.sums import PhaseFigures, PhaseKey, phase_ended
from tables.record.replay import NotReplayable, Replay


def fill(apps: Any, schema_editor: Any) -> None:
    """Add up the phases of each table. A record that cannot be replayed ends those of its table: the audit names it."""
    record, times = apps.get_model("tables", "Record"), apps.get_model("tables", "PhaseTime")
    with progress("records", record.objects.count()) as advance:
        for table in apps.get_model("tables", "Table").objects.order_by("pk"):
            records = record.objects.filter(table=table).order_by("number").iterator(chunk_size=1_000)
            sums: dict[PhaseKey, PhaseFigures] = {}
            for key, figures in _ended(records):
                sums[key] = sums.get(key, PhaseFigures()) + figures
            times.objects.bulk_create(
                times(table=table, hour=hour, phase=phase, number=one.number, lasted=one.lasted)
                for (hour, phase), one in sums.items()
            )
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
        ("tables", "0009_tablets"),
    ]

    operations = [
        migrations.CreateModel(
            name="PhaseTime",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hour", models.DateTimeField()),
                ("phase", models.CharField(max_length=20)),
                ("number", models.BigIntegerField()),
                ("lasted", models.BigIntegerField()),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phase_times",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["hour"], name="phase_time_by_hour")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "hour", "phase"), name="phase_time_once_per_hour"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "phase__in",
                                (
                                    "seating",
                                    "shuffling",
                                    "cutting",
                                    "burning",
                                    "auction",
                                    "offer",
                                    "betting",
                                    "dealing",
                                    "will",
                                    "bank_choice",
                                    "resolved",
                                    "suite",
                                ),
                            )
                        ),
                        name="phase_time_phase_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("lasted__gte", 0), ("number__gte", 1)), name="phase_time_counts"
                    ),
                ],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
