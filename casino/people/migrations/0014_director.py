from django.db import migrations, models

ROLES = ["", "croupier", "jefe", "inspector", "cambista", "director", "administrator"]


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0013_nothing_posted_is_kept"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="user",
            name="user_role_known",
        ),
        migrations.AlterField(
            model_name="user",
            name="role",
            field=models.CharField(
                blank=True,
                choices=[
                    ("croupier", "Croupier"),
                    ("jefe", "Jefe de mesa"),
                    ("inspector", "Inspector"),
                    ("cambista", "Cambista"),
                    ("director", "Director"),
                    ("administrator", "Administrator"),
                ],
                default="",
                max_length=16,
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ROLES)),
                name="user_role_known",
            ),
        ),
    ]
