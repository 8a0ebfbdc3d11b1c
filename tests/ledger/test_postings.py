"""Double entry without a database: amounts, what remains, and the book that a total is kept of."""

import pytest

from ledger.postings import Flow, Posting, flows, net

TABLE, CAGE, HOUSE = "table:mesa-1", "cage:main", "house:main"


@pytest.mark.parametrize("amount", [0, -1, 1.0, True, "5"])
def test_an_amount_is_a_positive_integer(amount: object) -> None:
    with pytest.raises(ValueError, match="positive integer"):
        Posting(f"{TABLE}:tray", f"{TABLE}:stakes", amount, "bet_placed")  # type: ignore[arg-type]


def test_what_comes_and_goes_leaves_no_change() -> None:
    there = Posting(f"{TABLE}:tray", f"{TABLE}:stakes", 5, "bet_placed")
    back = Posting(f"{TABLE}:stakes", f"{TABLE}:tray", 5, "bet_removed")
    assert net([there, back]) == {}
    assert net([there, there, back]) == {f"{TABLE}:tray": -5, f"{TABLE}:stakes": 5}


@pytest.mark.parametrize(
    ("source", "target", "book"),
    [
        (f"{CAGE}:stock", f"{TABLE}:tray", TABLE),
        (f"{TABLE}:tray", f"{CAGE}:stock", TABLE),
        (f"{HOUSE}:capital", f"{CAGE}:stock", HOUSE),
        (f"{CAGE}:stock", f"{HOUSE}:capital", CAGE),
    ],
)
def test_a_total_is_kept_of_the_table_or_else_of_where_money_left(
    source: str, target: str, book: str
) -> None:
    """Taken back, it is the same total."""
    kinds = source.split(":")[2], target.split(":")[2]
    total = Flow(book, *kinds, "fill")
    assert flows([Posting(source, target, 3, "fill")]) == {total: 3}
    assert flows([Posting(target, source, 3, "fill", reversal=True)]) == {total: -3}
