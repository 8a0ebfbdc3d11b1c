"""Nothing asks for an entry by its primary key: its transfer and account are unique. PostgreSQL keeps no index of it."""

from typing import Any

from django.db import migrations

UNASKED = "ALTER TABLE ledger_entry DROP CONSTRAINT IF EXISTS ledger_entry_pkey"
ASKED = "ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_pkey PRIMARY KEY (id)"


def drop(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(UNASKED)


def make(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(ASKED)


class Migration(migrations.Migration):
    dependencies = [("ledger", "0006_subjects_of_purposes")]
    operations = [migrations.RunPython(drop, make)]
