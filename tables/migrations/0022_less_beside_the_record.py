"""The record answers a repeated key itself, and is searched for articles and incidents by an index of these alone.

PostgreSQL builds the indexes while the tables play: so this is no transaction, and each step may be done again.
"""

from typing import Any

from django.db import migrations, models

CITED = (
    "jsonb_path_query_array(events, '$[*].article') || jsonb_path_query_array(events, '$[*].settlements[*].article')"
    " || jsonb_path_query_array(events, '$[*].kind')"
)
NEW = {
    "record_once_per_key": 'UNIQUE INDEX {} ON tables_record (table_id, "key", actor, role) WHERE NOT ("key" = \'\')',
    "record_by_citation": f"INDEX {{}} ON tables_record USING gin (({CITED}) jsonb_path_ops)",
    "line_by_hand": "INDEX {} ON tables_line (hand, table_id)",
    # Without the number, equal keys share their place: of frequent ones the record itself is read in order.
    "record_by_act": "INDEX {} ON tables_record (table_id, name)",
    "record_by_person": "INDEX {} ON tables_record (actor)",
}
OLD = {
    "record_by_event": "INDEX {} ON tables_record USING gin (events jsonb_path_ops)",
    "line_by_pass": "INDEX {} ON tables_line (hand, table_id, number)",
    "record_by_command": "INDEX {} ON tables_record (table_id, name, number)",
    "record_by_actor": "INDEX {} ON tables_record (actor, id)",
}


# Nothing asks for a line by its primary key: its table and number are unique.
UNASKED = "ALTER TABLE tables_line DROP CONSTRAINT IF EXISTS tables_line_pkey"
ASKED = "ALTER TABLE tables_line ADD CONSTRAINT tables_line_pkey PRIMARY KEY (id)"


def exchange(apps: Any, schema_editor: Any) -> None:
    _exchange(schema_editor, NEW, OLD)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(UNASKED)


def exchange_again(apps: Any, schema_editor: Any) -> None:
    _exchange(schema_editor, OLD, NEW)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(ASKED)


def _exchange(schema_editor: Any, made: dict[str, str], gone: dict[str, str]) -> None:
    if schema_editor.connection.vendor != "postgresql":
        made = {name: text for name, text in made.items() if "jsonb" not in text}
        for name, text in made.items():
            schema_editor.execute(f"CREATE {text.format(name)}")
        for name in gone:
            schema_editor.execute(f"DROP INDEX IF EXISTS {name}")
        return
    for name, text in made.items():
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # of an attempt that was cut short
        schema_editor.execute(f"CREATE {text.format(name).replace('INDEX', 'INDEX CONCURRENTLY', 1)}")
    for name in gone:
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tables", "0021_views_of_reports")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(exchange, exchange_again)],
            state_operations=[
                migrations.AddConstraint(
                    "record",
                    models.UniqueConstraint(
                        fields=["table", "key", "actor", "role"],
                        condition=~models.Q(key=""),
                        name="record_once_per_key",
                    ),
                ),
                migrations.RemoveIndex("record", "record_by_command"),
                migrations.RemoveIndex("record", "record_by_actor"),
                migrations.AddIndex("record", models.Index(fields=["table", "name"], name="record_by_act")),
                migrations.AddIndex("record", models.Index(fields=["actor"], name="record_by_person")),
                migrations.RemoveIndex("line", "line_by_pass"),
                migrations.AddIndex("line", models.Index(fields=["hand", "table"], name="line_by_hand")),
            ],
        )
    ]
