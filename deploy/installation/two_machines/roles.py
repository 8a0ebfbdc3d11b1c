"""The roles and the database of a house on two machines: made once, over whichever machine is the primary."""

from collections.abc import Callable, Iterator, Mapping

AS_TEXT = "ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0"
SEES_STANDBYS = "pg_read_all_stats"


def make(sql: Callable[[str], str], passwords: Mapping[str, str]) -> Iterator[str]:
    """`sql`: asks the primary as its superuser. Yields what was made."""
    for role, password, rights in (
        ("novamas", "serving", "LOGIN"),
        ("novamas_owner", "owner", "LOGIN CREATEDB"),
    ):
        if not sql(f"SELECT 1 FROM pg_roles WHERE rolname = '{role}'"):
            sql(f"CREATE ROLE {role} {rights}")
            yield f"role {role}"
        sql(f"ALTER ROLE {role} PASSWORD '{passwords[password]}'")
    sql(f"GRANT {SEES_STANDBYS} TO novamas, novamas_owner")
    if not sql("SELECT 1 FROM pg_database WHERE datname = 'novamas'"):
        sql(f"CREATE DATABASE novamas OWNER novamas_owner {AS_TEXT}")
        yield "database novamas"
