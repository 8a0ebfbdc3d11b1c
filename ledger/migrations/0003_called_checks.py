"""Once made PostgreSQL call its long constraints; `tables.0014_plain_checks` takes that back. Kept for the houses that
have it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_database_rules")]
    operations = []
