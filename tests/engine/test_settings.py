"""The values that a house may choose for each setting, up to their edges."""

import dataclasses
from typing import Any

import pytest

from casino.common.errors import Refusal
from tables.engine.table.settings import LABELS, bad, read
from tables.rules.reglamentos import REGLAMENTOS

CHIP = 5
CHOICES: dict[
    tuple[str, str], tuple[tuple[Any, ...], tuple[Any, ...]]
] = {  # what may be chosen, and what may not
    ("argentina", "decks"): ((6, 8), (0, 7, "6", True, None, 6.0)),
    ("argentina", "min_seated"): ((0, 1, 14), (-1, 15, "3", True)),
    ("argentina", "riffles_minimum"): ((0, 100), (-1, 101, "4", False)),
    ("argentina", "cut_minimum"): ((0, 156), (-1, 157, "50", True)),
    ("argentina", "stop_card"): ((0, 7, 311), (-1, 312, "7", False)),
    ("argentina", "tie_bet"): (
        (0, 1, "1/8", "3/4", "1234/9999"),
        (2, -1, "1", "0/8", "8/8", "1/", "/8", "١/٨"),
    ),
    ("argentina", "rounding"): (("player", "house", "nearest"), ("up", 1, True)),
    ("argentina", "pico"): ((5, 100), (0, -5, 7, "5", True)),
    ("argentina", "suite_order"): (("43", "37"), ("42", 43)),
    ("chemin-de-fer", "garaje_from"): ((25, 50), (24, 51, "50", True)),
    ("chemin-de-fer", "unlimited_bank"): ((True, False), (1, 0, "yes")),
    ("chemin-de-fer", "tie_bet"): ((0,), (1, "1/8")),
    ("slovenia", "pico"): ((), (5,)),
    ("slovenia", "no such setting"): ((), (1,)),
}


@pytest.mark.parametrize(("of", "values"), CHOICES.items(), ids=lambda part: "-".join(map(str, part))[:40])
def test_a_setting_has_these_values_and_no_others(
    of: tuple[str, str], values: tuple[tuple[Any, ...], tuple[Any, ...]]
) -> None:
    rules, name = REGLAMENTOS[of[0]], of[1]
    for value in values[0]:
        assert read(rules, {name: value}, CHIP)[name] == value
    for value in values[1]:
        with pytest.raises(Refusal, match="bad_setting") as refused:
            read(rules, {name: value}, CHIP)
        assert refused.value.fields["setting"] == name, value


def test_what_depends_on_the_cards_depends_on_the_decks_that_are_chosen() -> None:
    rules = REGLAMENTOS["argentina"]
    assert read(rules, {"cut_minimum": 208, "decks": 8}, CHIP)["cut_minimum"] == 208
    with pytest.raises(Refusal) as refused:
        read(rules, {"cut_minimum": 208, "decks": 7}, CHIP)
    assert refused.value.fields["setting"] == "decks"


def test_where_nothing_is_chosen_it_is_the_reglamentos_and_the_pico_is_the_chip() -> None:
    for rules in REGLAMENTOS.values():
        own = {**rules.settings, **({"pico": CHIP} if "pico" in rules.settings else {})}
        assert read(rules, {}, CHIP) == own


def test_a_refusal_says_what_a_reader_calls_it_and_what_was_said() -> None:
    assert bad("tie_bet", True).fields == {"setting": "tie_bet", "called": LABELS["tie_bet"], "value": "true"}
    long = bad("x" * 70, "y" * 70, "2", needed=0)
    assert (long.article, long.fields) == (
        "2",
        {"setting": "x" * 60, "called": "x" * 60, "value": "y" * 60, "needed": 0},
    )
    assert {name for rules in REGLAMENTOS.values() for name in rules.settings} <= LABELS.keys()


def test_the_decks_are_looked_at_first_in_whatever_order_a_house_writes_its_settings() -> None:
    rules = REGLAMENTOS["argentina"]
    turned = dataclasses.replace(rules, settings=dict(reversed(rules.settings.items())))
    with pytest.raises(Refusal) as refused:
        read(turned, {"decks": "six"}, CHIP)
    assert refused.value.fields["setting"] == "decks"


@pytest.mark.parametrize(
    ("setting", "value", "called"),
    [("decks", 7, "Decks"), ("pico", 7, "Pico"), ("min_seated", 15, "Seated players needed to begin")],
)
def test_a_bad_setting_is_called_by_its_name(setting: str, value: int, called: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(REGLAMENTOS["argentina"], {setting: value}, CHIP)
    assert refused.value.fields["called"] == called
