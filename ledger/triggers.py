"""The database itself keeps the daily totals, and refuses legs that do not sum to zero.

A transfer has two legs. PostgreSQL checks after each statement, which must add both, and so refuses a transfer with one
leg too. SQLite checks each leg after a transfer's first, so that a single leg is found by the audit only.
"""

from collections.abc import Mapping
from typing import Any

from casino.common.sql.daily_sums import DailySums

DAILY_TOTALS = DailySums(
    "ledger_hourlytotal", "ledger_dailytotal", ("book", "source", "target", "purpose"), ("amount",)
)
ENTRIES = "ledger_entry"
_SUM = f"(SELECT SUM(amount) FROM {ENTRIES} WHERE transfer_id = NEW.transfer_id)"  # noqa: S608
_LEGS = f"(SELECT COUNT(*) FROM {ENTRIES} WHERE transfer_id = NEW.transfer_id)"  # noqa: S608
_OF_ADDED = f"FROM {ENTRIES} AS leg WHERE leg.transfer_id = added.transfer_id"
_UNBALANCED = f"(SELECT SUM(amount) <> 0 OR COUNT(*) <> 2 {_OF_ADDED})"
_MESSAGE = "the two legs of a transfer must sum to zero"

GUARD: Mapping[str, list[str]] = {
    "sqlite": [
        f"CREATE TRIGGER {ENTRIES}_balances AFTER INSERT ON {ENTRIES} "
        f"WHEN {_LEGS} > 2 OR ({_LEGS} = 2 AND {_SUM} <> 0) "
        f"BEGIN SELECT RAISE(ABORT, '{_MESSAGE}'); END"
    ],
    "postgresql": [
        f"CREATE FUNCTION {ENTRIES}_balance() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF EXISTS (SELECT FROM added WHERE {_UNBALANCED}) "
        f"THEN RAISE EXCEPTION '{_MESSAGE}' USING ERRCODE = 'check_violation'; END IF; "
        f"RETURN NULL; END $$",
        f"CREATE TRIGGER {ENTRIES}_balances AFTER INSERT ON {ENTRIES} REFERENCING NEW TABLE AS added "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {ENTRIES}_balance()",
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
    """Create the triggers; for a migration's RunPython."""
    _run(schema_editor, GUARD)


def lift(apps: Any, schema_editor: Any) -> None:
    """Remove them."""
    _run(schema_editor, LIFT)


def _run(schema_editor: Any, statements: Mapping[str, list[str]]) -> None:
    for statement in statements[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)
