"""Settings that depart from what the text of a reglamento fixes."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tables.rules.cards import CARDS_IN_A_DECK
from tables.rules.reglamento import Reglamento, SettingValue, TextSetting, whole


@dataclass(frozen=True, slots=True)
class Departure:
    """A setting, the article that fixes it (None where the text has no number), the text's value and the table's."""

    setting: str
    article: str | None
    text: SettingValue
    value: SettingValue


def departures(rules: Reglamento, settings: Mapping[str, SettingValue]) -> list[Departure]:
    """The departures of a table with these settings, in the order of the reglamento's `text_settings`."""
    chosen = {**rules.settings, **settings}
    found = ((fixed, _text_value(fixed, chosen), chosen[fixed.setting]) for fixed in rules.text_settings)
    return [
        Departure(fixed.setting, fixed.article, text, value)
        for fixed, text, value in found
        if not _ALLOWED[fixed.allows](_number(value), _number(text))
    ]


_ALLOWED = {
    "exactly": lambda value, text: value == text,
    "at_least": lambda value, text: value >= text,
    "at_most": lambda value, text: value <= text,
}


def _text_value(fixed: TextSetting, settings: Mapping[str, SettingValue]) -> SettingValue:
    if not fixed.of_the_cards:
        return fixed.value
    return int(Fraction(str(fixed.value)) * CARDS_IN_A_DECK * whole(settings["decks"]))


def _number(value: SettingValue) -> Fraction | str | tuple[int, ...]:
    """A share written `1/8` as a number; a word and a list as they are."""
    if isinstance(value, tuple) or (isinstance(value, str) and not value[:1].isdigit()):
        return value
    return Fraction(value)
