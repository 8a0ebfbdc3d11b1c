"""A seat lent to who takes the bank while standing goes back with the bank (argentina art. 32)."""

from tests.engine.test_reasons import PUNTO_WINS, argentina


def test_a_holder_in_a_borrowed_seat_who_stands_up_leaves_it_to_its_owner() -> None:
    table = argentina()
    table.give("join", player="leo")
    table.deal(*PUNTO_WINS)
    table.give("decline_bank", player="bea")
    table.give("accept_bank", player="leo", amount=50)
    assert (table.state.seats[2], table.state.lent) == ("leo", {2: "bea"})
    table.give("stand_up", player="leo")
    assert (table.state.seats[2], table.state.lent) == ("bea", {})
    assert "leo" in table.state.standing and table.state.bank is None
