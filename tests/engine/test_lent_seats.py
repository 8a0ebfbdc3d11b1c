"""A seat lent to who takes the bank while standing goes back with the bank (argentina art. 32)."""

from tests.engine.test_reasons import BANCA_WINS, PUNTO_WINS, Table, argentina


def lent() -> Table:
    """Leo, who stands, has the bank at Bea's seat."""
    table = argentina()
    table.give("join", player="leo")
    table.deal(*PUNTO_WINS)
    table.give("decline_bank", player="bea")
    table.give("accept_bank", player="leo", amount=50)
    assert (table.state.seats[2], table.state.lent) == ("leo", {2: "bea"})
    return table


def is_beas_again(table: Table) -> bool:
    return (table.state.seats[2], table.state.lent, table.state.standing) == ("bea", {}, ("leo",))


def test_a_holder_in_a_borrowed_seat_who_stands_up_leaves_it_to_its_owner() -> None:
    table = lent()
    table.give("stand_up", player="leo")
    assert is_beas_again(table) and table.state.bank is None


def test_a_lent_seat_goes_back_when_the_bank_is_given_in_suite() -> None:
    table = lent()
    table.deal(*BANCA_WINS)
    table.give("suite")
    assert is_beas_again(table) and table.state.phase == "suite"
