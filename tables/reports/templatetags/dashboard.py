"""Filters of the director's page: `{% load dashboard %}`."""

from django import template
from django.utils.formats import number_format

from casino.common.wording import percent
from casino.common.wording import text as gettext
from tables.reports.dashboard.board import Indicator
from tables.reports.renderers import formatting
from tables.reports.report import MONEY, KeyFigure, Kind

register = template.Library()
ICONS = {"up": "trending-up", "down": "trending-down", "flat": "minus"}


@register.filter
def changed(figure: KeyFigure) -> str:
    """How much more or less it is than before: +11 %, −3 pt; of money that has no percentage, how much it is."""
    said = formatting.change(figure)
    return said or (signed(int(figure.change)) if figure.kind in MONEY and figure.change is not None else "")


@register.filter
def way(figure: KeyFigure) -> str:
    """`up`, `down` or `flat`."""
    return formatting.direction(figure)


@register.filter
def way_icon(figure: KeyFigure) -> str:
    """The icon of the direction."""
    return ICONS[formatting.direction(figure)]


@register.filter
def about(one: Indicator) -> str:
    """What the figure was before; of one that is reckoned by hours, how many there were."""
    if one.about:
        return gettext("%(hours)s table-hours") % {
            "hours": formatting.for_reader(one.about_value, Kind.HOURS)
        }
    before = one.figure.before
    return share(before) if one.figure.kind is Kind.SHARE else formatting.for_reader(before, one.figure.kind)


@register.filter
def share(ratio: float | None) -> str:
    """A share in per cent with one digit after the comma; empty for None."""
    if ratio is None:
        return ""
    tenths = round(100 * ratio, 1)
    written = number_format(abs(tenths), decimal_pos=1, use_l10n=True, force_grouping=True)
    return percent(f"{formatting.MINUS if tenths < 0 else ''}{written}")


@register.filter
def headline(figure: KeyFigure) -> str:
    """The value of a figure, a share with one digit after the comma; empty for None."""
    if figure.kind is Kind.SHARE and isinstance(figure.value, float):
        return share(figure.value)
    return formatting.for_reader(figure.value, figure.kind)


@register.filter
def signed(amount: int | None) -> str:
    """An amount with its sign; empty for None."""
    return formatting.for_reader(amount, Kind.SIGNED)


@register.filter
def whole(number: float | None) -> str:
    """A number without what is behind the comma; empty for None."""
    return "" if number is None else formatting.for_reader(round(number), Kind.COUNT)
