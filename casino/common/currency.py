"""The casino's single currency: its name, its decimals, its chips. Amounts are integers in its smallest unit.

It is set once for a casino (`CURRENCY`, `DECIMALS`, `DENOMINATIONS`) and never changed while the ledger has entries,
because a stored amount must keep its meaning.
"""

from decimal import Decimal

from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext

LARGEST = 10**15  # one amount, in the smallest unit; sums stay far below the limit of BIGINT


def name() -> str:
    """The currency's name beside an amount, such as ARS."""
    return str(settings.CURRENCY)


def decimals() -> int:
    """The number of decimals of a written amount: 0 for whole pesos, 2 if the smallest unit is a cent."""
    return int(settings.DECIMALS)


def denominations() -> tuple[int, ...]:
    """The chips in which a tray is counted, the largest first."""
    return tuple(sorted(settings.DENOMINATIONS, reverse=True))


def written(amount: int) -> str:
    """An amount for readers, grouped as in the active language: 12.500, or 125,00 with two decimals."""
    value = Decimal(amount).scaleb(-decimals())
    said = number_format(value, decimal_pos=decimals(), use_l10n=True, force_grouping=True)
    return said.replace("-", "−")


def named(amount: int) -> str:
    """An amount in a sentence, with the currency's name: 12.500 ARS."""
    return gettext("%(amount)s\u00a0%(currency)s") % {"amount": written(amount), "currency": name()}


def plain(amount: int) -> str:
    """An amount for machines, without grouping: 12500, or 125.00 with two decimals."""
    return f"{Decimal(amount).scaleb(-decimals()):f}"
