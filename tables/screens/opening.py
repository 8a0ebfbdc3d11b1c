"""The form with which a jefe opens a table: every reglamento on offer with the settings that the house may choose."""

import json
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.house_reglamentos.shelf import on_offer
from tables.rules.reglamento import Reglamento, SettingValue

Choice = tuple[str, Promise | str]

SETTING_LABELS: dict[str, Promise] = {
    "decks": _("Decks"),
    "min_seated": _("Seated players needed to begin"),
    "riffles_minimum": _("Fewest riffles of a shuffle"),
    "cut_minimum": _("Fewest cards above and below the cut"),
    "stop_card": _("Cards behind the stop card"),
    "tie_bet": _("Largest tie bet, as a share of the maximum"),
    "rounding": _("Deductions are rounded"),
    "pico": _("Pico"),
    "suite_order": _("Order in which a suite is offered"),
    "garaje_from": _("Garaje from (× minimum)"),
    "unlimited_bank": _("Unlimited bank"),
}
CHOICES: dict[str, tuple[tuple[SettingValue, Promise | str], ...]] = {
    "decks": ((6, "6"), (8, "8")),
    "tie_bet": (
        *((0, _("not offered")), ("1/8", "1/8"), ("1/4", "1/4"), ("1/2", "1/2")),
        (1, _("the whole maximum")),
    ),
    "rounding": (
        ("player", _("in the player's favour")),
        ("house", _("in the house's favour")),
        ("nearest", _("to the nearest")),
    ),
    "suite_order": (
        ("43", _("Art. 43: the giver before the standing")),
        ("37", _("Art. 37: the standing before the giver")),
    ),
    "unlimited_bank": ((False, _("no")), (True, _("yes"))),
}
DEFAULT_IS_THE_CHIP = ("pico",)


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of the form: a whole number, or one of `choices`. `value` and the values of the choices are JSON."""

    name: str
    label: Promise
    value: str
    choices: tuple[Choice, ...]


def forms() -> list[tuple[Reglamento, list[Setting]]]:
    """Each reglamento on offer with its settings and their defaults."""
    return [
        (rules, [_setting(name, value) for name, value in rules.choosable_settings.items()])
        for rules in on_offer()
    ]


def _setting(name: str, value: SettingValue) -> Setting:
    choices = [(json.dumps(choice), label) for choice, label in CHOICES.get(name, ())]
    own = "" if name in DEFAULT_IS_THE_CHIP else json.dumps(value)
    if choices and own not in dict(choices):
        choices.append((own, str(value)))
    return Setting(name, SETTING_LABELS[name], own, tuple(choices))
