"""A reader of the house's figures reads the views of its own schema, and nothing else; it writes nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tables.reports.figures import views
from tests.support.databases import on_postgresql

ROLE = "test_bi"
PASSWORD = "reads figures only"
REFUSED = (
    "SELECT * FROM tables_record",
    "SELECT * FROM accounts_user",
    "SELECT name FROM tables_player",
    "SELECT * FROM figures_people.players",
    "SELECT * FROM ledger_entry",
    "SELECT * FROM django_session",
    "UPDATE figures.tables SET name = 'x'",
    "DELETE FROM figures.money",
    "INSERT INTO tables_player (table_id, player, name) VALUES (1, 'x', 'x')",
    "TRUNCATE ledger_hourlytotal CASCADE",
    "CREATE TABLE mine (id int)",
    "CREATE TABLE figures.mine (id int)",
    "CREATE TEMP TABLE mine (id int)",
    "CREATE VIEW figures.mine AS SELECT 1",
    "DROP VIEW figures.tables",
    "CREATE SCHEMA mine",
    "ALTER TABLE tables_record DISABLE TRIGGER ALL",
    "SET ROLE postgres",
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_sqlite_says_plainly_that_it_has_none() -> None:
    if connection.vendor == "sqlite":
        with pytest.raises(CommandError, match="read the figures over the API"):
            call_command("figures_role", ROLE)


@contextmanager
def reader(*options: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection as the role that the command has made."""
    call_command("figures_role", ROLE, *options, verbosity=0)
    given = connection.get_connection_params()
    where = {name: given[name] for name in ("host", "port", "dbname") if given.get(name)}
    try:
        with psycopg.connect(**where, user=ROLE, password=PASSWORD, autocommit=True) as read:
            yield read
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP OWNED BY {ROLE}")
            cursor.execute(f"DROP ROLE {ROLE}")


class TestTheReader:
    @pytest.fixture(autouse=True)
    def password(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("FIGURES_PASSWORD", PASSWORD)

    @on_postgresql
    def test_it_reads_the_figures_and_nothing_else(self) -> None:
        with reader() as read:
            for name in views.VIEWS["figures"]:
                read.execute(f"SELECT * FROM figures.{name}")  # noqa: S608
            for statement in REFUSED:
                for before in (
                    "SET default_transaction_read_only = off",
                    "RESET default_transaction_read_only",
                ):
                    read.execute(before)
                    with pytest.raises(
                        psycopg.Error,
                        match=r"permission denied|must be owner|read-only|cannot (update|delete)",
                    ):
                        read.execute(statement)

    @on_postgresql
    def test_names_of_players_are_granted_apart_and_taken_again(self) -> None:
        with reader("--people") as read:
            read.execute("SELECT name FROM figures_people.players")
            call_command("figures_role", ROLE, verbosity=0)
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                read.execute("SELECT name FROM figures_people.players")
            read.execute("SELECT * FROM figures.results")

    @on_postgresql
    def test_who_may_more_is_no_reader(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE ROLE {ROLE} LOGIN")
            cursor.execute(f"GRANT SELECT ON tables_player TO {ROLE}")
            with pytest.raises(CommandError, match=r"rights elsewhere: public\.tables_player"):
                call_command("figures_role", ROLE, verbosity=0)
            cursor.execute(f"DROP OWNED BY {ROLE}")
            cursor.execute(f"DROP ROLE {ROLE}")

    @on_postgresql
    def test_forgotten_queries_end(self) -> None:
        with reader() as read:
            assert read.execute("SHOW statement_timeout").fetchone() == ("5min",)
            assert read.execute("SHOW default_transaction_read_only").fetchone() == ("on",)
