"""The colours of the house's chips, by their values. Each colour is a token in static/css/tokens.css."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.common.house import house

COLOURS: dict[str, Promise] = {
    "white": _("white"),
    "red": _("red"),
    "blue": _("blue"),
    "green": _("green"),
    "black": _("black"),
    "purple": _("purple"),
    "yellow": _("yellow"),
    "orange": _("orange"),
    "pink": _("pink"),
    "brown": _("brown"),
    "grey": _("grey"),
    "sky": _("light blue"),
}
USUAL = tuple(COLOURS)  # from the smallest chip upward, where the house has chosen none


def colours() -> dict[int, str]:
    """The colour of each chip of the house: the one that it has chosen, otherwise the usual one for its place."""
    chosen = dict(_read(one) for one in house().chip_colours)
    values = sorted(house().denominations)
    return {value: chosen.get(value, USUAL[place % len(USUAL)]) for place, value in enumerate(values)}


def written(chosen: Mapping[int, str]) -> tuple[str, ...]:
    """Chosen colours as the setting CHIP_COLOURS keeps them: `500:purple`."""
    return tuple(f"{value}:{colour}" for value, colour in sorted(chosen.items()))


def _read(said: str) -> tuple[int, str]:
    value, _sep, colour = said.partition(":")
    return int(value), colour
