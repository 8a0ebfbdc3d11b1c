"""The daily totals of the hours that are over, in a transaction of its own: tables that play meanwhile do not wait for it."""

from django.db import migrations

from ledger.triggers import DAILY_TOTALS


class Migration(migrations.Migration):
    dependencies = [("ledger", "0004_daily_totals")]
    operations = [migrations.RunPython(*DAILY_TOTALS.fill_in())]
