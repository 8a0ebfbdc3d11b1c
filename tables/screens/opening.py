"""The form with which a jefe opens a table: every reglamento on offer with the settings that the house may choose."""

import json
from dataclasses import dataclass

from django.utils.functional import Promise

from tables.house_reglamentos.shelf import on_offer
from tables.labels.settings import CHOICES, SETTING_LABELS, Choice
from tables.rules.reglamento import Reglamento, SettingValue

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
