"""What the database itself refuses: changes of slips and of what they opened or closed, and fractions."""

from django.db import migrations

from casino.common.sql import append_only, whole_numbers


class Migration(migrations.Migration):
    dependencies = [("cage", "0001_initial")]
    operations = [
        migrations.RunPython(
            *append_only.operation(
                ["cage_slip", "cage_step", "cage_shift", "cage_closing", "cage_undobarrier"]
            )
        ),
        migrations.RunPython(*whole_numbers.operation([("cage_slip", "amount")])),
    ]
