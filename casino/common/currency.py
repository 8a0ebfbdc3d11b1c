"""The casino's one currency: its name, its decimals, its chips. Amounts are integers in its smallest unit.

Set once for a house (`CURRENCY`, `DECIMALS`, `DENOMINATIONS`) and never changed while the ledger has entries: an amount
that is stored means what it meant when it was posted.
"""

from decimal import Decimal

from django.conf import settings
from django.utils.formats import number_format

LARGEST = 10**15  # of one amount, in the smallest unit: sums stay far below a BIGINT's end


def name() -> str:
    """How the currency is written beside a figure, such as ARS."""
    return str(settings.CURRENCY)


def decimals() -> int:
    """How many decimals a written amount has: 0 for whole pesos, 2 where the smallest unit is a cent."""
    return int(settings.DECIMALS)


def denominations() -> tuple[int, ...]:
    """The chips that a tray is counted in, the largest first."""
    return tuple(sorted(settings.DENOMINATIONS, reverse=True))


def written(amount: int) -> str:
    """For a reader, in the grouping of the active language: 12.500, or 125,00 with two decimals."""
    value = Decimal(amount).scaleb(-decimals())
    said = number_format(value, decimal_pos=decimals(), use_l10n=True, force_grouping=True)
    return said.replace("-", "−")


def plain(amount: int) -> str:
    """For a machine: 12500, or 125.00 with two decimals; no grouping."""
    return f"{Decimal(amount).scaleb(-decimals()):f}"
