"""The turnover of the days that are over, in a transaction of its own: tables that play meanwhile do not wait for it."""

from django.db import migrations

from tables.record.projections.sums import DAILY_TURNOVER


class Migration(migrations.Migration):
    dependencies = [("tables", "0012_daily_turnover")]
    operations = [migrations.RunPython(*DAILY_TURNOVER.fill_in())]
