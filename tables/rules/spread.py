"""How far chance alone carries the house's result from what it expects, by the exact odds of the chances.

Bets on one pass win and lose together, so the spread of a pass follows from all that lies on it: with the stakes S on
its chances the variance is the sum of S·S'·C over each pair of them. Passes are taken as independent: what a shoe's
earlier cards change is far below what is shown.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from tables.rules.chances import Outcome
from tables.rules.odds import Counts, taxed_share
from tables.rules.reglamento import Reglamento

BANK = "bank"
Gain = Callable[[Outcome], Fraction]  # of the house on one unit staked
Covariances = Mapping[tuple[str, str], Fraction]


def gains(rules: Reglamento, found: Counts) -> dict[str, Gain]:
    """Chance, or `bank` for a player's → what the house wins of one unit staked on it, by the outcome of the pass.

    Where a bank covers the bets, the house has only its part of what the banker wins.
    """
    if not rules.bets_against_the_house:
        rate = rules.bank_tax.rate if rules.bank_tax else Fraction(0)
        return {"punto": lambda outcome: rate if outcome.winner == "banca" else Fraction(0)}
    of_chances = {chance.slug: _of_chance(rules, chance.slug) for chance in rules.chances}
    return of_chances | ({BANK: _of_bank(rules, found)} if rules.bank_tax else {})


def covariances(rules: Reglamento, found: Counts) -> Covariances:
    """(chance, chance) → the covariance of the house's gains on one unit staked on each; of a chance with itself, its
    variance."""
    of_chances = gains(rules, found)
    alike = Counter[tuple[Fraction, ...]]()  # what all chances bring → in how many deals
    for outcome, deals in found.outcomes.items():
        alike[tuple(gain(outcome) for gain in of_chances.values())] += deals

    def mean(*places: int) -> Fraction:
        return (
            sum((_product(brought, places) * deals for brought, deals in alike.items()), Fraction(0))
            / found.total
        )

    means = [mean(place) for place in range(len(of_chances))]
    return {
        (one, other): mean(place, beside) - means[place] * means[beside]
        for (place, one), (beside, other) in product(enumerate(of_chances), repeat=2)
    }


def variance_of(stakes: Mapping[str, int], both: Covariances) -> Fraction:
    """The variance of the house's result on a pass with these stakes on its chances, in squared units."""
    pairs = product(stakes.items(), repeat=2)
    return sum(
        (staked * beside * both.get((one, other), Fraction(0)) for (one, staked), (other, beside) in pairs),
        Fraction(0),
    )


def _product(brought: tuple[Fraction, ...], places: tuple[int, ...]) -> Fraction:
    return Fraction(prod(brought[place] for place in places))


def _of_chance(rules: Reglamento, slug: str) -> Gain:
    chance = rules.chance(slug)

    @cache
    def by_line(number: int | None) -> Fraction:
        if number is None:
            return Fraction(1)
        line = chance.pays[number - 1]
        if line.to_one is None:
            return Fraction(0)
        return -line.to_one * (1 - chance.commission_of(line))

    return lambda outcome: by_line(chance.decided_by(outcome))


def _of_bank(rules: Reglamento, found: Counts) -> Gain:
    tax = rules.bank_tax
    kept = tax.rate * taxed_share(tax, found) if tax else Fraction(0)
    by_winner = {"punto": Fraction(1), "banca": kept - 1, "tie": Fraction(0)}
    return lambda outcome: by_winner[outcome.winner]
