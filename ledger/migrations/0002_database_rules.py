"""What the database itself refuses: changes of money, unbalanced transfers, fractions."""

from django.db import migrations

from casino.common.sql import append_only, whole_numbers
from ledger import triggers


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]
    operations = [
        migrations.RunPython(
            *append_only.operation(["ledger_transfer", "ledger_entry", "ledger_ledgercurrency"])
        ),
        migrations.RunPython(triggers.guard, triggers.lift),
        migrations.RunPython(
            *whole_numbers.operation([("ledger_entry", "amount"), ("ledger_account", "balance")])
        ),
    ]
