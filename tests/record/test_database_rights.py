"""The server needs no right to change what it recorded, and runs without."""

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from casino.administration.personal_data import erase_name
from casino.house.acts import By
from casino.people.models import Token, User
from tables.door import disputes, duty
from tables.door.service import execute
from tables.door.signatures import ask, take_step
from tables.record.audit.house import APPEND_ONLY
from tables.record.database_rights import ADD, RIGHTS, is_owner
from tables.rules.roles import Actor
from tables.view import handovers
from tests.door.test_signatures import TO_BETTING, VOID
from tests.support.counter import MESA, audited, cage, done, go, table
from tests.support.counter import ask as ask_for
from tests.support.house import CROUPIER, JEFE, Croupier, game

ROLE = "test_serving"
pytestmark = pytest.mark.django_db(transaction=True)
REFUSED = [
    *(
        act.format(model._meta.db_table)
        for act in ("UPDATE {} SET id = id", "DELETE FROM {}", "TRUNCATE {} CASCADE")
        for model in APPEND_ONLY
    ),
    "UPDATE tables_playername SET player = 'x'",
    "UPDATE tables_table SET slug = 'x'",
    "UPDATE tables_table SET schema = 1, slug = 'y'",
    "UPDATE ledger_account SET code = 'x'",
    "UPDATE ledger_hourlytotal SET hour = now()",
    "UPDATE ledger_dailytotal SET amount = amount",
    "INSERT INTO tables_dailyturnover SELECT * FROM tables_dailyturnover",
    "DELETE FROM tables_dailyturnover",
    "INSERT INTO tables_putaway SELECT * FROM tables_putaway",
    # A trigger of his own would have the owner's rights.
    "CREATE TEMP TABLE mine (LIKE ledger_hourlytotal); CREATE TRIGGER mine AFTER INSERT ON mine FOR EACH ROW "
    "EXECUTE FUNCTION ledger_dailytotal_follow(); INSERT INTO mine SELECT * FROM ledger_hourlytotal",
    "UPDATE tables_reply SET answer = '{}'",
    "DELETE FROM tables_table",
    "DELETE FROM accounts_user",
    "DELETE FROM accounts_token",
    "DELETE FROM journal_head",
    "ALTER TABLE tables_record DISABLE TRIGGER ALL",
    "DROP TRIGGER tables_record_append_only ON tables_record",
    "DROP TABLE tables_record",
    "CREATE TABLE elsewhere (id int)",
    "SET session_replication_role = replica",
    "UPDATE django_migrations SET name = 'x'",
]


def test_every_model_has_its_rights() -> None:
    models = {model._meta.label for model in apps.get_models()}
    assert models == set(RIGHTS)
    only_added = {label for label, of in RIGHTS.items() if of == ADD}
    assert {model._meta.label for model in APPEND_ONLY} - only_added == {
        "tables.PlayerName",
        "tables.PutAway",
    }


def test_a_house_is_run_without_owning_its_tables() -> None:
    if connection.vendor == "sqlite":
        with pytest.raises(CommandError, match="SQLite has no roles"):
            call_command("serving_role", ROLE)
        assert is_owner() is None
        return
    assert is_owner() == connection.settings_dict["USER"]
    call_command("serving_role", ROLE)
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SET ROLE {ROLE}")
        assert is_owner() is None
        _serve()
        for statement in REFUSED:
            with (
                pytest.raises(DatabaseError, match=r"permission denied|must be owner"),
                transaction.atomic(),
                connection.cursor() as cursor,
            ):
                cursor.execute(statement)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
            cursor.execute(f"DROP OWNED BY {ROLE}")
            cursor.execute(f"DROP ROLE {ROLE}")


def _serve() -> None:
    """An evening in which everything is written that a server writes."""
    User.objects.create_user("julio", password="a passphrase of his", role="jefe")
    Token.objects.issue("wall", "display", MESA)
    Token.objects.get().revoke()
    cage()
    table()
    for number, command in enumerate(TO_BETTING):
        assert execute(MESA, command, CROUPIER, key=str(number)).ok
    request = ask(MESA, VOID, CROUPIER).request
    assert request and take_step(request["number"], "declined", JEFE, "no").refused is None
    disputes.resolve(disputes.mark(MESA, CROUPIER).pk, JEFE, "the banker's")
    handovers.give(Actor("jimena", "jefe"), "")
    handovers.accept(JEFE)
    duty.end(duty.begin(MESA, JEFE, "jefe").pk, JEFE)
    game(MESA, 40, Croupier(4))
    assert execute(MESA, {"command": "undo", "reason": "misdealt"}, JEFE).ok
    for command in ("join", "leave"):
        named = {"name": "Zoë"} if command == "join" else {}
        assert execute(MESA, {"command": command, "player": "zoe", **named}, JEFE, key=command).ok
    erase_name(By("root"), "zoe")
    done("buy_in", 500, player="ana")
    go(ask_for("tip", 50, player="ana"), "void", "jefe", "it was a bet")
    client = Client()
    client.force_login(User.objects.get(), "casino.people.login.passphrases.PassphraseBackend")
    client.logout()
    audited()
