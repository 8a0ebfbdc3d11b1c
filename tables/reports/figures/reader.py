"""A role of PostgreSQL that reads the views of the house's figures, and nothing else."""

from collections.abc import Iterator
from typing import Any

from django.db import DatabaseError, connection, transaction
from psycopg import sql

from tables.reports.figures.views import FIGURES, PEOPLE

# A query that is forgotten must not hold up a migration, nor many take the tables' connections.
BOUNDS = ("default_transaction_read_only = on", "statement_timeout = '5min'")
MOST_CONNECTIONS = 5
OTHERS = """
SELECT string_agg(DISTINCT space.nspname || '.' || one.relname, ', ')
FROM pg_class one JOIN pg_namespace space ON space.oid = one.relnamespace
WHERE one.relkind IN ('r', 'p', 'v', 'm', 'f') AND space.nspname <> 'information_schema'
  AND space.nspname NOT LIKE 'pg\\_%%' AND space.nspname <> ALL (%s)
  AND has_table_privilege(%s, one.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')
"""
# The roles that may use a schema beside its owner
READERS = """
SELECT pg_get_userbyid(given.grantee), bool_or(space.nspname = %s)
FROM pg_namespace space, aclexplode(space.nspacl) given
WHERE space.nspname = ANY (%s) AND given.privilege_type = 'USAGE'
  AND given.grantee NOT IN (space.nspowner, 0)
GROUP BY 1 ORDER BY 1
"""


class ReadsMore(Exception):
    """The role has other rights in this database; its words name the tables."""


def readers() -> list[tuple[str, bool]]:
    """The roles that read the figures of this house, and whether players' names, too; none where there is no house."""
    if connection.vendor != "postgresql":
        return []
    try:
        with connection.cursor() as cursor:
            cursor.execute(READERS, [PEOPLE, [FIGURES, PEOPLE]])
            return [(str(role), bool(people)) for role, people in cursor.fetchall()]
    except DatabaseError:
        return []


def grant(role: str, *, people: bool, password: str | None = None) -> None:
    """Let the role read the figures, and with `people` the players' names, too; without, no more. It is made if there
    is none. Raises ReadsMore if it could then read or write anything else, and DatabaseError; nothing is done then."""
    schemas = [FIGURES, PEOPLE] if people else [FIGURES]
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in _statements(cursor, role, schemas, password):
            cursor.execute(statement)
        cursor.execute(OTHERS, [schemas, role])
        if found := cursor.fetchone()[0]:
            raise ReadsMore(found)


def _statements(cursor: Any, role: str, schemas: list[str], password: str | None) -> Iterator[Any]:
    name = sql.Identifier(role)
    cursor.execute("SELECT current_database(), to_regrole(quote_ident(%s)) IS NULL", [role])
    database, is_new = cursor.fetchone()
    if is_new:
        yield sql.SQL("CREATE ROLE {} LOGIN CONNECTION LIMIT {}").format(name, sql.Literal(MOST_CONNECTIONS))
        for bound in BOUNDS:
            yield sql.SQL("ALTER ROLE {} SET " + bound).format(name)  # a constant of this module
    if password:
        yield sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(name, sql.Literal(password))
    # Anybody may make temporary tables in a new database; who serves makes none either.
    yield sql.SQL("REVOKE TEMPORARY ON DATABASE {} FROM PUBLIC").format(sql.Identifier(database))
    for schema in map(sql.Identifier, (FIGURES, PEOPLE)):
        yield sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA {} FROM {}").format(schema, name)
        yield sql.SQL("REVOKE ALL ON SCHEMA {} FROM {}").format(schema, name)
        yield sql.SQL("ALTER DEFAULT PRIVILEGES IN SCHEMA {} REVOKE SELECT ON TABLES FROM {}").format(
            schema, name
        )
    for schema in map(sql.Identifier, schemas):
        yield sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(schema, name)
        yield sql.SQL("GRANT SELECT ON ALL TABLES IN SCHEMA {} TO {}").format(schema, name)
        # Also on what a later version adds
        yield sql.SQL("ALTER DEFAULT PRIVILEGES IN SCHEMA {} GRANT SELECT ON TABLES TO {}").format(
            schema, name
        )
