"""Grants a role of the server exactly the rights that it needs in each table of a PostgreSQL database.

The owner of the tables migrates, restores and flushes. The role that serves cannot lift a trigger, and has no UPDATE,
DELETE or TRUNCATE where rows are only added.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.apps import apps
from django.db import connection, transaction
from psycopg import sql

READ, ADD = "SELECT", "SELECT, INSERT"
CHANGE = "SELECT, INSERT, UPDATE"
ALL = "SELECT, INSERT, UPDATE, DELETE"
FOLD = "reglamento, open, phase, since, version, schema, state, names, records, head"

RIGHTS: Mapping[str, str] = {
    # Rows are only added.
    **dict.fromkeys(
        (
            *("tables.Record", "tables.Dispute", "tables.Decision", "tables.Handover"),
            *(
                "tables.Duty",
                "tables.DutyEnd",
                "tables.AlertSeen",
                "tables.HandoverGiven",
                "tables.RefusedCard",
            ),
            *("tables.HouseReglamento", "tables.SignatureRequest", "tables.RequestOutcome", "tables.Seal"),
            *("ledger.Transfer", "ledger.Entry", "ledger.LedgerCurrency", "journal.Entry"),
            *("accounts.AccessEvent", "accounts.AlarmSeen", "house.Act", "house.Logo"),
            *("cage.Slip", "cage.Step", "cage.Shift", "cage.Closing", "cage.UndoBarrier"),
        ),
        ADD,
    ),
    # A name is erased, and with it what was kept for a repeated key in words that may have it.
    "tables.PlayerName": f"{ADD}, UPDATE (name, key, salt, erased_by)",
    "tables.Reply": f"{ADD}, DELETE",
    # The owner puts a year away.
    "tables.PutAway": READ,
    # The database keeps them itself, with the owner's rights.
    **dict.fromkeys(
        ("ledger.DailyTotal", "tables.DailyTurnover", "tables.DailyDealing", "tables.DailyPlay"), READ
    ),
    # Sums and folds, in these columns only.
    "tables.Table": f"{ADD}, UPDATE ({FOLD}, name, position, retired, opening, pit_id)",
    "ledger.Account": f"{ADD}, UPDATE (balance)",
    "ledger.HourlyTotal": f"{ADD}, UPDATE (amount)",
    "cage.Series": f"{ADD}, UPDATE (last)",
    "journal.Head": f"{ADD}, UPDATE (number, digest)",
    # Logins and tokens end by being made inactive or revoked.
    "accounts.User": CHANGE,
    "accounts.Token": CHANGE,
    "accounts.Pin": CHANGE,
    "accounts.SecondFactor": CHANGE,
    "accounts.Passkey": CHANGE,
    **dict.fromkeys(("house.HouseSetting", "house.SetupLink"), CHANGE),
    **dict.fromkeys(("house.ReportMail", "house.ReportMailSent"), CHANGE),
    # Read models, which are derived from the record, and what passes.
    **dict.fromkeys(
        (
            *("tables.Player", "tables.Seat", "tables.Shoe", "tables.Pass", "tables.Bet", "tables.Turnover"),
            *("tables.Line", "tables.PhaseTime", "tables.SavedSearch", "tables.ConsoleSeen", "tables.Watch"),
            *("tables.Pit", "tables.Dealing", "tables.Play"),
            *("sessions.Session", "accounts.StaffSession", "accounts.GivenPassphrase"),
            *("accounts.DirectoryPerson", "accounts.DirectoryGroup"),
            *("axes.AccessAttempt", "axes.AccessAttemptExpiration"),
            *("axes.AccessFailureLog", "axes.AccessLog"),
        ),
        ALL,
    ),
    # Django's own.
    **dict.fromkeys(("auth.Permission", "auth.Group", "contenttypes.ContentType"), READ),
}
OTHER_TABLES = {
    "django_migrations": READ,
    "accounts_user_groups": READ,
    "accounts_user_user_permissions": READ,
}


def is_owner() -> str | None:
    """The role that is logged in, if it owns the record or may act as who does; None if not, or on SQLite."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_user FROM pg_class WHERE oid = to_regclass('tables_record') "
            "AND pg_has_role(current_user, relowner, 'MEMBER')"
        )
        found = cursor.fetchone()
    return found[0] if found else None


def grant(role: str, password: str | None) -> None:
    """Make the role if there is none, and give it these rights and no others. `password`: a new one for it."""
    with (
        transaction.atomic(),
        connection.cursor() as cursor,
    ):  # a house that serves meanwhile never misses a right
        for statement in _statements(cursor, role, password):
            cursor.execute(statement)


def _statements(cursor: Any, role: str, password: str | None) -> Iterator[Any]:
    name = sql.Identifier(role)
    cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
    if cursor.fetchone() is None:
        yield sql.SQL("CREATE ROLE {} LOGIN").format(name)
    if password:
        yield sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(name, sql.Literal(password))
    yield sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}").format(name)
    yield sql.SQL("REVOKE ALL ON SCHEMA public FROM {}").format(name)
    yield sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(name)
    yield sql.SQL("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {}").format(name)
    for table, rights in _rights_by_table():
        # The rights are those above, and no input.
        yield sql.SQL("GRANT " + rights + " ON {} TO {}").format(sql.Identifier(table), name)


def _rights_by_table() -> Iterator[tuple[str, str]]:
    there = set(connection.introspection.table_names())
    named = {apps.get_model(label)._meta.db_table: rights for label, rights in RIGHTS.items()}
    yield from ((table, rights) for table, rights in (named | OTHER_TABLES).items() if table in there)
