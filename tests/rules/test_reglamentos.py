"""The five reglamentos as their texts and the house's table of settings have them."""

from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from typing import Any

import pytest

from tables.rules.reglamento import called
from tables.rules.reglamentos import REGLAMENTOS

ALL = ("argentina", "slovenia", "monte-carlo", "spain", "chemin-de-fer")

SETTINGS: dict[str, tuple[Any, ...]] = {  # None: this reglamento has no such setting
    "decks": (6, 6, 8, 8, 6),
    "min_seated": (3, 0, 0, 1, 4),
    "riffles_minimum": (4, 0, 0, 0, 0),
    "cut_minimum": (50, 0, 0, 0, 0),
    "stop_card": (7, 7, 104, 7, 7),
    "tie_bet": (0, 1, "1/8", 1, 0),
    "rounding": ("player",) * 5,
    "suite_order": ("43", None, None, None, None),
    "garaje_from": (None, None, None, None, 50),
    "unlimited_bank": (None, None, None, None, False),
}
CHANCES = {
    "argentina": ("punto", "banca", "tie"),
    "slovenia": ("punto", "banca", "tie"),
    "monte-carlo": ("punto", "banca", "tie"),
    "spain": ("punto", "banca", "tie"),
    "chemin-de-fer": ("punto",),
}
BANK_AND_SABOT = {  # who banks, who draws the cards, who cuts
    "argentina": ("rotating", "bank", "left_of_banker"),
    "slovenia": ("house", "croupier", "croupier"),
    "monte-carlo": ("house", "croupier", "any_player"),
    "spain": ("house", "rotating", "croupier"),
    "chemin-de-fer": ("cover", "bank", "croupier"),
}
CARDS = {  # equal bets; whether who bets on both loses the right
    "argentina": ("right_of_sabot", True),
    "slovenia": ("croupier_left", False),
    "monte-carlo": None,
    "spain": ("right_of_sabot", False),
    "chemin-de-fer": ("right_of_sabot", False),
}
TIE = ("Encarte", "Egalité", "Égalité", "Empate", "Igualdad")
ARTICLES = {  # which articles the text has, as far as it can be cited
    "argentina": {*map(str, range(1, 52)), "8 bis"},
    "slovenia": set(map(str, range(1, 8))),
    "monte-carlo": set(),
    "spain": set(),
    "chemin-de-fer": set(map(str, range(1, 18))),
}


def test_there_are_five_in_the_order_of_the_page() -> None:
    assert tuple(REGLAMENTOS) == ALL


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_houses_settings(setting: str) -> None:
    assert tuple(REGLAMENTOS[slug].settings.get(setting) for slug in ALL) == SETTINGS[setting]


def test_there_are_no_other_settings() -> None:
    for slug in ALL:
        assert set(REGLAMENTOS[slug].settings) <= {*SETTINGS, "pico"}
        assert ("pico" in REGLAMENTOS[slug].settings) == (slug == "argentina")


@pytest.mark.parametrize("slug", ALL)
def test_what_one_may_bet_on(slug: str) -> None:
    assert REGLAMENTOS[slug].chances == CHANCES[slug]


@pytest.mark.parametrize("slug", ALL)
def test_who_banks_draws_and_cuts(slug: str) -> None:
    rules = REGLAMENTOS[slug]
    assert (rules.bank, rules.sabot, rules.cutter) == BANK_AND_SABOT[slug]


@pytest.mark.parametrize("slug", ALL)
def test_who_receives_puntos_cards(slug: str) -> None:
    cards = REGLAMENTOS[slug].cards
    assert (cards and (cards.nearest, cards.punto_alone)) == CARDS[slug]


def test_the_words_for_a_tie() -> None:
    assert tuple(REGLAMENTOS[slug].words["Tie"] for slug in ALL) == TIE


@pytest.mark.parametrize("slug", ALL)
def test_only_articles_that_exist_are_cited(slug: str) -> None:
    assert set(REGLAMENTOS[slug].articles.values()) <= ARTICLES[slug]


def test_a_rule_on_which_the_text_is_silent_cites_nothing() -> None:
    assert REGLAMENTOS["spain"].article("limits") is None
    assert REGLAMENTOS["argentina"].article("limits") == "2"


ONLY = {  # what one reglamento, or two, have alone
    "half": {"argentina"},
    "desist": {"argentina"},
    "bank_before_cut": {"argentina"},
    "face_down": {"argentina", "chemin-de-fer"},
    "burn_by_first_card": {"monte-carlo"},
    "winning_stakes_stay": {"spain"},
}


@pytest.mark.parametrize("policy", ONLY)
def test_what_only_some_have(policy: str) -> None:
    assert {slug for slug in ALL if getattr(REGLAMENTOS[slug], policy)} == ONLY[policy]


def test_a_bank_walks_only_where_somebody_may_have_it_or_the_sabot() -> None:
    with_offer = {slug: REGLAMENTOS[slug].offer for slug in ALL if REGLAMENTOS[slug].offer}
    assert set(with_offer) == {"argentina", "spain", "chemin-de-fer"}
    asks_the_standing = {slug: offer.standing for slug, offer in with_offer.items() if offer}
    assert asks_the_standing == {"argentina": "each_seat", "spain": "never", "chemin-de-fer": "at_the_end"}


def test_argentina_37_to_42_and_chemin_de_fer_3_to_12_differ_in_the_suite() -> None:
    ours, theirs = REGLAMENTOS["argentina"].suite, REGLAMENTOS["chemin-de-fer"].suite
    assert ours and theirs
    assert (ours.rate, theirs.rate) == (Fraction(1, 10), 0)
    assert (ours.needs_a_win, theirs.needs_a_win) == (True, False)
    assert (ours.root, theirs.root) == ("original_giver", "passer")
    assert (ours.last_resort, theirs.last_resort) == ("house", "auction")
    assert (ours.in_association, theirs.in_association) == (False, True)


def test_chemin_de_fer_15_the_bank_is_a_hundred_times_the_minimum() -> None:
    assert {slug: REGLAMENTOS[slug].maximum_per_minimum for slug in ALL if slug != "chemin-de-fer"} == (
        dict.fromkeys(ALL[:4])
    )
    assert REGLAMENTOS["chemin-de-fer"].maximum_per_minimum == 100


def test_incidents_are_those_of_the_text() -> None:
    alone = {slug: set(REGLAMENTOS[slug].incidents) - set(REGLAMENTOS["spain"].incidents) for slug in ALL}
    assert alone == {
        "argentina": {"wrong_card_holder", "will_misread", "undue_card"},
        "slovenia": set(),
        "monte-carlo": {"draw_error"},
        "spain": set(),
        "chemin-de-fer": {
            "too_many_bank_cards",
            "two_third_cards",
            "basketed_unseen",
            "stuck_cards",
            "miscall",
        },
    }


def test_a_reglamento_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        REGLAMENTOS["spain"].slug = "other"  # type: ignore[misc]


# What is asked of a reglamento


def test_a_house_chooses_the_tie_bet_only_where_ties_are_bet_on() -> None:
    for slug in ALL:
        rules = REGLAMENTOS[slug]
        left_out = set(rules.settings) - set(rules.choosable_settings)
        assert left_out == (set() if "tie" in CHANCES[slug] else {"tie_bet"}), slug


def test_only_settings_of_its_own_decide_under_a_rule() -> None:
    argentina, chemin = REGLAMENTOS["argentina"], REGLAMENTOS["chemin-de-fer"]
    assert argentina.deciding_settings("tie_bet") == ("tie_bet",)
    assert chemin.deciding_settings("tie_bet") == () == argentina.deciding_settings("garaje")
    assert chemin.deciding_settings("garaje") == ("garaje_from",)
    assert chemin.deciding_settings("no such rule") == ()


def test_only_spain_asks_for_a_waiting_list() -> None:
    assert [slug for slug in ALL if REGLAMENTOS[slug].waiting_list] == ["spain"]


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
