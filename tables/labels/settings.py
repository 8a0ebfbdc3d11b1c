"""The labels of a table's settings and of their values."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.rules.reglamento import SettingValue

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


def setting_value(name: str, value: SettingValue) -> str:
    """A value of a setting in words, or as the number that it is."""
    return str(next((label for own, label in CHOICES.get(name, ()) if own == value), value))
