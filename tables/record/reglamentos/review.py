"""What to know of a house's file before it is kept: what each chance comes to, and what is allowed but perhaps not
meant."""

import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any, Literal, NamedTuple

from tables.record.reglamentos.chances import DECKS
from tables.rules.chances import Chance, Outcome
from tables.rules.odds import Choice, Expectation, advised_plays, counts, expectations
from tables.rules.reglamento import Reglamento

HARSH = Fraction(2, 5)  # of the stake: a house that keeps more loses its players
MOST_SIDE_BETS = 8  # whose keys the console shows at once
TRADE_MARKS = ("Dragon Bonus", "EZ", "Dragon 7", "Panda 8", "Lucky 6")  # of their makers


class Prospect(NamedTuple):
    """What one unit staked on a chance comes to: with so many decks, and by what punto does where it is free."""

    decks: int
    punto: Choice
    line: Expectation


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that is allowed and perhaps not meant.

    `chance`: its slug; empty where it is about the whole file. `fields`: `prospect` of what is gained or kept, `other`
    of the chance that pays on the same passes, `languages` without a name, `count` of side bets, `name` with a
    trade `mark`.
    """

    code: Literal["gains", "harsh", "same_passes", "unnamed", "many", "trade_mark", "named"]
    chance: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)


def prospects(rules: Reglamento) -> list[Prospect]:
    """Of every chance, also of one that a table need not offer, and of a player's bank."""
    found = [
        Prospect(decks, play.punto, line)
        for decks in DECKS
        for play in advised_plays(rules)
        for line in expectations(rules, counts(rules, decks, play), every=True)
    ]
    order = list(dict.fromkeys(one.line.chance for one in found))
    return sorted(found, key=lambda one: order.index(one.line.chance))


def doubts(rules: Reglamento, text: str, languages: Collection[str]) -> Iterator[Doubt]:
    """What to ask the house of the file `text`, which describes these rules. `languages`: those that its readers
    have."""
    if rules.bets_against_the_house:  # otherwise one player gains what another loses
        yield from _of_prospects(prospects(rules))
    yield from _of_same_passes(rules)
    for chance in rules.chances:
        missing = [language for language in languages if language not in chance.names]
        if chance.names and missing:
            yield Doubt("unnamed", chance.slug, {"languages": missing})
    count = sum(not chance.main and not chance.maximum_setting for chance in rules.chances)
    if count > MOST_SIDE_BETS:
        yield Doubt("many", fields={"count": count})
    yield from _of_trade_marks(rules)
    for block in tomllib.loads(text).get("chance", []):
        if "names" in block and not rules.chance(block["slug"]).names:
            yield Doubt("named", block["slug"])


def _of_prospects(found: list[Prospect]) -> Iterator[Doubt]:
    for chance in dict.fromkeys(one.line.chance for one in found):
        own = sorted((one for one in found if one.line.chance == chance), key=lambda one: one.line.expected)
        worst, best = own[0], own[-1]
        if best.line.expected > 0:
            yield Doubt("gains", chance, {"prospect": best})
        if worst.line.expected < -HARSH:
            yield Doubt("harsh", chance, {"prospect": worst})


def _of_same_passes(rules: Reglamento) -> Iterator[Doubt]:
    ends = {
        end for decks in DECKS for play in advised_plays(rules) for end in counts(rules, decks, play).outcomes
    }
    paid = {chance.slug: _paid(chance, ends) for chance in rules.chances}
    for one, other in combinations(paid, 2):
        if paid[one] == paid[other]:
            yield Doubt("same_passes", one, {"other": other})


def _paid(chance: Chance, ends: Collection[Outcome]) -> frozenset[Outcome]:
    winning = {number for number, line in enumerate(chance.pays, 1) if line.to_one is not None}
    return frozenset(end for end in ends if chance.decided_by(end) in winning)


def _of_trade_marks(rules: Reglamento) -> Iterator[Doubt]:
    for slug, names in [("", [rules.title]), *((one.slug, one.names.values()) for one in rules.chances)]:
        found = ((name, mark) for name in names for mark in TRADE_MARKS if _has(name, mark))
        for name, mark in [*found][:1]:
            yield Doubt("trade_mark", slug, {"name": name, "mark": mark})


def _has(name: str, mark: str) -> bool:
    """Whether the mark stands in the name, in whatever letters: `Dragón 7` has it too."""
    letters = unicodedata.normalize("NFKD", name)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.search(rf"\b{mark}\b", plain, re.IGNORECASE) is not None
