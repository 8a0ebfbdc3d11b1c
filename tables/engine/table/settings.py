"""The house's settings of a table. The reglamento says which exist; the permitted values are defined here."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from casino.common.refusals import Refusal
from tables.engine.state import CROUPIER
from tables.rules.cards import CARDS_IN_A_DECK
from tables.rules.money import ROUNDINGS
from tables.rules.reglamento import HOUSE_PAID, Reglamento, SettingValue, whole
from tables.rules.seats import HIGHEST_LEFT_OUT, MOST_SEATS, SEATS

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
    "garaje_from": "Garage from (× minimum)",
    "unlimited_bank": "Unlimited bank",
    "burn": "Cards burned after the cut",
    "burn_each_pass": "Cards burned before each pass",
    "free_passes": "Passes of a shoe without a bet",
    "cards": "Punto's cards",
    "seats": "Seats",
    "seats_left_out": "Seat numbers left out",
    "commission": "The commission is collected",
    "maximum": "Maximum",
}

Check = Callable[[Any, Mapping[str, SettingValue], int], bool]


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_numbers_of_seats(numbers: tuple[object, ...]) -> bool:
    possible = [number for number in numbers if _whole(number) and number in range(1, HIGHEST_LEFT_OUT + 1)]
    return len({*possible}) == len(numbers)


def _cards(chosen: Mapping[str, SettingValue]) -> int:
    return CARDS_IN_A_DECK * whole(chosen["decks"])


@lru_cache(maxsize=256)
def share_of(value: SettingValue) -> Fraction:
    """A `tie_bet` setting as a number: 0, 1 or a fraction written `1/8`."""
    return Fraction(str(value))


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
    "min_seated": lambda value, chosen, chip: _whole(value) and 0 <= value <= chosen.get("seats", len(SEATS)),
    "riffles_minimum": lambda value, chosen, chip: _whole(value) and 0 <= value <= 100,
    "cut_minimum": lambda value, chosen, chip: _whole(value) and 0 <= 2 * value <= _cards(chosen),
    "stop_card": lambda value, chosen, chip: _whole(value) and 0 <= value < _cards(chosen),
    "tie_bet": lambda value, chosen, chip: _is_share(value),
    "rounding": lambda value, chosen, chip: value in ROUNDINGS,
    "pico": lambda value, chosen, chip: _whole(value) and value > 0 and value % chip == 0,
    "suite_order": lambda value, chosen, chip: value in ("43", "37"),
    "garaje_from": lambda value, chosen, chip: _whole(value) and 25 <= value <= 50,
    "unlimited_bank": lambda value, chosen, chip: isinstance(value, bool),
    "burn": lambda value, chosen, chip: value == "first_card" or (_whole(value) and 0 <= value <= 20),
    "burn_each_pass": lambda value, chosen, chip: _whole(value) and 0 <= value <= 1,
    "free_passes": lambda value, chosen, chip: value == "any" or (_whole(value) and 0 <= value <= 100),
    "cards": lambda value, chosen, chip: value in ("largest", CROUPIER),
    "seats": lambda value, chosen, chip: _whole(value) and 1 <= value <= MOST_SEATS,
    "seats_left_out": lambda value, chosen, chip: _are_numbers_of_seats(value),
    "commission": lambda value, chosen, chip: value in ("each_win", "end_of_shoe"),
}
OTHERS_DEPEND_ON = ("decks", "seats")


def read(rules: Reglamento, wanted: Mapping[str, Any], chip: int) -> dict[str, SettingValue]:
    """All settings of a table: the reglamento's defaults, overridden by the house's choices.

    Raises Refusal (`bad_setting`) for an unknown setting or an impossible value.
    """
    defaults = {name: chip if name == "pico" else value for name, value in rules.settings.items()}
    chosen: dict[str, Any] = {**defaults, **{name: as_held(value) for name, value in wanted.items()}}
    # what depends on decks and seats is checked with such as are possible
    for name in sorted(chosen, key=lambda name: name not in OTHERS_DEPEND_ON):
        value = chosen[name]
        no_chance = name == "tie_bet" and value != 0 and name not in rules.choosable_settings
        no_taker = name == "cards" and value == "largest" and rules.cards is None
        if name not in defaults or no_chance or no_taker or not _possible(name, value, chosen, chip):
            raise bad(name, value)
    return chosen


def recorded(rules: Reglamento, chosen: Mapping[str, SettingValue]) -> dict[str, SettingValue]:
    """The settings that the record keeps of a table that is opened with these.

    What every table of the product's own reglamento has may be left out, and is, where it came later than the record:
    `Game.choice` finds it. A house's own reglamento may say otherwise, so its tables keep all.
    """
    if rules.version:
        return dict(chosen)
    return {
        name: value
        for name, value in chosen.items()
        if name not in HOUSE_PAID or value != rules.settings[name]
    }


def as_held(value: Any) -> Any:
    """A list, as JSON and TOML have it, as the tuple that a setting holds."""
    return tuple(value) if isinstance(value, list) else value


def bad(name: str, value: object, article: str | None = None, needed: int | None = None) -> Refusal:
    """The refusal of a value. `called`: what a reader calls the setting; `needed`: the only amount that would do."""
    said = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    said = said.lower() if isinstance(value, bool) else said[:60]
    called = LABELS.get(name, name[:60])
    only: dict[str, Any] = {} if needed is None else {"needed": needed}
    return Refusal("bad_setting", article, setting=name[:60], called=called, value=said, **only)


def _possible(name: str, value: object, chosen: Mapping[str, Any], chip: int) -> bool:
    kinds = tuple if name == "seats_left_out" else int | str
    return isinstance(value, kinds) and CHECKS[name](value, chosen, chip)
