"""The database itself refuses legs that do not sum to zero.

A transfer has two. PostgreSQL looks when the transaction ends, and sees a leg that stands alone too. SQLite cannot
wait: it looks at each leg after a transfer's first, so that a lone leg there is found by the audit only.
"""

from collections.abc import Mapping
from typing import Any

ENTRIES, ACCOUNTS, SLIPS = "ledger_entry", "ledger_account", "ledger_slip"
_SUM = f"(SELECT SUM(amount) FROM {ENTRIES} WHERE transfer_id = NEW.transfer_id)"  # noqa: S608
_LEGS = f"(SELECT COUNT(*) FROM {ENTRIES} WHERE transfer_id = NEW.transfer_id)"  # noqa: S608
_TOLD = "the two legs of a transfer must sum to zero"

# SQLite takes a fraction or a word for a whole number's place.
_WHOLE = [
    f"CREATE TRIGGER {table}_{column}_whole_{act.split()[0].lower()} BEFORE {act} ON {table} "
    f"WHEN typeof(NEW.{column}) <> 'integer' BEGIN SELECT RAISE(ABORT, 'money is in whole numbers'); END"
    for table, column, act in (
        (ENTRIES, "amount", "INSERT"),
        (ACCOUNTS, "balance", "INSERT"),
        (ACCOUNTS, "balance", "UPDATE OF balance"),
        (SLIPS, "amount", "INSERT"),
    )
]
WHOLE: Mapping[str, list[str]] = {"sqlite": _WHOLE, "postgresql": []}
GUARD: Mapping[str, list[str]] = {
    "sqlite": [
        f"CREATE TRIGGER {ENTRIES}_balances AFTER INSERT ON {ENTRIES} "
        f"WHEN {_LEGS} > 2 OR ({_LEGS} = 2 AND {_SUM} <> 0) "
        f"BEGIN SELECT RAISE(ABORT, '{_TOLD}'); END"
    ],
    "postgresql": [
        f"CREATE FUNCTION {ENTRIES}_balance() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {_SUM} <> 0 OR {_LEGS} <> 2 THEN RAISE EXCEPTION '{_TOLD}' USING ERRCODE = 'check_violation'; END IF; "
        f"RETURN NULL; END $$",
        f"CREATE CONSTRAINT TRIGGER {ENTRIES}_balances AFTER INSERT ON {ENTRIES} "
        f"DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION {ENTRIES}_balance()",
    ],
}
LIFT: Mapping[str, list[str]] = {
    "sqlite": [f"DROP TRIGGER IF EXISTS {ENTRIES}_balances"],
    "postgresql": [
        f"DROP TRIGGER IF EXISTS {ENTRIES}_balances ON {ENTRIES}",
        f"DROP FUNCTION IF EXISTS {ENTRIES}_balance()",
    ],
}


def guard(apps: Any, schema_editor: Any) -> None:
    """A migration's way forwards."""
    _run(schema_editor, GUARD)


def lift(apps: Any, schema_editor: Any) -> None:
    """And backwards."""
    _run(schema_editor, LIFT)


def keep_whole(apps: Any, schema_editor: Any) -> None:
    """A migration's way forwards: no amount but whole numbers."""
    _run(schema_editor, WHOLE)


def let_be(apps: Any, schema_editor: Any) -> None:
    """And backwards."""
    names = (statement.split()[2] for statement in WHOLE[schema_editor.connection.vendor])
    _run(schema_editor, {schema_editor.connection.vendor: [f"DROP TRIGGER {name}" for name in names]})


def _run(schema_editor: Any, statements: Mapping[str, list[str]]) -> None:
    for statement in statements[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)
