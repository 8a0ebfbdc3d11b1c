"""How values are written: for readers in the active language, for machines always alike."""

from collections.abc import Callable
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise

from casino.common import clock, currency, wording
from casino.common.clock import moments
from casino.common.wording import text as gettext
from casino.common.wording import titled
from tables.reports.report import MONEY, KeyFigure, Kind, Plot, Report, Section, Value

MINUS = "−"
_TENTH, _HUNDREDTH = Decimal("0.1"), Decimal("0.01")


def for_reader(value: Value, kind: Kind) -> str:
    """12.500, +12.500, 12,34 %, 21/11/2026 23:05. None is empty; a text is left as it is, whatever its kind."""
    return _written(value, kind, _FOR_READER)


def for_machine(value: Value, kind: Kind) -> str:
    """12500, 0.123400, 2026-11-21T23:05:00-03:00: the same in every language."""
    return _written(value, kind, _FOR_MACHINE)


def amounts_in(report: Report) -> str:
    """The sentence that names the currency, for a report that contains money; otherwise empty."""
    if not (report.plots or MONEY & _kinds(report)):
        return ""
    return gettext("Amounts in %(currency)s") % {"currency": currency.name()}


def printed(moment: datetime, by: str = "") -> str:
    """The sentence that says when a report was printed, and by whom."""
    time = for_reader(moment, Kind.TIME)
    if by:
        return gettext("Printed %(time)s by %(person)s") % {"time": time, "person": by}
    return gettext("Printed %(time)s") % {"time": time}


def change(figure: KeyFigure) -> str:
    """How much more or less a figure is than before: +31,5 % or, of a share, +1,3 pt. Empty where nothing is compared,
    where there was nothing before, and for a result, of which a percentage says nothing."""
    if figure.change is None:
        return ""
    if figure.kind is Kind.SHARE:
        return gettext("%(number)s pt") % {"number": _tenth(figure.change * 100)}
    return wording.percent(_tenth(figure.growth * 100)) if figure.growth is not None else ""


def before(figure: KeyFigure) -> str:
    """What a figure was before, with the difference; empty where nothing is compared."""
    if figure.before is None:
        return ""
    said = was(figure.before, figure.kind)
    if figure.kind in MONEY and figure.change:
        return f"{_signed(int(figure.change))} · {said}"
    return said


def was(value: Value, kind: Kind) -> str:
    """The sentence that says what a value was before."""
    return gettext("before %(value)s") % {"value": for_reader(value, kind)}


def direction(figure: KeyFigure) -> str:
    """`up`, `down` or `flat`."""
    return "up" if (figure.change or 0) > 0 else "down" if (figure.change or 0) < 0 else "flat"


def compact(amount: int | None, largest: int) -> str:
    """An amount on an axis that goes to `largest`, in thousands or millions where that is shorter: 30 k, 1,5 M."""
    if amount is None:
        return ""
    unit = 10 ** currency.decimals()
    scale, sign = next(
        (one for one in ((10**6, "M"), (10**3, "k")) if abs(largest) >= 10 * one[0] * unit), (1, "")
    )
    said = Decimal(amount) / (unit * scale)
    whole = number_format(abs(said).normalize(), use_l10n=True, force_grouping=True)
    return f"{_minus(amount)}{whole}{chr(0xA0) + sign if sign else ''}"


def description(plot: Plot) -> str:
    """The plot for those who cannot see it: its lowest and its highest value."""
    return titled(plot.title, _span(plot.values)) if plot.values else ""


def _written(value: Value, kind: Kind, formats: dict[Kind, Callable[[Any], str]]) -> str:
    if value is None:
        return ""
    return str(value) if isinstance(value, str | Promise) else formats[kind](value)


def _kinds(report: Report) -> set[Kind]:
    figures = {figure.kind for figure in report.key_figures}
    return figures.union(*(_kinds_in(section) for section in report.sections))


def _kinds_in(section: Section[Any]) -> set[Kind]:
    rows = section.rows if section.total is None else (*section.rows, section.total)
    own = {column.kind_of(row) for column in section.columns if column.kind_of for row in rows}
    return own | {column.kind for column in section.columns if rows}


def _span(values: tuple[int, ...]) -> str:
    lowest, highest = _money(min(values)), _money(max(values))
    return lowest if lowest == highest else f"{lowest} … {highest}"


def _money(amount: int) -> str:
    return _minus(amount) + currency.written(abs(amount))


def _signed(amount: int) -> str:
    return ("+" if amount > 0 else "") + _money(amount)


def _tenth(number: float) -> str:
    """With its sign and one digit after the comma."""
    rounded = Decimal(str(number)).quantize(_TENTH, ROUND_HALF_UP)
    sign = "+" if rounded > 0 else _minus(rounded)
    return sign + number_format(abs(rounded), decimal_pos=1, use_l10n=True, force_grouping=True)


def _count(number: int) -> str:
    return _minus(number) + number_format(abs(number), use_l10n=True, force_grouping=True)


def _hours(number: float) -> str:
    return _tenth(number).removeprefix("+")


def _share(ratio: float) -> str:
    # number_format truncates and does not round.
    percent = (Decimal(str(ratio)) * 100).quantize(_HUNDREDTH, ROUND_HALF_UP)
    written = number_format(abs(percent), decimal_pos=2, use_l10n=True, force_grouping=True)
    return wording.percent(_minus(percent) + written)


def _minus(number: Decimal | float) -> str:
    return MINUS if number < 0 else ""


_FOR_READER: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: str,
    Kind.MONEY: _money,
    Kind.SIGNED: _signed,
    Kind.BOUND: _signed,
    Kind.CHANGE: _signed,
    Kind.SCORE: _tenth,
    Kind.COUNT: _count,
    Kind.HOURS: _hours,
    Kind.SHARE: _share,
    Kind.TIME: moments.minute,
    Kind.INSTANT: moments.second,
    Kind.DAY: moments.day,
    Kind.MONTH: moments.month,
}
_FOR_MACHINE: dict[Kind, Callable[[Any], str]] = {
    Kind.TEXT: str,
    Kind.MONEY: currency.plain,
    Kind.SIGNED: currency.plain,
    Kind.BOUND: currency.plain,
    Kind.CHANGE: currency.plain,
    Kind.SCORE: lambda number: f"{number:.2f}",
    Kind.COUNT: str,
    Kind.HOURS: lambda number: f"{number:.2f}",
    Kind.SHARE: lambda ratio: f"{round(ratio, 6) + 0:.6f}",
    Kind.TIME: lambda moment: clock.local(moment).isoformat(timespec="seconds"),
    Kind.INSTANT: lambda moment: clock.local(moment).isoformat(timespec="seconds"),
    Kind.DAY: lambda moment: clock.local(moment).date().isoformat(),
    Kind.MONTH: lambda moment: f"{clock.local(moment):%Y-%m}",
}
