"""Pits: named parts of the floor. A table belongs to one of them at most."""

import django.db.models.deletion
from django.db import migrations, models

from casino.journal import chain
from casino.journal.journaled import content
from casino.journal.models import CHANGED

OF_THE_RECORD = ("reglamento", "open", "phase", "since", "version", "schema", "state", "records", "head")


def enter_what_tables_say_now(apps, schema_editor):
    """The journal has each row as it is: the new column is entered, too."""
    for row in apps.get_model("tables", "Table").objects.order_by("pk").iterator(chunk_size=500):
        chain.add("table", row.pk, CHANGED, f"table:{row.slug}", content(row, OF_THE_RECORD, ()))


class Migration(migrations.Migration):
    dependencies = [("tables", "0015_chances_as_data"), ("journal", "0003_as_found")]
    operations = [
        migrations.CreateModel(
            name="Pit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, unique=True)),
                ("position", models.PositiveIntegerField()),
            ],
            options={"ordering": ("position", "pk")},
        ),
        migrations.AddConstraint(
            model_name="pit",
            constraint=models.CheckConstraint(condition=~models.Q(name=""), name="pit_named"),
        ),
        migrations.AddField(
            model_name="table",
            name="pit",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tables",
                to="tables.pit",
            ),
        ),
        migrations.RunPython(enter_what_tables_say_now, migrations.RunPython.noop),
    ]
