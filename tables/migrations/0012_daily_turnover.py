"""The turnover of days, which the database keeps. That of the hours that may still change is filled in."""

import django.db.models.deletion
from django.db import migrations, models

from tables.record.projections.sums import DAILY_TURNOVER


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0011_called_checks"),
    ]

    operations = [
        migrations.CreateModel(
            name="DailyTurnover",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("line", models.CharField(max_length=12)),
                ("article", models.CharField(blank=True, max_length=20)),
                ("number", models.BigIntegerField()),
                ("staked", models.BigIntegerField()),
                ("stood", models.BigIntegerField()),
                ("won", models.BigIntegerField()),
                ("lost", models.BigIntegerField()),
                ("deducted", models.BigIntegerField()),
                ("day", models.DateField()),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="daily_turnover",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["day"], name="turnover_by_day")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "day", "line", "article"), name="turnover_once_per_day"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "line__in",
                                (
                                    "punto",
                                    "banca",
                                    "tie",
                                    "bank",
                                    "house_bank",
                                    "pass_punto",
                                    "pass_banca",
                                    "pass_tie",
                                    "pass_void",
                                ),
                            )
                        ),
                        name="daily_turnover_line_known",
                    ),
                ],
            },
        ),
        migrations.RunPython(*DAILY_TURNOVER.follow()),
    ]
