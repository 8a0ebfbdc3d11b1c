"""The labels of a table's settings and of their values."""

from django.utils.functional import Promise

from casino.common.wording import lazy_text as _
from tables.engine.table.settings import CHECKS, LABELS
from tables.rules.reglamento import SettingValue

Choice = tuple[str, Promise | str]

SETTING_LABELS: dict[str, Promise] = {name: _(label) for name, label in LABELS.items() if name in CHECKS}
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


def setting_value(name: str, value: SettingValue) -> str:
    """A value of a setting in words, or as the number that it is."""
    return str(next((label for own, label in CHOICES.get(name, ()) if own == value), value))
