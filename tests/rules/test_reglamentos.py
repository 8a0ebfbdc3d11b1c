"""What is asked of a reglamento; what each of the five says is written down in `written.json`."""

from dataclasses import FrozenInstanceError, replace

import pytest

from tables.rules.reglamento import called
from tables.rules.reglamentos import REGLAMENTOS

ALL = ("argentina", "slovenia", "monte-carlo", "spain", "chemin-de-fer")


def test_there_are_five_in_the_order_of_the_page() -> None:
    assert tuple(REGLAMENTOS) == ALL


def test_a_rule_on_which_the_text_is_silent_cites_nothing() -> None:
    assert REGLAMENTOS["spain"].article("limits") is None
    assert REGLAMENTOS["argentina"].article("limits") == "2"


def test_a_reglamento_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        REGLAMENTOS["spain"].slug = "other"  # type: ignore[misc]


def test_a_house_chooses_the_tie_bet_only_where_ties_are_bet_on() -> None:
    for slug in ALL:
        rules = REGLAMENTOS[slug]
        left_out = set(rules.settings) - set(rules.choosable_settings)
        is_offered = any(chance.maximum_setting == "tie_bet" for chance in rules.chances)
        assert left_out == (set() if is_offered else {"tie_bet"}), slug


def test_only_settings_of_its_own_decide_under_a_rule() -> None:
    argentina, chemin = REGLAMENTOS["argentina"], REGLAMENTOS["chemin-de-fer"]
    assert argentina.deciding_settings("tie_bet") == ("tie_bet",)
    assert chemin.deciding_settings("tie_bet") == () == argentina.deciding_settings("garaje")
    assert chemin.deciding_settings("garaje") == ("garaje_from",)
    assert chemin.deciding_settings("no such rule") == ()


def test_what_a_hand_is_called_begins_small_within_a_sentence() -> None:
    words = called(banca="La Banque", tie="Égalité")
    assert (words["Banca"], words["banca"], words["tie"]) == ("La Banque", "la Banque", "égalité")


def test_what_is_said_of_a_hand_is_said_in_its_name() -> None:
    words = called(banca="Banque", tie="Encarte")
    assert (words["Banca wins"], words["Banca's cards"]) == ("Banque wins", "Banque's cards")
    assert (words["Tie won"], "Tie wins" in words) == ("Encarte won", False)
    assert words["Largest tie bet, as a share of the maximum"].startswith("Largest encarte bet")


def test_the_record_stores_the_version_of_a_houses_own() -> None:
    argentina = REGLAMENTOS["argentina"]
    assert argentina.name == "argentina"
    assert replace(argentina, slug="casa", version=2).name == "casa@2"
