"""Long constraints are calls of a function on PostgreSQL, and refuse as before on both databases."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from casino.common.called_checks import LONG, LONGEST, operation
from ledger.models import NOT_OVERDRAWN, Account, HourlyTotal, Transfer
from tables.models import Bet, Pass, Record, Shoe, Table

pytestmark = pytest.mark.django_db
RARELY_WRITTEN = {  # people, tokens, slips, requests and the journal: not by every command
    "accounts_token",
    "accounts_user",
    "cage_shift",
    "cage_slip",
    "cage_step",
    "journal_entry",
    "tables_duty",
    "tables_requestoutcome",
    "tables_signaturerequest",
}
CHECKS = [
    ("ledger_account", NOT_OVERDRAWN),
    ("ledger_transfer", "transfer_purpose_known"),
    ("tables_shoe", "shoe_counts"),
]


def _long() -> set[str]:
    """The tables with a constraint whose expression PostgreSQL reads again for each statement."""
    if connection.vendor != "postgresql":
        return set()
    with connection.cursor() as cursor:
        return {table for table, _ in cursor.execute(LONG, [LONGEST]).fetchall()}  # type: ignore[union-attr]


def _refused() -> Sequence[tuple[str, Any]]:
    """Rows that cannot be, with the constraint that says so."""
    table = Table.objects.get()
    passed = Pass.objects.create(table=table, number=900, shoe=1)
    hour = {"book": "b", "hour": timezone.now(), "source": "bank", "target": "stakes", "amount": 1}
    bet = {"hand": passed, "player": "ana", "amount": 1, "article": ""}
    return [
        ("account_kind_known", Account(code="a", book="b", kind="shoebox")),
        (NOT_OVERDRAWN, Account(code="a", book="b", kind="bank", balance=-1)),
        ("transfer_purpose_known", Transfer(key="k", reference="r", purpose="gift", at=timezone.now())),
        ("hourly_total_purpose_known", HourlyTotal(purpose="gift", **hour)),
        ("bet_chance_known", Bet(chance="pair", **bet)),
        ("pass_result_known", Pass(table=table, number=901, shoe=1, result="lost")),
        ("shoe_counts", Shoe(table=table, number=77, decks=6, burned=3, dealt=2, last_pass=False)),
        ("table_phase_known", Table(slug="other", name="Other", phase="lunch", schema=1, state="{}")),
        ("record_has_events", Record(**_record(table) | {"first_seq": 1001, "version": 1000})),
    ]


def _record(table: Table) -> dict[str, Any]:
    told = {"name": "card", "command": {}, "events": [], "actor": "carla", "role": "croupier"}
    return {"table": table, "number": 1000, "schema": 1, "at": timezone.now(), **told}


def _all_are_refused() -> None:
    for constraint, row in _refused():
        with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
            row.save(force_insert=True)
    Pass.objects.filter(number=900).delete()


def test_what_cannot_be_is_refused_by_the_constraints_that_say_so(mesa: str) -> None:
    _all_are_refused()


def test_what_may_be_is_not_refused(mesa: str) -> None:
    Account.objects.create(code="x", book="b", kind="outside", balance=-5)
    Account.objects.create(code="y", book="b", kind="bank", balance=0)
    Shoe.objects.create(table=Table.objects.get(), number=78, decks=6, burned=3, dealt=3, last_pass=False)


def test_no_constraint_of_what_every_command_writes_is_long() -> None:
    """A new one is called, too: `casino.common.called_checks.operation`, in a migration of its app."""
    assert _long() <= RARELY_WRITTEN
    assert {model._meta.db_table for model in apps.get_models()} >= RARELY_WRITTEN


def test_the_migration_can_be_taken_back(mesa: str) -> None:
    """And made again, which the constraints do not notice."""
    forwards, backwards = operation(CHECKS)
    editor = connection.SchemaEditorClass(connection)
    backwards(apps, editor)
    assert ("ledger_transfer" in _long()) is (connection.vendor == "postgresql")
    _all_are_refused()
    forwards(apps, editor)
    assert _long() <= RARELY_WRITTEN
    _all_are_refused()
