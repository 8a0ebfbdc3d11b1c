"""The lines by which records are found again, for those too that were there before."""

from collections.abc import Iterator
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from casino.common.progress import progress
from tables.record.projections.rows import Link, line_row
from tables.record.replay import NotReplayable, Replay

BATCH = 1_000  # rows


def fill(apps: Any, schema_editor: Any) -> None:
    """Write the line of each record. A record that cannot be replayed ends those of its table: the audit names it."""
    record, line = apps.get_model("tables", "Record"), apps.get_model("tables", "Line")
    with progress("records", record.objects.count()) as advance:
        for table in apps.get_model("tables", "Table").objects.order_by("pk"):
            records = record.objects.filter(table=table).order_by("number").iterator(chunk_size=BATCH)
            batch = []
            for row in _lines(line, records):
                batch.append(row)
                advance(1)
                if len(batch) == BATCH:
                    line.objects.bulk_create(batch)
                    batch.clear()
            line.objects.bulk_create(batch)


def _lines(line: Any, records: Iterator[Any]) -> Iterator[Any]:
    replay = Replay()
    for one in records:
        try:
            step = replay.step(one)
        except NotReplayable:
            return
        row = line_row(step.before, step.after, Link(one.number, one.at, one.actor, one.command))
        yield line(table_id=one.table_id, number=one.number, hand=row.hand, words=row.words)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0006_handovers_given"),
    ]

    operations = [
        migrations.CreateModel(
            name="Line",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.BigIntegerField()),
                ("hand", models.IntegerField()),
                ("words", models.TextField(blank=True)),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["hand", "table", "number"], name="line_by_pass")],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="line_once"),
                    models.CheckConstraint(condition=models.Q(("hand__gte", 1)), name="line_of_a_pass"),
                ],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
