"""Statements that are sent together (`casino.common.sql`)."""

from collections.abc import Sequence
from contextlib import nullcontext
from datetime import UTC, datetime

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from casino.common import sql
from casino.common.sql import Batch, Found
from ledger.models import Account
from tables.models import Bet, Pass, Reply, Table
from tables.projections.rows import BetRow, PassRow
from tables.service import create_table

AT = datetime(2026, 11, 21, 20, 30, 15, 123456, tzinfo=UTC)


@pytest.fixture
def table(transactional_db: None) -> int:
    create_table("mesa-1", "Mesa 1")
    return Table.objects.get().pk


def replies(table: int, *keys: str) -> list[dict[str, object]]:
    return [
        {
            "table": table,
            "actor": "carla",
            "role": "croupier",
            "key": key,
            "asked": "",
            "answer": {"says": ["¿qué?", None]},
        }
        for key in keys
    ]


def write(table: int, *statements: Sequence[str]) -> None:
    """Write replies with these keys in one transaction, those of each list with one statement."""

    def work(batch: Batch) -> None:
        for keys in statements:
            batch.insert(Reply, replies(table, *keys))

    sql.write(work)


def test_what_is_gathered_is_written_at_the_end_and_read_back(table: int) -> None:
    def work(batch: Batch) -> str:
        batch.insert(Reply, replies(table, "a", "b"))
        assert not Reply.objects.exists()
        return "done"

    assert sql.write(work) == "done"
    rows = sql.select(Reply, ("key", "answer"), table=Found(Table, ("slug",), ("mesa-1",)), role="croupier")
    assert sorted(rows) == [("a", {"says": ["¿qué?", None]}), ("b", {"says": ["¿qué?", None]})]
    assert connection.get_autocommit()


def test_a_row_refers_to_one_that_the_same_batch_adds(table: int) -> None:
    batch = Batch()
    batch.insert(Pass, [{"table": table, "number": 7, **PassRow(shoe=1, paid_at=AT)._asdict()}])
    the_pass = Found(Pass, ("table", "number"), (table, 7))
    batch.insert(Bet, [{"hand": the_pass, "player": "ana", "chance": "tie", **BetRow(5)._asdict()}])
    batch.update(Pass, {"will": "draw", "paid": None}, table=table, number=7)
    batch.add(Pass, "shoe", 2, table=table, number=7)
    batch.run()
    hand = Pass.objects.get()
    assert (hand.bets.get().amount, hand.will, hand.shoe, hand.paid_at) == (5, "draw", 3, AT)
    batch.delete(Bet, hand=the_pass, player="ana", chance="tie")
    batch.run()
    assert not Bet.objects.exists()


def test_sums_are_added_up(table: int) -> None:
    account = {"code": "table:mesa-1:tray", "book": "table:mesa-1", "kind": "tray", "balance": -5}
    batch = Batch()
    for _ in range(3):
        batch.add_up(Account, [account], key=("code",), sums=("balance",))
    batch.run()
    assert Account.objects.get().balance == -15


@pytest.mark.parametrize("number", [1, 25])
def test_of_a_batch_that_fails_nothing_is_written(table: int, number: int) -> None:
    """Whichever statement it is, and however it was sent."""
    keys = [f"key {place}" for place in range(number)]
    for _ in range(2):
        with pytest.raises(IntegrityError):
            write(table, keys, keys[:1], ["another"])
        assert not Reply.objects.exists()
    write(table, keys)
    assert Reply.objects.count() == number


def test_what_the_database_checks_at_the_commit_is_an_error_too(table: int) -> None:
    with pytest.raises(IntegrityError):
        write(table + 1, ["of no table"])
    assert not Reply.objects.exists()


def test_within_a_transaction_it_is_a_part_of_that(table: int) -> None:
    with transaction.atomic():
        with pytest.raises(IntegrityError):
            write(table, ["a", "a"])
        write(table, ["b"])
        transaction.set_rollback(True)
    assert not Reply.objects.exists()


def test_nothing_is_sent_in_a_transaction_that_has_failed(table: int) -> None:
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            sql.select(Table, ("slug",), id=table)


def test_a_text_with_nul_is_kept_whole_or_refused(table: int) -> None:
    refused = pytest.raises(DataError) if connection.vendor == "postgresql" else nullcontext()
    with refused:
        write(table, ["a\x00b"])
    assert [reply.key for reply in Reply.objects.all()] in ([], ["a\x00b"])


def test_a_list_finds_the_rows_with_any_of_it(table: int) -> None:
    write(table, ["a", "b", "c"])
    assert sorted(sql.select(Reply, ("key",), table=table, key=["a", "c", "d"])) == [("a",), ("c",)]
