"""How far chance alone carries the house's result from what it expects, by the exact odds of the chances.

Bets on one pass win and lose together, so the spread of a pass follows from all that lies on it: with the stakes S on
its chances the variance is the sum of S·S'·C over each pair of them. Passes are taken as independent: what a shoe's
earlier cards change is far below what is shown.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from tables.rules.chances import Outcome
from tables.rules.odds import Counts, taxed_share
from tables.rules.reglamento import Reglamento

BANK = "bank"
Gain = Callable[[Outcome], Fraction]  # of the house on one unit staked


def gains(rules: Reglamento, found: Counts) -> dict[str, Gain]:
    """Chance, or `bank` for a player's → what the house wins of one unit staked on it, by the outcome of the pass.

    Where a bank covers the bets, the house has only its part of what the banker wins.
    """
    if not rules.bets_against_the_house:
        rate = rules.bank_tax.rate if rules.bank_tax else Fraction(0)
        return {"punto": lambda outcome: rate if outcome.winner == "banca" else Fraction(0)}
    of_chances = {chance.slug: _of_chance(rules, chance.slug) for chance in rules.chances}
    return of_chances | ({BANK: _of_bank(rules, found)} if rules.bank_tax else {})


def covariances(rules: Reglamento, found: Counts) -> Mapping[tuple[str, str], Fraction]:
    """(chance, chance) → the covariance of the house's gains on one unit staked on each; of a chance with itself, its
    variance."""
    by_chance = {
        name: [(gain(outcome), deals) for outcome, deals in found.outcomes.items()]
        for name, gain in gains(rules, found).items()
    }
    means = {
        name: sum((one * deals for one, deals in both), Fraction(0)) / found.total
        for name, both in by_chance.items()
    }
    return {
        (one, other): sum(
            (
                gained * others * deals
                for (gained, deals), (others, _) in zip(by_chance[one], by_chance[other], strict=True)
            ),
            Fraction(0),
        )
        / found.total
        - means[one] * means[other]
        for one in by_chance
        for other in by_chance
    }


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
