from django.db import migrations, models

KINDS = ["figures", "device", "display"]


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0015_directory"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="token",
            name="token_kind_known",
        ),
        migrations.AlterField(
            model_name="token",
            name="kind",
            field=models.CharField(
                choices=[("figures", "Figures"), ("device", "Device"), ("display", "Display")], max_length=8
            ),
        ),
        migrations.AlterField(
            model_name="token",
            name="table",
            field=models.SlugField(blank=True, max_length=64),
        ),
        migrations.AddConstraint(
            model_name="token",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", KINDS)),
                name="token_kind_known",
            ),
        ),
    ]
