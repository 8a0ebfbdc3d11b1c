from django.db import migrations, models

from casino.journal import chain
from casino.journal.journaled import content
from casino.journal.models import CHANGED

OF_THE_RECORD = ("reglamento", "open", "phase", "since", "version", "schema", "state", "records", "head")


def enter_what_tables_say_now(apps, schema_editor):
    """The journal has each row as it is: the new columns are entered, too."""
    for row in apps.get_model("tables", "Table").objects.order_by("pk").iterator(chunk_size=500):
        chain.add("table", row.pk, CHANGED, f"table:{row.slug}", content(row, OF_THE_RECORD, ()))


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_database_rules"), ("journal", "0003_as_found")]
    operations = [
        migrations.AddField("table", "opening", models.TextField(blank=True, db_default="", default="")),
        migrations.AddField("table", "position", models.PositiveIntegerField(db_default=0, default=0)),
        migrations.AddField("table", "retired", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(enter_what_tables_say_now, migrations.RunPython.noop),
    ]
