"""The odds under which a table was played: of a version of a reglamento, with so many decks."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tables.record.reglamentos.catalogue import resolve
from tables.rules.odds import commission_of, counts, house_edges
from tables.rules.spread import covariances


class Odds(NamedTuple):
    """Per unit staked, by chance or pair of chances."""

    edges: Mapping[str, Fraction]
    covariances: Mapping[tuple[str, str], float]


@lru_cache(maxsize=64)
def odds_of(reglamento: str, decks: int, *, later: bool) -> Odds:
    """The odds under that version of a reglamento, with so many decks. `later`: commission on the two sides is
    collected at the end of the shoe, and so is in no payment."""
    rules = resolve(reglamento)
    found = counts(rules, decks)
    edges = house_edges(rules, found)
    for chance in rules.chances if later else ():
        if chance.main:
            edges[chance.slug] -= commission_of(chance, found)
    spread = {pair: float(one) for pair, one in covariances(rules, found).items()}
    return Odds(edges, spread)
