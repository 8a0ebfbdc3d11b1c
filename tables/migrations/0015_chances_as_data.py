"""A chance is whatever the reglamento names: no constraint lists them any more. A table has the seats that it says.

SQLite makes a table anew to change its constraints, and drops the triggers with it: they are laid aside and laid again.
"""

from django.db import migrations, models

from tables.record.projections.sums import DAILY_TURNOVER

SLUG = 30  # characters
follow, leave = DAILY_TURNOVER.follow()


class Migration(migrations.Migration):
    dependencies = [("tables", "0014_plain_checks"), ("ledger", "0006_subjects_of_purposes")]
    operations = [
        migrations.RunPython(leave, follow),
        migrations.RemoveConstraint(model_name="bet", name="bet_chance_known"),
        migrations.RemoveConstraint(model_name="dailyturnover", name="daily_turnover_line_known"),
        migrations.RemoveConstraint(model_name="turnover", name="turnover_line_known"),
        migrations.AlterField(model_name="bet", name="chance", field=models.CharField(max_length=SLUG)),
        migrations.AlterField(
            model_name="dailyturnover", name="line", field=models.CharField(max_length=SLUG)
        ),
        migrations.AlterField(model_name="turnover", name="line", field=models.CharField(max_length=SLUG)),
        migrations.AddConstraint(
            model_name="bet",
            constraint=models.CheckConstraint(condition=~models.Q(chance=""), name="bet_chance_named"),
        ),
        migrations.AddConstraint(
            model_name="dailyturnover",
            constraint=models.CheckConstraint(condition=~models.Q(line=""), name="daily_turnover_line_named"),
        ),
        migrations.AddConstraint(
            model_name="turnover",
            constraint=models.CheckConstraint(condition=~models.Q(line=""), name="turnover_line_named"),
        ),
        migrations.RunPython(follow, leave),
        migrations.RemoveConstraint(model_name="seat", name="seat_1_to_14"),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(number__gte=1, number__lte=45), name="seat_numbered"
            ),
        ),
    ]
