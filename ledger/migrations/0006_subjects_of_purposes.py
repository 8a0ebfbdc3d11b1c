"""What a purpose is about, where it does not say it: the chance of a bet. Four more purposes.

SQLite makes a table anew to change its constraints, and drops the triggers with it: they are laid aside and laid again.
"""

from functools import reduce
from operator import or_

from django.db import migrations, models

from casino.common.sql import append_only
from ledger.triggers import DAILY_TOTALS

PURPOSES = (
    "bet_placed",
    "bet_repeated",
    "bet_removed",
    "bet_returned",
    "banco_placed",
    "stake_returned",
    "punto_won",
    "punto_lost",
    "banca_won",
    "banca_lost",
    "banca_deduction",
    "tie_won",
    "tie_lost",
    "chance_won",
    "chance_lost",
    "chance_deduction",
    "commission_collected",
    "bank_won",
    "bank_lost",
    "bank_deduction",
    "house_bank_won",
    "house_bank_lost",
    "suite_deduction",
    "suite_deduction_returned",
    "bank_opened",
    "bank_raised",
    "bank_halved",
    "bank_trimmed",
    "bank_excess",
    "bank_returned",
    "bank_set_aside",
    "bank_uncovered",
    "associate_joined",
    "fill",
    "credit",
    "buy_in",
    "cash_out",
    "tip",
    "tips_out",
    "cagnotte_out",
    "drop_out",
    "cage_chips_in",
    "cage_chips_out",
    "cage_cash_in",
    "cage_cash_out",
    "tronc_out",
    "opening_over_short",
    "count_over_short",
    "closing_over_short",
    "tips_out_over_short",
    "cagnotte_out_over_short",
    "drop_out_over_short",
    "chip_inventory_over_short",
    "cash_count_over_short",
)
KNOWN = reduce(or_, (models.Q(purpose=purpose) for purpose in PURPOSES))
CONSTRAINTS = {
    "dailytotal": "daily_total_purpose_known",
    "hourlytotal": "hourly_total_purpose_known",
    "transfer": "transfer_purpose_known",
}
protect, release = append_only.operation(["ledger_transfer"])
follow, leave = DAILY_TOTALS.follow()


class Migration(migrations.Migration):
    dependencies = [("ledger", "0005_daily_totals_of_the_past")]
    operations = [
        migrations.RunPython(release, protect),
        migrations.RunPython(leave, follow),
        migrations.AddField(
            model_name="transfer",
            name="subject",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        *(migrations.RemoveConstraint(model_name=model, name=name) for model, name in CONSTRAINTS.items()),
        *(
            migrations.AddConstraint(
                model_name=model, constraint=models.CheckConstraint(condition=KNOWN, name=name)
            )
            for model, name in CONSTRAINTS.items()
        ),
        migrations.RunPython(follow, leave),
        migrations.RunPython(protect, release),
    ]
