"""Settings of a table that depart from what the text of its reglamento fixes, computed again."""

from typing import Any

from shift_proof.faults import Json, rate_of

CARDS_IN_A_DECK = 52
AS_THE_TEXT_ALLOWS = {
    "exactly": lambda value, text: value == text,
    "at_least": lambda value, text: value >= text,
    "at_most": lambda value, text: value <= text,
}


def departures(terms: Json, settings: Json) -> list[Json]:
    """The departures, each with its setting, article, the text's value and the table's."""
    found = [
        (fixed, _text_value(fixed, settings), settings[fixed["setting"]]) for fixed in terms["text_settings"]
    ]
    return [
        {"setting": fixed["setting"], "article": fixed["article"], "text": text, "value": value}
        for fixed, text, value in found
        if not AS_THE_TEXT_ALLOWS[fixed["allows"]](_number(value), _number(text))
    ]


def _text_value(fixed: Json, settings: Json) -> object:
    if not fixed["of_the_cards"]:
        return fixed["value"]
    return int(rate_of(fixed["value"]) * CARDS_IN_A_DECK * settings["decks"])


def _number(value: Any) -> Any:
    """A share written `1/8` as a number; a word as it is."""
    return rate_of(value) if isinstance(value, str) and value[:1].isdigit() else value
