"""A table's wall may count down other seconds than those of the house. The journal says of each table what it has now."""

from typing import Any

from django.db import migrations, models

from casino.journal import chain
from casino.journal.journaled import content
from casino.journal.models import CHANGED

OF_THE_RECORD = ("reglamento", "open", "phase", "since", "version", "schema", "state", "records", "head")


def enter_what_tables_say_now(apps: Any, schema_editor: Any) -> None:
    """The journal follows the new field."""
    for row in apps.get_model("tables", "Table").objects.order_by("pk").iterator(chunk_size=500):
        chain.add("table", row.pk, CHANGED, f"table:{row.slug}", content(row, OF_THE_RECORD, ()))


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0019_theory_of_the_past"),
        ("journal", "0003_as_found"),
    ]

    operations = [
        migrations.AddField("table", "bet_seconds", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.RunPython(enter_what_tables_say_now, migrations.RunPython.noop),
    ]
