"""The words of a reglamento: what is shown for a table is in them."""

from contextlib import AbstractContextManager

from casino.common import wording
from casino.common.wording import Wording
from tables.house_reglamentos.shelf import resolve


def speaking(reglamento: str | None) -> AbstractContextManager[None]:
    """Within this block texts are in the words of the reglamento of that name; None for the product's own."""
    if reglamento is None:
        return wording.speaking(None)
    rules = resolve(reglamento)
    return wording.speaking(Wording(rules.base or rules.slug, rules.words))
