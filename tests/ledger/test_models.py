"""What the database says when money is taken from an account that does not exist."""

import pytest

from ledger.models import NEVER_REACHED


@pytest.mark.parametrize(
    ("said", "of_an_account"),
    [
        ("NOT NULL constraint failed: ledger_entry.account_id", True),
        ('null value in column "account_id" of relation "ledger_entry" violates not-null constraint', True),
        ("NOT NULL constraint failed: ledger_entry.amount", False),
        ("FOREIGN KEY constraint failed", False),
        ("NOT NULL constraint failed: ledger_entry.account_id_of_another", False),
    ],
)
def test_money_that_no_account_has_is_told_from_other_faults_of_the_database(
    said: str, of_an_account: bool
) -> None:
    """As SQLite and PostgreSQL say it."""
    assert bool(NEVER_REACHED.search(said)) is of_an_account
