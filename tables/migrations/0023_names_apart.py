"""The names of players stand in a table beside the record, from which they can be erased. What the record has already
stays there."""

from django.db import migrations, models
from django.db.models import Q

from casino.common.sql import append_only


class Migration(migrations.Migration):
    dependencies = [("tables", "0022_less_beside_the_record")]
    operations = [
        migrations.AddField("table", "names", models.TextField(blank=True, db_default="", default="")),
        migrations.AddField(
            "player",
            "reference",
            models.CharField(blank=True, db_default="", default="", max_length=65),
        ),
        migrations.AddIndex("player", models.Index(fields=["player"], name="player_by_id")),
        migrations.CreateModel(
            "PlayerName",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=models.PROTECT,
                        related_name="player_names",
                        to="tables.table",
                    ),
                ),
                ("number", models.BigIntegerField()),
                ("reference", models.CharField(max_length=65)),
                ("player", models.CharField(max_length=32)),
                ("name", models.CharField(blank=True, max_length=500)),
                ("key", models.CharField(blank=True, max_length=32)),
                ("salt", models.CharField(blank=True, max_length=32)),
                ("erased_by", models.CharField(blank=True, max_length=150)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["table", "number"], name="player_name_once"),
                    models.UniqueConstraint(fields=["reference"], name="player_name_reference_once"),
                    models.CheckConstraint(
                        condition=(Q(erased_by="") & ~Q(name="") & ~Q(key="") & ~Q(salt=""))
                        | (Q(name="", key="", salt="") & ~Q(erased_by="")),
                        name="player_name_or_erased",
                    ),
                ],
                "indexes": [
                    models.Index(fields=["player"], name="player_name_by_player"),
                    models.Index(fields=["key"], name="player_name_by_key"),
                ],
            },
        ),
        migrations.RunPython(*append_only.operation(["tables_playername"])),
    ]
