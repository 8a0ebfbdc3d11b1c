from django.db import migrations, models

from casino.journal import chain
from casino.journal.journaled import content
from casino.journal.models import CHANGED


def enter_what_logins_say_now(apps, schema_editor):
    """The journal has each row as it is: the new column is entered, too."""
    for row in apps.get_model("accounts", "User").objects.order_by("pk").iterator(chunk_size=500):
        said = content(row, ("last_login", "language"), ("password",))
        chain.add("login", row.pk, CHANGED, "", said)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_no_role"), ("journal", "0003_as_found")]
    operations = [
        migrations.AddField("user", "serves", models.TextField(blank=True, db_default="", default="")),
        migrations.RunPython(enter_what_logins_say_now, migrations.RunPython.noop),
    ]
