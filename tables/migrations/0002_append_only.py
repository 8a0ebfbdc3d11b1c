from django.db import migrations

from ledger import append_only


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]
    operations = [migrations.RunPython(*append_only.operation(["tables_record"]))]
