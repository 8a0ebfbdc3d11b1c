"""Once made PostgreSQL call its long constraints; `0014_plain_checks` takes that back. Kept for the houses that have it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tables", "0010_phase_times")]
    operations = []
