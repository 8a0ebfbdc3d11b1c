from django.db import migrations

from ledger import append_only


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]
    operations = [
        migrations.RunPython(*append_only.operation(["ledger_transfer", "ledger_entry"])),
    ]
