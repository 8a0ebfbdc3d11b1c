"""Sealed years whose records have left the database; of these alone it lets rows of the record be deleted."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

from casino.common.sql import append_only


def _to(model: str) -> models.ForeignKey:
    protect = django.db.models.deletion.PROTECT
    return models.ForeignKey(on_delete=protect, related_name="put_away", to=model)


class Migration(migrations.Migration):
    dependencies = [("tables", "0024_sealed_years")]
    operations = [
        migrations.CreateModel(
            name="PutAway",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(db_index=False, max_length=64)),
                ("first", models.BigIntegerField(default=1)),
                ("version", models.BigIntegerField(default=0)),
                ("digest", models.CharField(blank=True, max_length=64)),
                ("previous", models.CharField(blank=True, max_length=64)),
                ("kept", models.JSONField(default=list)),
                ("gone", models.BigIntegerField(default=0)),
                ("transfer", models.BigIntegerField(default=0)),
                ("hour", models.DateTimeField(null=True)),
                ("digests", models.JSONField(default=dict)),
                ("folder", models.TextField()),
                ("actor", models.CharField(max_length=150)),
                ("at", models.DateTimeField()),
                ("seal", _to("tables.seal")),
                ("table", _to("tables.table")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("seal", "table"), name="put_away_once"),
                    models.CheckConstraint(
                        condition=Q(first=1, gone=0) | Q(first__gt=1, gone__gte=0, version__gt=0),
                        name="put_away_counts",
                    ),
                ]
            },
        ),
        migrations.RunPython(*append_only.operation(["tables_putaway"])),
        migrations.RunPython(*append_only.let_go("tables_record")),
    ]
