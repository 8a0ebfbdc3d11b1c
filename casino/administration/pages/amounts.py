"""Amounts of money as a form has them: with the decimals of the currency, as whole numbers of its smallest unit."""

from casino.common import currency
from casino.common.currency import LARGEST
from casino.common.errors import Refusal


def units(text: str, decimals: int) -> int | None:
    """What is typed, in the smallest unit; None for what is not clearly one amount above 0."""
    found = currency.typed(text, decimals)
    return found if found and found <= LARGEST else None


def asked(text: str, decimals: int) -> int:
    """`units`. Raises Refusal (`no_amount`, `unclear_amount`, `not_an_amount`)."""
    if not text.strip():
        raise Refusal("no_amount")
    if currency.typed(text, decimals) is None:
        raise Refusal("unclear_amount", **currency.unclear())
    found = units(text, decimals)
    if found is None:
        raise Refusal("not_an_amount", least=1, most=LARGEST)
    return found
