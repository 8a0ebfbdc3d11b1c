"""Deletions, insertions, swaps and what else takes more than one column; and what is let pass, with the reason."""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import Model

from tests.tampering.changes import SUBJECTS

Act = Callable[[], None]
ACTS: dict[str, tuple[Act, str]] = {}
FREE: dict[str, tuple[Act, str]] = {}


def run(*statements: str) -> Act:
    def act() -> None:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)

    return act


def _deleted(model: type[Model], row: dict[str, Any]) -> Act:
    def act() -> None:
        found = model._base_manager.filter(**row).order_by("pk").first()  # type: ignore[attr-defined]
        assert found is not None
        run(f'DELETE FROM "{model._meta.db_table}" WHERE id = {found.pk}')()

    return act


def _inserted(table: str, said: str, **columns: str) -> Act:
    """A copy of a row, with other values in some columns; `said` is its condition."""

    def act() -> None:
        with connection.cursor() as cursor:
            found = [column.name for column in connection.introspection.get_table_description(cursor, table)]
            names = [name for name in found if name != "id"]
            values = [columns.get(name, f'"{name}"') for name in names]
            listed = ", ".join(f'"{name}"' for name in names)
            cursor.execute(
                f'INSERT INTO "{table}" ({listed}) SELECT {", ".join(values)} FROM "{table}" WHERE {said}'
            )

    return act


def _swapped(table: str, column: str, one: str, other: str) -> Act:
    """The values of a column of two rows, which are chosen by conditions."""

    def act() -> None:
        with connection.cursor() as cursor:
            found = []
            for condition in (one, other):
                cursor.execute(f'SELECT id, "{column}" FROM "{table}" WHERE {condition} ORDER BY id LIMIT 1')
                found.append(cursor.fetchone())
            (first, here), (second, there) = found
            assert here != there
            for pk, value in ((first, there), (second, here)):
                cursor.execute(f'UPDATE "{table}" SET "{column}" = %s WHERE id = %s', [value, pk])

    return act


ACTS |= {
    f"delete {subject.model._meta.db_table} {subject.row}": (
        _deleted(subject.model, subject.row),
        subject.place,
    )
    for subject in SUBJECTS
    if subject.model._meta.db_table
    not in ("tables_table", "tables_reply", "journal_head", "ledger_account", "cage_series")
}
ACTS["delete from tables_table"] = (
    run("DELETE FROM tables_table WHERE slug = 'mesa-4'"),
    r"journal: BROKEN: table \d+ is gone",
)
ACTS["delete from journal_head"] = (run("DELETE FROM journal_head"), "journal: BROKEN: the journal ends")
ACTS["delete from ledger_account"] = (
    run("DELETE FROM ledger_account WHERE code = 'table:mesa-4:tray'"),
    "(mesa-4|ledger): BROKEN: ",
)

# No row is named by its number: earlier tests may have used up numbers of the same sequences.
_FIRST = "id = (SELECT MIN(id) FROM {0})"
_LAST = "id = (SELECT MAX(id) FROM {0})"
_MESA = "table_id = (SELECT id FROM tables_table WHERE slug = 'mesa-4')"
_OTHER = "table_id = (SELECT id FROM tables_table WHERE slug = 'mesa-5')"
_SLIP = "kind = 'tip' AND amount = 200"
ACTS |= {
    "insert a login": (
        _inserted("accounts_user", "username = 'julio'", username="'mallory'"),
        r"journal: BROKEN: login \d+ \(mallory\) stands in no entry",
    ),
    "insert a token": (
        _inserted("accounts_token", "name = 'wall'", digest="'0'"),
        r"journal: BROKEN: token \d+ .*stands in no entry",
    ),
    "insert a table": (
        _inserted("tables_table", "slug = 'mesa-5'", slug="'mesa-6'", records="0", version="0", head="''"),
        r"journal: BROKEN: table \d+ \(mesa-6\) stands in no entry",
    ),
    "insert a slip": (
        _inserted("cage_slip", _SLIP, number="900", key="NULL"),
        r"journal: BROKEN: slip \d+ \(tip 900\) stands in no entry",
    ),
    "insert a step": (
        _inserted("cage_step", _LAST.format("cage_step"), name="'confirmed'", done="FALSE"),
        r"journal: BROKEN: step \d+ .*stands in no entry",
    ),
    "insert a shift": (
        _inserted("cage_shift", "number = 2", number="3", opening_id="(SELECT MIN(id) FROM cage_slip)"),
        r"journal: BROKEN: shift \d+ .*stands in no entry",
    ),
    "insert a barrier": (
        _inserted(
            "cage_undobarrier", _LAST.format("cage_undobarrier"), slip_id="(SELECT MIN(id) FROM cage_slip)"
        ),
        r"journal: BROKEN: undo_barrier \d+ .*stands in no entry",
    ),
    "insert a dispute": (
        _inserted("tables_dispute", _LAST.format("tables_dispute")),
        r"journal: BROKEN: dispute \d+ .*stands in no entry",
    ),
    "insert a decision": (
        _inserted(
            "tables_decision",
            _LAST.format("tables_decision"),
            dispute_id="(SELECT MAX(id) FROM tables_dispute)",
        ),
        r"journal: BROKEN: decision \d+ .*stands in no entry",
    ),
    "insert a handover": (
        _inserted("tables_handover", _LAST.format("tables_handover")),
        r"journal: BROKEN: handover \d+ .*stands in no entry",
    ),
    "insert a request": (
        _inserted("tables_signaturerequest", _LAST.format("tables_signaturerequest")),
        r"journal: BROKEN: request \d+ .*stands in no entry",
    ),
    "insert a reglamento": (
        _inserted("tables_housereglamento", _LAST.format("tables_housereglamento"), version="2"),
        r"journal: BROKEN: reglamento \d+ .*stands in no entry",
    ),
    "insert a currency": (
        _inserted("ledger_ledgercurrency", _LAST.format("ledger_ledgercurrency"), currency="'EUR'"),
        r"journal: BROKEN: currency \d+ .*stands in no entry",
    ),
    "insert a record": (
        _inserted(
            "tables_record", f"number = 20 AND {_MESA}", number="900", first_seq="9000", version="9001"
        ),
        "mesa-4: BROKEN: record 900",
    ),
    "insert a transfer": (
        _inserted("ledger_transfer", _LAST.format("ledger_transfer"), key="'x'", reverses_id="NULL"),
        "ledger: BROKEN: transfer x: it has no entries",
    ),
    "insert an account": (
        _inserted(
            "ledger_account",
            "code = 'table:mesa-4:tips'",
            code="'table:mesa-4:chips:eve'",
            kind="'chips'",
            balance="0",
        ),
        "ledger: BROKEN: account table:mesa-4:chips:eve: it has no entries",
    ),
    "insert an answer": (
        _inserted("tables_reply", "key = 'ask 1'", key="'bet 900'", actor="'mallory'"),
        "mesa-4: BROKEN: the kept answer to mallory's key 'bet 900'",
    ),
    "insert an hourly total": (
        _inserted(
            "ledger_hourlytotal", _FIRST.format("ledger_hourlytotal"), hour="'2020-01-01 00:00:00+00:00'"
        ),
        "(mesa-4|mesa-5|cage:main|house:main): BROKEN: hourly total",
    ),
    "insert an entry of the journal": (
        _inserted("journal_entry", "number = 3", number="9000"),
        "journal: BROKEN: entry 9000 of the journal",
    ),
    "insert a second head": (
        _inserted("journal_head", "name = 'journal'", name="'other'"),
        "journal: BROKEN: the journal has a second head",
    ),
    "swap two signers": (
        _swapped("cage_step", "actor", "actor = 'cora'", "actor = 'carla'"),
        r"journal: BROKEN: step \d+",
    ),
    "swap two amounts": (
        _swapped("cage_slip", "amount", "kind = 'tip'", "kind = 'buy_in'"),
        r"journal: BROKEN: slip \d+",
    ),
    "swap two authors of records": (
        _swapped("tables_record", "actor", "actor = 'carla'", "actor = 'julio'"),
        r"mesa-4: BROKEN: record \d+",
    ),
    "swap two passphrases": (
        _swapped("accounts_user", "password", "username = 'julio'", "username = 'carla'"),
        r"journal: BROKEN: login \d+ \(carla\): password",
    ),
    "swap two tables' names": (
        _swapped("tables_table", "name", "slug = 'mesa-4'", "slug = 'mesa-5'"),
        r"journal: BROKEN: table \d+ \(mesa-4\): name",
    ),
    "swap two accounts of entries": (
        _swapped("ledger_entry", "account_id", _FIRST.format("ledger_entry"), "amount = 500"),
        "(mesa-4|cage:main|house:main): BROKEN: ",
    ),
    "empty a seat": (
        run("UPDATE tables_seat SET player = NULL, lent = TRUE WHERE number = 2"),
        "mesa-4: BROKEN: the row of seat 2",
    ),
    "remove the tail of a record": (
        run(f"DELETE FROM tables_record WHERE {_MESA} AND number > 40"),
        "mesa-4: BROKEN: the number of records",
    ),
    "remove the tail of the journal": (
        run("DELETE FROM journal_entry WHERE number > 30"),
        "journal: BROKEN: the journal ends with entry 30",
    ),
    "remove all disputes": (
        run("DELETE FROM tables_decision", "DELETE FROM tables_dispute"),
        r"journal: BROKEN: dispute \d+ is gone",
    ),
    "remove a table with all that it has": (
        run(
            f"DELETE FROM tables_record WHERE {_OTHER}",
            f"DELETE FROM tables_reply WHERE {_OTHER}",
            f"DELETE FROM tables_seat WHERE {_OTHER}",
            f"DELETE FROM tables_player WHERE {_OTHER}",
            "DELETE FROM tables_table WHERE slug = 'mesa-5'",
        ),
        r"journal: BROKEN: table \d+ is gone",
    ),
    "make oneself a superuser": (
        run("UPDATE accounts_user SET is_superuser = TRUE, is_staff = TRUE WHERE username = 'carla'"),
        r"journal: BROKEN: login \d+ \(carla\): is_staff",
    ),
    "revive a token": (
        run("UPDATE accounts_token SET revoked = NULL WHERE name = 'old wall'"),
        r"journal: BROKEN: token \d+ \(old wall .*revoked",
    ),
}
FREE |= {
    "a state written otherwise": (
        run("UPDATE tables_table SET state = state || ' '"),
        "it is compared as it is read",
    ),
    "the series of numbers set back": (
        run("UPDATE cage_series SET last = 1"),
        "numbers that are used are left out",
    ),
    "a kept refusal forgotten": (
        run("DELETE FROM tables_reply WHERE key = 'too early'"),
        "nothing was done, and the same command is decided again",
    ),
    "the kept answer to a request forgotten": (
        run("DELETE FROM tables_reply WHERE key LIKE 'ask %'"),
        "the request itself is in the journal, and is not made twice",
    ),
    "the language of the screens": (
        run("UPDATE accounts_user SET language = 'sl'"),
        "it gives no right",
    ),
}
