"""The ledger: double entry in integers, kept right by the database itself."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from ledger import service
from ledger.models import Account, Entry, Transfer
from ledger.postings import Posting, book_of, compensating, kind_of, legs, net

BOOK = "table:mesa-4"
STAKES, BANK, TRAY = f"{BOOK}:stakes", f"{BOOK}:bank", f"{BOOK}:tray"
BEA, ANA = f"{BOOK}:chips:bea", f"{BOOK}:chips:ana"
ACCOUNTS = st.sampled_from([STAKES, BANK, TRAY, BEA, ANA])


@st.composite
def postings(draw: st.DrawFn) -> Posting:
    source = draw(ACCOUNTS)
    target = draw(ACCOUNTS.filter(lambda account: account != source))
    return Posting(source, target, draw(st.integers(1, 10**15)), "moved")


@given(st.lists(postings()))
def test_what_leaves_one_account_enters_another(moved: list[Posting]) -> None:
    assert all(sum(leg.amount for leg in legs(posting)) == 0 for posting in moved)
    assert sum(net(moved).values()) == 0


@given(st.lists(postings()))
def test_compensating_leaves_nothing(moved: list[Posting]) -> None:
    assert net([*moved, *map(compensating, moved)]) == {}


@pytest.mark.parametrize("amount", [0, -1, 1.5, True, "10"])
def test_an_amount_is_a_positive_integer(amount: object) -> None:
    with pytest.raises(ValueError, match="positive integer"):
        Posting(BEA, STAKES, amount, "bet")  # type: ignore[arg-type]


def test_money_does_not_move_to_where_it_is() -> None:
    with pytest.raises(ValueError, match="itself"):
        Posting(BEA, BEA, 1, "bet")


def test_a_code_says_book_and_kind() -> None:
    assert (book_of(BEA), kind_of(BEA), kind_of(STAKES)) == (BOOK, "chips", "stakes")
    with pytest.raises(ValueError, match="no account code"):
        kind_of("table:mesa-4:sofa")


@pytest.mark.django_db
def test_posting_moves_the_balances() -> None:
    service.post([Posting(BEA, STAKES, 200, "bet"), Posting(ANA, BANK, 100, "bank opened")], "mesa-4#1")
    assert service.balances(BOOK) == {BEA: -200, STAKES: 200, ANA: -100, BANK: 100}
    assert service.balance(STAKES) == 200
    assert service.balance(TRAY) == 0
    assert (service.total(), list(service.faults(BOOK))) == (0, [])


@pytest.mark.django_db
def test_a_balance_is_one_indexed_read(django_assert_num_queries: object) -> None:
    service.post([Posting(BEA, STAKES, 200, "bet")], "mesa-4#1")
    with django_assert_num_queries(1):  # type: ignore[operator]
        service.balances(BOOK)


@pytest.mark.django_db
def test_a_reference_is_used_once() -> None:
    service.post([Posting(BEA, STAKES, 200, "bet")], "mesa-4#1")
    with pytest.raises(IntegrityError), transaction.atomic():
        service.post([Posting(BEA, STAKES, 200, "bet")], "mesa-4#1")
    assert service.balance(STAKES) == 200


@pytest.mark.django_db
@pytest.mark.parametrize("account", [STAKES, BANK, f"{BOOK}:cagnotte"])
def test_no_account_of_the_table_is_overdrawn(account: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        service.post([Posting(account, BEA, 1, "returned")], "mesa-4#1")


@pytest.mark.django_db
def test_reversing_compensates_and_erases_nothing() -> None:
    service.post([Posting(BEA, STAKES, 200, "bet")], "mesa-4#1")
    service.post([Posting(STAKES, TRAY, 200, "lost")], "mesa-4#2")
    service.reverse(["mesa-4#1", "mesa-4#2"], "mesa-4#3:undo")
    assert set(service.balances(BOOK).values()) == {0}
    assert Transfer.objects.count() == 4
    newest_first = [Posting(TRAY, STAKES, 200, "undone: lost"), Posting(STAKES, BEA, 200, "undone: bet")]
    assert service.postings_by_reference(BOOK)["mesa-4#3:undo"] == newest_first
    with pytest.raises(IntegrityError), transaction.atomic():
        service.reverse(["mesa-4#1"], "mesa-4#4:undo")


@pytest.mark.django_db
@pytest.mark.parametrize("model", [Transfer, Entry])
@pytest.mark.parametrize("act", ["UPDATE {} SET id = id", "DELETE FROM {}"])
def test_the_database_refuses_to_change_what_was_written(model: type, act: str) -> None:
    service.post([Posting(BEA, STAKES, 200, "bet")], "mesa-4#1")
    table = model._meta.db_table  # type: ignore[attr-defined]
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(act.format(table))


@pytest.mark.django_db
def test_a_balance_changed_behind_the_ledgers_back_is_found() -> None:
    service.post([Posting(BEA, STAKES, 200, "bet")], "mesa-4#1")
    Account.objects.filter(code=BEA).update(balance=-100)
    assert list(service.faults(BOOK)) == [f"account {BEA}: balance -100, entries -200"]


@pytest.mark.django_db
def test_an_entry_without_its_other_half_is_found() -> None:
    service.post([Posting(BEA, STAKES, 200, "bet")], "mesa-4#1")
    alone = Transfer.objects.create(key="x", source="x", memo="x", at="2026-01-01T00:00Z")
    Entry.objects.create(transfer=alone, account=Account.objects.get(code=BEA), amount=5)
    assert next(iter(service.faults(BOOK))) == "transfer x: its entries sum to 5, not to zero"
    assert service.total() == 5
