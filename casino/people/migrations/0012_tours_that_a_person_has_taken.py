from django.db import migrations, models

TOURS = "console counter floor timeline"


def who_has_worked_here_has_seen_them(apps, schema_editor):
    """A tour is for a first shift."""
    apps.get_model("accounts", "User").objects.exclude(last_login=None).update(toured=TOURS)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_passkey")]
    operations = [
        migrations.AddField("user", "toured", models.TextField(blank=True, db_default="", default="")),
        migrations.RunPython(who_has_worked_here_has_seen_them, migrations.RunPython.noop),
    ]
