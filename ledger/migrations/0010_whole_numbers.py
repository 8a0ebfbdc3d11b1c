from django.db import migrations

from ledger import balanced


class Migration(migrations.Migration):
    dependencies = [("ledger", "0009_steps_in_order")]
    operations = [migrations.RunPython(balanced.keep_whole, balanced.let_be)]
