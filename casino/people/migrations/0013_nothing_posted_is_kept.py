"""What django-axes kept of the posts of failed logins and signatures is emptied: passphrases and PINs stood in it."""

from typing import Any

from django.db import migrations


def empty(apps: Any, schema_editor: Any) -> None:
    """Keep the counts of logins that there are; a name that nobody has may be a passphrase in the wrong field."""
    attempts = apps.get_model("axes", "AccessAttempt").objects
    known = apps.get_model("accounts", "User").objects.values("username")
    attempts.exclude(username__in=known).delete()
    attempts.update(post_data="", get_data="")


class Migration(migrations.Migration):
    """It changes no table, so that the release before serves on."""

    dependencies = [
        ("accounts", "0012_tours_that_a_person_has_taken"),
        ("axes", "0009_add_session_hash"),
    ]
    operations = [migrations.RunPython(empty, migrations.RunPython.noop)]
