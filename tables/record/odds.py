"""The odds under which a table was played: of a version of a reglamento, with so many decks."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tables.record.reglamentos.catalogue import resolve
from tables.rules.odds import commission_of, counts, house_edges
from tables.rules.spread import Covariances, covariances, variance_of


class Odds(NamedTuple):
    """Per unit staked, by chance or pair of chances: what the house expects, and the covariances of it."""

    edges: Mapping[str, Fraction]
    covariances: Covariances

    def expected(self, stakes: Mapping[str, int]) -> Fraction:
        """What the house expects of a pass with these stakes on its chances, in units."""
        return sum(
            (staked * self.edges.get(chance, Fraction(0)) for chance, staked in stakes.items()), Fraction(0)
        )

    def variance(self, stakes: Mapping[str, int]) -> Fraction:
        """The variance of the house's result on such a pass, in squared units."""
        return variance_of(stakes, self.covariances)


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
    return Odds(edges, covariances(rules, found))
