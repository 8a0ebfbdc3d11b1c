"""The house's settings of a table. The reglamento says which exist; the permitted values are defined here."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from casino.common.errors import Refusal
from tables.rules.cards import CARDS_IN_A_DECK
from tables.rules.money import ROUNDINGS
from tables.rules.reglamento import Reglamento, SettingValue

# What a reader calls a setting, in English; `maximum` is among the limits.
LABELS = {
    "decks": "Decks",
    "min_seated": "Seated players needed to begin",
    "riffles_minimum": "Fewest riffles of a shuffle",
    "cut_minimum": "Fewest cards above and below the cut",
    "stop_card": "Cards behind the stop card",
    "tie_bet": "Largest tie bet, as a share of the maximum",
    "rounding": "Deductions are rounded",
    "pico": "Pico",
    "suite_order": "Order in which a suite is offered",
    "garaje_from": "Garaje from (× minimum)",
    "unlimited_bank": "Unlimited bank",
    "maximum": "Maximum",
}

Check = Callable[[Any, Mapping[str, SettingValue], int], bool]


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _cards(chosen: Mapping[str, SettingValue]) -> int:
    return CARDS_IN_A_DECK * int(chosen["decks"])


@lru_cache(maxsize=256)
def share_of(value: SettingValue) -> Fraction:
    """A `tie_bet` setting as a number: 0, 1 or a fraction written `1/8`."""
    return Fraction(value)


def _is_share(value: object) -> bool:
    if _whole(value):
        return value in (0, 1)
    if not isinstance(value, str) or len(value) > 9:
        return False
    top, slash, bottom = value.partition("/")
    digits = top.isascii() and top.isdigit() and bottom.isascii() and bottom.isdigit()
    return bool(slash) and digits and 0 < int(top) < int(bottom)


CHECKS: dict[str, Check] = {
    "decks": lambda value, chosen, chip: _whole(value) and value in (6, 8),
    "min_seated": lambda value, chosen, chip: _whole(value) and 0 <= value <= 14,
    "riffles_minimum": lambda value, chosen, chip: _whole(value) and 0 <= value <= 100,
    "cut_minimum": lambda value, chosen, chip: _whole(value) and 0 <= 2 * value <= _cards(chosen),
    "stop_card": lambda value, chosen, chip: _whole(value) and 0 <= value < _cards(chosen),
    "tie_bet": lambda value, chosen, chip: _is_share(value),
    "rounding": lambda value, chosen, chip: value in ROUNDINGS,
    "pico": lambda value, chosen, chip: _whole(value) and value > 0 and value % chip == 0,
    "suite_order": lambda value, chosen, chip: value in ("43", "37"),
    "garaje_from": lambda value, chosen, chip: _whole(value) and 25 <= value <= 50,
    "unlimited_bank": lambda value, chosen, chip: isinstance(value, bool),
}


def read(rules: Reglamento, wanted: Mapping[str, Any], chip: int) -> dict[str, SettingValue]:
    """All settings of a table: the reglamento's defaults, overridden by the house's choices.

    Raises Refusal (`bad_setting`) for an unknown setting or an impossible value.
    """
    defaults = {name: chip if name == "pico" else value for name, value in rules.settings.items()}
    chosen: dict[str, Any] = {**defaults, **wanted}
    decks_first = sorted(
        chosen, key="decks".__ne__
    )  # what depends on them is checked with decks that are possible
    for name in decks_first:
        value = chosen[name]
        no_tie = name == "tie_bet" and value != 0 and "tie" not in rules.chances
        if name not in defaults or no_tie or not _possible(name, value, chosen, chip):
            raise bad(name, value)
    return chosen


def bad(name: str, value: object, article: str | None = None, needed: int | None = None) -> Refusal:
    """The refusal of a value. `called`: what a reader calls the setting; `needed`: the only amount that would do."""
    said = str(value).lower() if isinstance(value, bool) else str(value)[:60]
    called = LABELS.get(name, name[:60])
    only: dict[str, Any] = {} if needed is None else {"needed": needed}
    return Refusal("bad_setting", article, setting=name[:60], called=called, value=said, **only)


def _possible(name: str, value: object, chosen: Mapping[str, Any], chip: int) -> bool:
    return isinstance(value, int | str) and CHECKS[name](value, chosen, chip)
