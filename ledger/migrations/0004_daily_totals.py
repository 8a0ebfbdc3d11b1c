"""Daily totals, which the database keeps. Those of the hours that may still change are filled in."""

from django.db import migrations, models

from ledger.triggers import DAILY_TOTALS


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0003_called_checks"),
    ]

    operations = [
        migrations.CreateModel(
            name="DailyTotal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("book", models.CharField(max_length=100)),
                ("source", models.CharField(max_length=20)),
                ("target", models.CharField(max_length=20)),
                ("purpose", models.CharField(max_length=40)),
                ("amount", models.BigIntegerField()),
                ("day", models.DateField()),
            ],
            options={
                "indexes": [models.Index(fields=["day"], name="daily_total_by_day")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("book", "day", "source", "target", "purpose"), name="daily_total_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("purpose", "bet_placed"),
                            ("purpose", "bet_repeated"),
                            ("purpose", "bet_removed"),
                            ("purpose", "bet_returned"),
                            ("purpose", "banco_placed"),
                            ("purpose", "stake_returned"),
                            ("purpose", "punto_won"),
                            ("purpose", "punto_lost"),
                            ("purpose", "banca_won"),
                            ("purpose", "banca_lost"),
                            ("purpose", "banca_deduction"),
                            ("purpose", "tie_won"),
                            ("purpose", "tie_lost"),
                            ("purpose", "bank_won"),
                            ("purpose", "bank_lost"),
                            ("purpose", "bank_deduction"),
                            ("purpose", "house_bank_won"),
                            ("purpose", "house_bank_lost"),
                            ("purpose", "suite_deduction"),
                            ("purpose", "suite_deduction_returned"),
                            ("purpose", "bank_opened"),
                            ("purpose", "bank_raised"),
                            ("purpose", "bank_halved"),
                            ("purpose", "bank_trimmed"),
                            ("purpose", "bank_excess"),
                            ("purpose", "bank_returned"),
                            ("purpose", "bank_set_aside"),
                            ("purpose", "bank_uncovered"),
                            ("purpose", "associate_joined"),
                            ("purpose", "fill"),
                            ("purpose", "credit"),
                            ("purpose", "buy_in"),
                            ("purpose", "cash_out"),
                            ("purpose", "tip"),
                            ("purpose", "tips_out"),
                            ("purpose", "cagnotte_out"),
                            ("purpose", "drop_out"),
                            ("purpose", "cage_chips_in"),
                            ("purpose", "cage_chips_out"),
                            ("purpose", "cage_cash_in"),
                            ("purpose", "cage_cash_out"),
                            ("purpose", "tronc_out"),
                            ("purpose", "opening_over_short"),
                            ("purpose", "count_over_short"),
                            ("purpose", "closing_over_short"),
                            ("purpose", "tips_out_over_short"),
                            ("purpose", "cagnotte_out_over_short"),
                            ("purpose", "drop_out_over_short"),
                            ("purpose", "chip_inventory_over_short"),
                            ("purpose", "cash_count_over_short"),
                            _connector="OR",
                        ),
                        name="daily_total_purpose_known",
                    ),
                ],
            },
        ),
        migrations.RunPython(*DAILY_TOTALS.follow()),
    ]
