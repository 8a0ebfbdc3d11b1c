"""What was staked, won and expected by the hour: by who paid the passes, and by player; and the same by the day, which
the database keeps. A pass says who paid it. The next migration fills them."""

import django.db.models.deletion
from django.db import migrations, models

from tables.record.projections.theory import DAILY_DEALING, DAILY_PLAY


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0017_seats_by_the_hour"),
    ]

    operations = [
        migrations.AddField(
            model_name="pass",
            name="payer",
            field=models.CharField(blank=True, db_default="", default="", max_length=150),
        ),
        migrations.CreateModel(
            name="DailyDealing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("payer", models.CharField(blank=True, max_length=150)),
                ("passes", models.BigIntegerField()),
                ("staked", models.BigIntegerField()),
                ("result", models.BigIntegerField()),
                ("expected", models.BigIntegerField()),
                ("variance_high", models.BigIntegerField()),
                ("variance_low", models.BigIntegerField()),
                ("day", models.DateField()),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="daily_dealings",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["day"], name="dealing_by_day")],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "day", "payer"), name="dealing_once_per_day")
                ],
            },
        ),
        migrations.CreateModel(
            name="DailyPlay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(max_length=32)),
                ("bets", models.BigIntegerField()),
                ("staked", models.BigIntegerField()),
                ("won", models.BigIntegerField()),
                ("banked", models.BigIntegerField()),
                ("expected", models.BigIntegerField()),
                ("day", models.DateField()),
                (
                    "table",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="daily_plays",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["day"], name="play_by_day")],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "day", "player"), name="play_once_per_day")
                ],
            },
        ),
        migrations.CreateModel(
            name="Dealing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("payer", models.CharField(blank=True, max_length=150)),
                ("passes", models.BigIntegerField()),
                ("staked", models.BigIntegerField()),
                ("result", models.BigIntegerField()),
                ("expected", models.BigIntegerField()),
                ("variance_high", models.BigIntegerField()),
                ("variance_low", models.BigIntegerField()),
                ("hour", models.DateTimeField()),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="dealings",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["hour"], name="dealing_by_hour")],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "hour", "payer"), name="dealing_once_per_hour")
                ],
            },
        ),
        migrations.CreateModel(
            name="Play",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("player", models.CharField(max_length=32)),
                ("bets", models.BigIntegerField()),
                ("staked", models.BigIntegerField()),
                ("won", models.BigIntegerField()),
                ("banked", models.BigIntegerField()),
                ("expected", models.BigIntegerField()),
                ("hour", models.DateTimeField()),
                ("first", models.DateTimeField()),
                ("last", models.DateTimeField()),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="plays",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["hour"], name="play_by_hour"),
                    models.Index(fields=["player", "hour"], name="play_by_player"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "hour", "player"), name="play_once_per_hour")
                ],
            },
        ),
        migrations.RunPython(*DAILY_DEALING.follow()),
        migrations.RunPython(*DAILY_PLAY.follow()),
    ]
