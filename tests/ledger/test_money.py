"""The ledger: double entry in integers, kept right by the database itself."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import selectors as ledger
from ledger import service
from ledger.audit import account_faults, accounts_without_entries, faults, transfers_without_entries
from ledger.models import Account, Entry, Transfer
from ledger.postings import Flow, Posting, book_of, compensating, flows, kind_of, legs, net
from tests.support.house import guard_legs, let_legs_be

BOOK = "table:mesa-4"
STAKES, BANK, TRAY = f"{BOOK}:stakes", f"{BOOK}:bank", f"{BOOK}:tray"
BEA, ANA = f"{BOOK}:chips:bea", f"{BOOK}:chips:ana"
# PostgreSQL keeps a fraction out by its column's type, which rounds it.
NOT_WHOLE = ["'abc'", "x'00'", *(["1.5"] if connection.vendor == "sqlite" else [])]
QUIET = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
ACCOUNTS = st.sampled_from([STAKES, BANK, TRAY, BEA, ANA])


@st.composite
def postings(draw: st.DrawFn) -> Posting:
    source = draw(ACCOUNTS)
    target = draw(ACCOUNTS.filter(lambda account: account != source))
    return Posting(source, target, draw(st.integers(1, 10**15)), "bet_placed")


@QUIET
@given(st.lists(postings()))
def test_what_leaves_one_account_enters_another(moved: list[Posting]) -> None:
    assert all(sum(leg.amount for leg in legs(posting)) == 0 for posting in moved)
    assert sum(net(moved).values()) == 0


@QUIET
@given(st.lists(postings()))
def test_compensating_leaves_nothing(moved: list[Posting]) -> None:
    assert net([*moved, *map(compensating, moved)]) == {}


@pytest.mark.parametrize("amount", [0, -1, 1.5, True, "10"])
def test_an_amount_is_a_positive_integer(amount: object) -> None:
    with pytest.raises(ValueError, match="positive integer"):
        Posting(BEA, STAKES, amount, "bet_placed")  # type: ignore[arg-type]


def test_money_does_not_move_to_where_it_is() -> None:
    with pytest.raises(ValueError, match="itself"):
        Posting(BEA, BEA, 1, "bet_placed")


def test_a_code_says_book_and_kind() -> None:
    assert (book_of(BEA), kind_of(BEA), kind_of(STAKES)) == (BOOK, "chips", "stakes")
    with pytest.raises(ValueError, match="no account code"):
        kind_of("table:mesa-4:sofa")


@pytest.mark.django_db
def test_posting_moves_the_balances() -> None:
    service.post(
        [Posting(BEA, STAKES, 200, "bet_placed"), Posting(ANA, BANK, 100, "bank_opened")], "mesa-4#1"
    )
    assert ledger.balances(BOOK) == {BEA: -200, STAKES: 200, ANA: -100, BANK: 100}
    assert ledger.balance(STAKES) == 200
    assert ledger.balance(TRAY) == 0
    assert (ledger.total(), list(faults(BOOK))) == (0, [])


@pytest.mark.django_db
def test_a_balance_is_one_indexed_read(django_assert_num_queries: object) -> None:
    service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    with django_assert_num_queries(1):  # type: ignore[operator]
        ledger.balances(BOOK)


@pytest.mark.django_db
def test_a_reference_is_used_once() -> None:
    service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    with pytest.raises(IntegrityError), transaction.atomic():
        service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    assert ledger.balance(STAKES) == 200


@pytest.mark.django_db
@pytest.mark.parametrize("account", [STAKES, BANK, f"{BOOK}:cagnotte"])
def test_no_account_of_the_table_is_overdrawn(account: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        service.post([Posting(account, BEA, 1, "bet_returned")], "mesa-4#1")


@pytest.mark.django_db
def test_reversing_compensates_and_erases_nothing() -> None:
    service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    service.post([Posting(STAKES, TRAY, 200, "punto_lost")], "mesa-4#2")
    service.reverse(["mesa-4#1", "mesa-4#2"], "mesa-4#3:undo")
    assert set(ledger.balances(BOOK).values()) == {0}
    assert Transfer.objects.count() == 4
    newest_first = [
        Posting(TRAY, STAKES, 200, "punto_lost", reversal=True),
        Posting(STAKES, BEA, 200, "bet_placed", reversal=True),
    ]
    moved = ledger.moved_by_reference(BOOK, "mesa-4#")["mesa-4#3:undo"]
    assert [one.posting for one in moved] == newest_first
    assert [posting for _, posting in ledger.caused_by(["mesa-4#3:undo"])] == newest_first[::-1]
    assert not any(posting.reversal for _, posting in ledger.caused_by(["mesa-4#1", "mesa-4#2"]))
    with pytest.raises(IntegrityError), transaction.atomic():
        service.reverse(["mesa-4#1"], "mesa-4#4:undo")


@pytest.mark.django_db
@pytest.mark.parametrize("model", [Transfer, Entry])
@pytest.mark.parametrize("act", ["UPDATE {} SET id = id", "DELETE FROM {}"])
def test_the_database_refuses_to_change_what_was_written(model: type, act: str) -> None:
    service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    table = model._meta.db_table  # type: ignore[attr-defined]
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(act.format(table))


@pytest.mark.django_db
def test_a_balance_changed_behind_the_ledgers_back_is_found() -> None:
    service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    Account.objects.filter(code=BEA).update(balance=-100)
    assert list(faults(BOOK)) == [f"account {BEA}: balance -100, entries -200"]


@pytest.mark.django_db
def test_an_account_that_no_money_has_reached_is_found_and_holds_nothing() -> None:
    service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    assert list(accounts_without_entries()) == []
    Account.objects.create(code=TRAY, book=BOOK, kind="tray")
    assert list(accounts_without_entries()) == [f"account {TRAY}: it has no entries"]
    assert list(faults(BOOK)) == []
    Account.objects.filter(code=TRAY).update(balance=5)
    assert list(faults(BOOK)) == [f"account {TRAY}: balance 5, entries 0"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("code", "book", "kind"),
    [(f"{BOOK}:sofa", BOOK, "tray"), (TRAY, BOOK, "stakes"), (TRAY, "table:mesa-5", "tray")],
)
def test_an_account_that_is_kept_as_another_than_its_code_says_is_found(
    code: str, book: str, kind: str
) -> None:
    service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    Account.objects.create(code=code, book=book, kind=kind)
    assert list(accounts_without_entries()) == [f"account {code}: it has no entries"]
    assert list(account_faults()) == [f"account {code}: it is kept as {kind} of {book}"]


@pytest.mark.django_db
def test_an_entry_without_its_other_half_is_found() -> None:
    """By the audit; PostgreSQL refuses it by itself when the transaction ends."""
    service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    let_legs_be()
    alone = Transfer.objects.create(key="x", reference="x", purpose="bet_placed", at="2026-01-01T00:00Z")
    Entry.objects.create(transfer=alone, account=Account.objects.get(code=BEA), amount=5)
    assert next(iter(faults(BOOK))) == "transfer x: its entries sum to 5, not to zero"
    assert ledger.total() == 5


@pytest.mark.django_db
def test_without_its_trigger_the_database_takes_any_legs_and_the_audit_finds_them_and_with_it_none() -> None:
    service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    let_legs_be()
    wrong = Transfer.objects.create(key="x", reference="x", purpose="bet_placed", at="2026-01-01T00:00Z")
    accounts = Account.objects.filter(code__in=[BEA, STAKES])
    Entry.objects.bulk_create(Entry(transfer=wrong, account=account, amount=5) for account in accounts)
    assert next(iter(faults(BOOK))) == "transfer x: its entries sum to 10, not to zero"
    guard_legs()
    again = Transfer.objects.create(key="y", reference="y", purpose="bet_placed", at="2026-01-01T00:00Z")
    with pytest.raises(IntegrityError, match="sum to zero"), transaction.atomic():
        Entry.objects.bulk_create(Entry(transfer=again, account=account, amount=5) for account in accounts)


@pytest.mark.django_db
def test_a_transfer_that_moves_nothing_is_found() -> None:
    service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    assert list(transfers_without_entries()) == []
    Transfer.objects.create(key="x", reference="x", purpose="bet_placed", at="2026-01-01T00:00Z")
    assert list(transfers_without_entries()) == ["transfer x: it has no entries"]


@pytest.mark.django_db
@pytest.mark.parametrize("amount", NOT_WHOLE)
@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO ledger_entry (transfer_id, account_id, amount) SELECT t.id, a.id, {} FROM ledger_transfer t, "
        "ledger_account a",
        "UPDATE ledger_account SET balance = {}",
        "INSERT INTO ledger_account (code, book, kind, balance) VALUES ('table:x:tray', 'table:x', 'tray', {})",
    ],
)
def test_the_database_takes_no_amount_that_is_not_whole(statement: str, amount: str) -> None:
    service.post([Posting(BEA, STAKES, 200, "bet_placed")], "mesa-4#1")
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(amount))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("second", [-199, 200, None])
def test_the_database_refuses_legs_that_do_not_balance(second: int | None) -> None:
    if second is None and connection.vendor == "sqlite":
        second = -201  # a leg that stands alone is seen by PostgreSQL only
    bea, stakes = (Account.objects.create(code=code, book=BOOK, kind=kind_of(code)) for code in (BEA, STAKES))
    with pytest.raises(IntegrityError, match="sum to zero"), transaction.atomic():
        transfer = Transfer.objects.create(
            key="x", reference="x", purpose="bet_placed", at="2026-01-01T00:00Z"
        )
        Entry.objects.create(transfer=transfer, account=bea, amount=200)
        if second is not None:
            Entry.objects.create(transfer=transfer, account=stakes, amount=second)
    assert not Entry.objects.exists()


@pytest.mark.parametrize("target", ["table:mesa-5:tray", "table:mesa-5:chips:bea"])
def test_money_does_not_go_from_one_table_to_another(target: str) -> None:
    with pytest.raises(ValueError, match="moves directly"):
        Posting(TRAY, target, 1, "bet_placed")


CAPITAL, STOCK = "house:main:capital", "cage:main:stock"


def test_a_flow_is_kept_in_the_book_of_the_table_or_else_of_what_gives() -> None:
    moved = [
        Posting(CAPITAL, STOCK, 5, "cage_chips_in"),
        Posting(STOCK, TRAY, 3, "fill"),
        Posting(TRAY, STOCK, 2, "credit"),
    ]
    assert flows(moved) == {
        Flow("house:main", "capital", "stock", "cage_chips_in"): 5,
        Flow(BOOK, "stock", "tray", "fill"): 3,
        Flow(BOOK, "tray", "stock", "credit"): 2,
    }
