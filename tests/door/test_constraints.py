"""The database refuses rows that cannot be, by the constraints that say so."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from ledger.models import NOT_OVERDRAWN, Account, HourlyTotal, Transfer
from tables.models import Bet, Pass, Record, Shoe, Table

pytestmark = pytest.mark.django_db
CALLED = """
CREATE FUNCTION shoe_counts(dealt integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
AS $check$ BEGIN RETURN (dealt >= 0); END $check$;
ALTER TABLE tables_shoe DROP CONSTRAINT shoe_counts, ADD CONSTRAINT shoe_counts CHECK (shoe_counts(dealt))
"""


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
        ("bet_chance_named", Bet(chance="", **bet)),
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


if connection.vendor == "postgresql":

    def test_a_constraint_that_calls_a_function_is_made_plain() -> None:
        """A house of an earlier release has such."""
        with connection.cursor() as cursor:
            cursor.execute(CALLED)
            with connection.schema_editor() as editor:
                import_module("tables.migrations.0014_plain_checks").make_plain(apps, editor)
            cursor.execute("SELECT count(*) FROM pg_proc WHERE proname = 'shoe_counts'")
            assert cursor.fetchone() == (0,)
            cursor.execute(
                "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = 'shoe_counts'"
            )
            assert cursor.fetchone() == ("CHECK ((dealt >= 0))",)
