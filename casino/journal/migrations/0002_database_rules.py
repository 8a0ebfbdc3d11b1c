"""What the database itself refuses: changes of entries."""

from django.db import migrations

from casino.common.sql import append_only


class Migration(migrations.Migration):
    dependencies = [("journal", "0001_initial")]
    operations = [migrations.RunPython(*append_only.operation(["journal_entry"]))]
