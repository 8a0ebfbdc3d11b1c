from django.db import migrations

from ledger import append_only, balanced

PAPERS = ["ledger_slip", "ledger_step", "ledger_shift", "ledger_closing", "ledger_mark"]


class Migration(migrations.Migration):
    dependencies = [("ledger", "0005_the_counter")]
    operations = [
        migrations.RunPython(*append_only.operation(PAPERS)),
        migrations.RunPython(balanced.guard, balanced.lift),
    ]
