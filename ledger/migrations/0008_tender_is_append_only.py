from django.db import migrations

from ledger import append_only


class Migration(migrations.Migration):
    dependencies = [("ledger", "0007_tender")]
    operations = [migrations.RunPython(*append_only.operation(["ledger_tender"]))]
