"""Constraints that PostgreSQL keeps as the call of a function of the same name say again what they mean. A house that
was installed later has none of these."""

from typing import Any

from django.db import migrations

PLAIN = """
DO $plain$ DECLARE one record; BEGIN
FOR one IN
    SELECT c.conrelid::regclass AS home, c.conname AS name, p.oid::regprocedure AS called,
        regexp_replace(p.prosrc, '^\\s*BEGIN RETURN (.*); END\\s*$', '\\1') AS said
    FROM pg_constraint c JOIN pg_proc p ON p.proname = c.conname AND p.pronamespace = c.connamespace
    WHERE c.contype = 'c' AND c.connamespace = current_schema()::regnamespace
LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I CHECK (%s)',
        one.home, one.name, one.name, one.said);
    EXECUTE format('DROP FUNCTION %s', one.called);
END LOOP; END $plain$
"""


def make_plain(apps: Any, schema_editor: Any) -> None:
    """Put the body of each such function into its constraint."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(PLAIN, params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0013_daily_turnover_of_the_past"),
        ("ledger", "0005_daily_totals_of_the_past"),
    ]
    operations = [migrations.RunPython(make_plain, migrations.RunPython.noop)]
