"""Triggers that make a table append-only: the database refuses to change or delete its rows. Of some it lets a change
pass that erases what a row says of a person, of the record the deletion of what is sealed and entered as put away."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol


class Vendor(Protocol):
    """The part of a database connection that is used here."""

    vendor: str


# Table → when a change of its row is an erasure. What is then empty says a constraint of the table.
ERASURES = {
    "tables_playername": "OLD.erased_by = '' AND NEW.erased_by <> '' AND OLD.id = NEW.id "
    "AND OLD.table_id = NEW.table_id AND OLD.number = NEW.number AND OLD.reference = NEW.reference "
    "AND OLD.player = NEW.player"
}

# What reports read of the record: no seal lets it go.
STAY = ("open_table", "close_table")
# Table → by the kind of database, when a row may be deleted
_GONE = (
    "OLD.name NOT IN {} AND EXISTS (SELECT 1 FROM tables_putaway p JOIN tables_seal s ON s.id = p.seal_id "
    "WHERE p.table_id = OLD.table_id AND OLD.number < p.first AND p.first <= {})"
)
DELETIONS = {
    "tables_record": {
        "sqlite": _GONE.format(STAY, "json_extract(s.tables, '$.\"' || p.slug || '\"[0]')"),
        "postgresql": _GONE.format(STAY, "(s.tables -> p.slug ->> 0)::bigint"),
    }
}


def protect(connection: Vendor, table: str) -> list[str]:
    """The SQL that makes `table` append-only. Raises KeyError for an unsupported database."""
    return _PROTECT[connection.vendor](table, _deletes(connection, table))


def release(connection: Vendor, table: str) -> list[str]:
    """The SQL that removes these triggers."""
    return _RELEASE[connection.vendor](table)


def is_protected(connection: Any, table: str) -> bool:
    """Whether these triggers are in place, as they were created."""
    return _IS_PROTECTED[connection.vendor](connection, table)


def _deletes(connection: Vendor, table: str) -> str:
    return DELETIONS.get(table, {}).get(connection.vendor, "")


def operation(tables: list[str]) -> tuple[Callable[..., None], Callable[..., None]]:
    """The forwards and backwards functions of a migration's RunPython for these tables, of which no row is deleted."""

    def forwards(apps: Any, schema_editor: Any) -> None:
        _run(schema_editor, _protect_wholly, tables)

    def backwards(apps: Any, schema_editor: Any) -> None:
        _run(schema_editor, release, tables)

    return forwards, backwards


def let_go(table: str) -> tuple[Callable[..., None], Callable[..., None]]:
    """Those for a table that was protected wholly, and of which rows may be deleted from then on."""

    def forwards(apps: Any, schema_editor: Any) -> None:
        _run(schema_editor, release, [table])
        _run(schema_editor, protect, [table])

    def backwards(apps: Any, schema_editor: Any) -> None:
        _run(schema_editor, release, [table])
        _run(schema_editor, _protect_wholly, [table])

    return forwards, backwards


def _protect_wholly(connection: Vendor, table: str) -> list[str]:
    """As releases did before any row could be deleted: the condition names tables that come later."""
    return _PROTECT[connection.vendor](table, "")


def _run(schema_editor: Any, sql: Callable[[Vendor, str], list[str]], tables: list[str]) -> None:
    for table in tables:
        for statement in sql(schema_editor.connection, table):
            schema_editor.execute(statement, params=None)


def _sqlite_protect(table: str, deletes: str) -> list[str]:
    erases = f"WHEN NOT ({ERASURES[table]}) " if table in ERASURES else ""
    gone = f"WHEN NOT ({deletes}) " if deletes else ""
    return [
        f"CREATE TRIGGER {table}_no_{act} BEFORE {act} ON {table} {when}"
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for act, when in (("update", erases), ("delete", gone))
    ]


def _sqlite_release(table: str) -> list[str]:
    return [f"DROP TRIGGER IF EXISTS {table}_no_{act}" for act in ("update", "delete")]


def _postgresql_protect(table: str, deletes: str) -> list[str]:
    return [statement for trigger in _triggers(table, deletes) for statement in trigger.statements(table)]


class _Trigger(NamedTuple):
    """A trigger of PostgreSQL, named after its table and `name`. `kind`: the bits of `pg_trigger.tgtype`."""

    name: str
    function: str
    body: str
    before: str
    kind: int

    def statements(self, table: str) -> list[str]:
        return [
            f"CREATE OR REPLACE FUNCTION {table}_{self.function}() RETURNS trigger LANGUAGE plpgsql AS $${self.body}$$",
            f"CREATE TRIGGER {table}_{self.name} BEFORE {self.before} EXECUTE FUNCTION {table}_{self.function}()",
        ]


def _triggers(table: str, deletes: str) -> list[_Trigger]:
    refusal = f"RAISE EXCEPTION '{table} is append-only' USING ERRCODE = 'restrict_violation';"
    refuse = f" BEGIN {refusal} END "
    if deletes:
        gone = f" BEGIN IF {deletes} THEN RETURN OLD; END IF; {refusal} END "
        acts, deletion = (
            f"UPDATE OR TRUNCATE ON {table} FOR EACH STATEMENT",
            f"DELETE ON {table} FOR EACH ROW",
        )
        return [
            _Trigger("append_only", "refuse", refuse, acts, BEFORE + UPDATE + TRUNCATE),
            _Trigger("deletion", "refuse_deletion", gone, deletion, ROW + BEFORE + DELETE),
        ]
    if table not in ERASURES:
        acts = f"UPDATE OR DELETE OR TRUNCATE ON {table} FOR EACH STATEMENT"
        return [_Trigger("append_only", "refuse", refuse, acts, BEFORE + DELETE + UPDATE + TRUNCATE)]
    erased = f" BEGIN IF {ERASURES[table]} THEN RETURN NEW; END IF; {refusal} END "
    acts, change = f"DELETE OR TRUNCATE ON {table} FOR EACH STATEMENT", f"UPDATE ON {table} FOR EACH ROW"
    return [
        _Trigger("append_only", "refuse", refuse, acts, BEFORE + DELETE + TRUNCATE),
        _Trigger("erasure", "refuse_change", erased, change, ROW + BEFORE + UPDATE),
    ]


def _postgresql_release(table: str) -> list[str]:
    deletes = DELETIONS.get(table, {}).get("postgresql", "")
    return [
        statement
        for trigger in _triggers(table, deletes)
        for statement in (
            f"DROP TRIGGER IF EXISTS {table}_{trigger.name} ON {table}",
            f"DROP FUNCTION IF EXISTS {table}_{trigger.function}()",
        )
    ]


def _sqlite_is_protected(connection: Any, table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
        due = _sqlite_protect(table, _deletes(connection, table))
        return {sql for (sql,) in cursor.fetchall()} >= set(due)


def _postgresql_is_protected(connection: Any, table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t.tgname, p.prosrc, t.tgtype FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid "
            "WHERE t.tgrelid = %s::regclass AND t.tgenabled IN ('O', 'A') AND t.tgqual IS NULL",
            [table],
        )
        found = set(cursor.fetchall())
    due = _triggers(table, _deletes(connection, table))
    return found >= {(f"{table}_{one.name}", one.body, one.kind) for one in due}


ROW, BEFORE, DELETE, UPDATE, TRUNCATE = 1, 2, 8, 16, 32  # PostgreSQL's bits for them
_IS_PROTECTED: dict[str, Callable[[Any, str], bool]] = {
    "sqlite": _sqlite_is_protected,
    "postgresql": _postgresql_is_protected,
}
_PROTECT: dict[str, Callable[[str, str], list[str]]] = {
    "sqlite": _sqlite_protect,
    "postgresql": _postgresql_protect,
}
_RELEASE: dict[str, Callable[[str], list[str]]] = {
    "sqlite": _sqlite_release,
    "postgresql": _postgresql_release,
}
