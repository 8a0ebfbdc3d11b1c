"""Years that were sealed; the database refuses to change or delete their rows."""

from django.db import migrations, models

from casino.common.sql import append_only


class Migration(migrations.Migration):
    dependencies = [("tables", "0023_names_apart")]
    operations = [
        migrations.CreateModel(
            name="Seal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("year", models.SmallIntegerField(unique=True)),
                ("digest", models.CharField(max_length=64)),
                ("tables", models.JSONField()),
                ("journal", models.BigIntegerField()),
                ("journal_head", models.CharField(blank=True, max_length=64)),
                ("actor", models.CharField(max_length=150)),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("digest", ""), _negated=True), name="seal_has_a_digest"
                    ),
                    models.CheckConstraint(condition=models.Q(("journal__gte", 0)), name="seal_counts"),
                ],
            },
        ),
        migrations.RunPython(*append_only.operation(["tables_seal"])),
    ]
