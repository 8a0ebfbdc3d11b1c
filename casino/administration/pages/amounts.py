"""Amounts of money as a form has them: with the decimals of the currency, as whole numbers of its smallest unit."""

import re
from decimal import Decimal

from casino.common.currency import LARGEST
from casino.common.errors import Refusal

GROUPED = re.compile(r"\d{1,3}([., ]\d{3})+")
PLAIN = re.compile(r"\d{1,15}([.,]\d+)?")


def units(text: str, decimals: int) -> int | None:
    """What is typed, in the smallest unit; None for what is no amount above 0. Without decimals 5.000 is five thousand;
    with them 125,50 and 125.5 are the same, and nothing is grouped."""
    text = text.strip()
    if not decimals and GROUPED.fullmatch(text):
        text = re.sub(r"\D", "", text)
    if not text.isascii() or not PLAIN.fullmatch(text):
        return None
    amount = Decimal(text.replace(",", ".")).scaleb(decimals)
    return int(amount) if amount == int(amount) and amount > 0 else None


def typed(amount: int, decimals: int) -> str:
    """An amount as it is typed: 12550, or 125.50 with two decimals."""
    return f"{Decimal(amount).scaleb(-decimals):f}"


def asked(text: str, decimals: int) -> int:
    """`units`. Raises Refusal (`not_an_amount`)."""
    found = units(text, decimals)
    if found is None:
        raise Refusal("not_an_amount", least=1, most=LARGEST)
    return found
