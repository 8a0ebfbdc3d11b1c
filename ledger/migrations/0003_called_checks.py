"""The long constraints of what every command writes cost PostgreSQL more than the rows."""

from django.db import migrations

from casino.common import called_checks


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_database_rules")]
    operations = [
        migrations.RunPython(
            *called_checks.operation(
                [
                    ("ledger_account", "account_kind_known"),
                    ("ledger_account", "account_not_overdrawn"),
                    ("ledger_transfer", "transfer_purpose_known"),
                    ("ledger_hourlytotal", "hourly_total_purpose_known"),
                ]
            )
        )
    ]
