"""Why the game moves money: the codes, which never change their meaning, and which of them count in the result."""

from tables.engine.purposes import LOST, WON, Purpose

IN_RESULT = {
    *("punto_won", "punto_lost", "banca_won", "banca_lost", "banca_deduction", "tie_won", "tie_lost"),
    *("bank_won", "bank_lost", "bank_deduction", "suite_deduction", "suite_deduction_returned"),
}
ITS_OWNERS = {  # laid down and taken back, or the other side of the players' stakes
    *("bet_placed", "bet_repeated", "bet_removed", "bet_returned", "banco_placed", "stake_returned"),
    *("house_bank_won", "house_bank_lost", "bank_opened", "bank_raised", "bank_halved", "bank_trimmed"),
    *("bank_excess", "bank_returned", "bank_set_aside", "bank_uncovered", "associate_joined"),
}


def test_a_purpose_counts_in_the_result_if_it_moves_money_to_or_from_the_house() -> None:
    assert {purpose.value: purpose.in_result for purpose in Purpose} == {
        **dict.fromkeys(IN_RESULT, True),
        **dict.fromkeys(ITS_OWNERS, False),
    }


def test_each_chance_is_won_and_lost_for_a_purpose_of_its_own() -> None:
    assert WON == {"punto": "punto_won", "banca": "banca_won", "tie": "tie_won"}
    assert LOST == {"punto": "punto_lost", "banca": "banca_lost", "tie": "tie_lost"}
