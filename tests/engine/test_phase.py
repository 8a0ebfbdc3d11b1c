"""The phases of a table by the names that the protocol has for them, and the groups that the rules speak of."""

from tables.engine.phase import CARDS_OUT, OPEN, PASS_UNDER_WAY, PHASES

ALL = "closed seating shuffling cutting burning auction offer betting dealing will bank_choice resolved suite"


def test_a_table_goes_through_these_phases() -> None:
    assert [*PHASES] == ALL.split()
    assert {*OPEN} == {*PHASES} - {"closed"}
    assert CARDS_OUT == ("dealing", "will", "bank_choice", "resolved")
    assert {*PASS_UNDER_WAY} == {"betting", *CARDS_OUT, "suite"}
