"""The `[[chance]]` blocks of a house's file: what its tables offer to bet on, beyond the base or instead of it."""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tables.record.reglamentos.fault import Fault
from tables.record.reglamentos.places import line_of
from tables.rules.chances import CONDITIONS, Chance, Line, Outcome, Value
from tables.rules.odds import chance_expectation, counts, plays
from tables.rules.reglamento import Reglamento
from tables.rules.visible import is_seen

MOST_BLOCKS, MOST_LINES, MOST_TO_ONE = 24, 20, 1000
LONGEST_NAME, LONGEST_SIGN = 24, 3
RESERVED = ("bank", "large-bank")
DECKS = (6, 8)  # for which a file is counted
TOO_GOOD = Fraction(1, 20)  # of the stake: a player who gains more shows a wrong figure
SLUG = re.compile(r"[a-z][a-z0-9-]{1,29}")
LANGUAGE = re.compile(r"[a-z]{2,3}")
SHARE = re.compile(r"\d{1,4}(/[1-9]\d{0,3})?")
ODDS = re.compile(r"\d{1,4}(/[1-9]\d{0,3}|\.\d{1,4})?")
BLOCK = ("slug", "names", "sign", "pays", "commission", "minimum", "maximum", "until_pass")
PAID = ("to_one", "push", "commission")  # of a line; every other key is a condition


class _Wrong(Exception):
    """What is wrong with a block: the sentence, and where in the block it stands, as `line_of` takes it."""

    def __init__(self, sentence: str, *where: str | int) -> None:
        super().__init__(sentence)
        self.where = where


def with_chances(rules: Reglamento, blocks: list[Any], text: str) -> Reglamento:
    """The reglamento with the chances of these blocks. Raises Fault for what no table could play."""
    if blocks and not rules.bets_against_the_house:
        raise Fault(line_of(text, ("chance", 0)), f"{rules.base}: the bank covers bets on punto alone")
    if len(blocks) > MOST_BLOCKS:
        raise Fault(line_of(text, ("chance", MOST_BLOCKS)), f"more than {MOST_BLOCKS} chances")
    chances = {chance.slug: chance for chance in rules.chances}
    read: dict[str, int] = {}
    for number, block in enumerate(blocks):
        try:
            chance = _chance(block, chances)
            if chance.slug in read:
                raise _Wrong("the slug stands in the file twice", "slug")
        except _Wrong as wrong:
            raise _fault(text, number, _called(block, number), wrong) from wrong
        chances[chance.slug] = chance
        read[chance.slug] = number
    rules = replace(rules, chances=tuple(chances.values()))
    for slug, number in read.items():
        try:
            _check_counted(rules, rules.chance(slug))
        except _Wrong as wrong:
            raise _fault(text, number, slug, wrong) from wrong
    return rules


def _called(block: Any, number: int) -> str:
    slug = block.get("slug") if isinstance(block, dict) else None
    return slug if isinstance(slug, str) and SLUG.fullmatch(slug) else str(number + 1)


def _fault(text: str, number: int, called: str, wrong: _Wrong) -> Fault:
    _, line, *_ = (*wrong.where, None, None)
    about = f"chance {called}" + (f", pays {line + 1}" if isinstance(line, int) else "")
    sentence = str(wrong)
    joined = f"{about} {sentence}" if sentence.startswith(("can never", "never")) else f"{about}: {sentence}"
    return Fault(line_of(text, ("chance", number, *wrong.where)), joined)


def _chance(block: Any, chances: Mapping[str, Chance]) -> Chance:
    if not isinstance(block, dict):
        raise _Wrong("a chance is a block [[chance]]")
    slug = block.get("slug")
    if not isinstance(slug, str) or not SLUG.fullmatch(slug):
        raise _Wrong("a slug has 2 to 30 small letters, digits and hyphens, a letter first", "slug")
    if slug in RESERVED:
        raise _Wrong(f"{slug} is a word of the product's own", "slug")
    for key in block:
        if key not in BLOCK:
            raise _Wrong(f"there is no {key}; a chance has {', '.join(BLOCK)}", key)
    base = chances.get(slug, Chance(slug, ()))
    _check_maximum(base, block)
    names = _names(block, base)
    return replace(
        base,
        names=names,
        sign=_sign(block, names),
        pays=_lines(block, base),
        commission=_commission(block, base.commission),
        minimum=_limit(block, "minimum"),
        maximum=_limit(block, "maximum"),
        until_pass=_until_pass(block),
        own_lines=True,
    )


def _check_maximum(base: Chance, block: Mapping[str, Any]) -> None:
    if "maximum" not in block:
        return
    if base.maximum_setting:
        raise _Wrong(f"maximum: say it in settings.{base.maximum_setting}", "maximum")
    if base.main:
        raise _Wrong("maximum: punto and banca share the person's one maximum", "maximum")


def _names(block: Mapping[str, Any], base: Chance) -> dict[str, str]:
    """The names by language; none for a chance of the base, which keeps its own (`[words]`)."""
    names = block.get("names", {})
    if not isinstance(names, dict) or not (names or base.pays):
        raise _Wrong('names: a name by language, such as { es = "Pareja" }', "names")
    for language, name in names.items():
        if not LANGUAGE.fullmatch(language):
            raise _Wrong(f"names: {language} is no language", "names", language)
        if not _is_word(name, LONGEST_NAME):
            raise _Wrong(f"names: a name has 1 to {LONGEST_NAME} characters", "names", language)
    return {} if base.pays else {language: name.strip() for language, name in names.items()}


def _is_word(said: Any, longest: int) -> bool:
    """Whether it is a text of which a screen shows each character."""
    return isinstance(said, str) and 1 <= len(said.strip()) <= longest and is_seen(said)


def _sign(block: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """What it says, or the first letters of the words of its first name."""
    initials = "".join(word[0] for name in [*names.values()][:1] for word in name.split())
    sign = block.get("sign", initials[:LONGEST_SIGN].upper())
    if "sign" in block and not _is_word(sign, LONGEST_SIGN):
        raise _Wrong(f"sign: a sign has 1 to {LONGEST_SIGN} characters", "sign")
    return str(sign).strip()


def _lines(block: Mapping[str, Any], base: Chance) -> tuple[Line, ...]:
    lines = block.get("pays")
    if lines is None and base.pays:
        return base.pays
    if not isinstance(lines, list) or not 1 <= len(lines) <= MOST_LINES:
        raise _Wrong(f"pays: 1 to {MOST_LINES} lines", "pays")
    return tuple(_numbered(line, number) for number, line in enumerate(lines))


def _numbered(said: Any, number: int) -> Line:
    try:
        return _line(said)
    except _Wrong as wrong:
        raise _Wrong(str(wrong), "pays", number, *wrong.where) from wrong


def _line(said: Any) -> Line:
    if not isinstance(said, dict):
        raise _Wrong("a line is written { condition = value, to_one = 1 }")
    asked = tuple((name, _values(name, value)) for name, value in said.items() if name not in PAID)
    if not asked:
        raise _Wrong("a line asks at least one condition")
    if ("to_one" in said) == ("push" in said):
        raise _Wrong("a line says either to_one or push = true")
    if "to_one" in said:
        return Line(asked, _to_one(said["to_one"]), _commission(said, None))
    if said["push"] is not True:
        raise _Wrong("push: a line that loses is not written; push is true", "push")
    if "commission" in said:
        raise _Wrong("commission: a stake that stays pays none", "commission")
    return Line(asked, None)


def _values(name: str, said: Any) -> frozenset[Value]:
    condition = CONDITIONS.get(name)
    if condition is None:
        raise _Wrong(f"there is no condition {name}; there are {', '.join(CONDITIONS)}", name)
    listed = said if isinstance(said, list) else [said]
    if isinstance(said, list) and not condition.several:
        raise _Wrong(f"{name}: one value, no list", name)
    for value in listed:
        if isinstance(value, bool | float) or value not in condition.values:
            raise _Wrong(f"{name}: {condition.says}", name)
    if not listed:
        raise _Wrong(f"{name}: an empty list", name)
    return frozenset(listed)


def _to_one(said: Any) -> Fraction:
    if isinstance(said, float):
        raise _Wrong(f'to_one: money is exact: write "{said}" in quotes', "to_one")
    written = isinstance(said, str) and ODDS.fullmatch(said)
    if not written and (isinstance(said, bool) or not isinstance(said, int)):
        raise _Wrong('to_one: a whole number, "3/2" or "0.54"', "to_one")
    if not 0 < Fraction(said) <= MOST_TO_ONE:
        raise _Wrong(f"to_one: more than 0 and at most {MOST_TO_ONE}", "to_one")
    return Fraction(said)


def _commission(said: Mapping[str, Any], otherwise: Any) -> Any:
    if "commission" not in said:
        return otherwise
    rate = said["commission"]
    if not isinstance(rate, str) or not SHARE.fullmatch(rate) or Fraction(rate) >= 1:
        raise _Wrong('commission: a share is written "1/20" and is less than the whole', "commission")
    return Fraction(rate)


def _limit(block: Mapping[str, Any], which: str) -> Fraction:
    said = block.get(which, "1")
    if not isinstance(said, str) or not SHARE.fullmatch(said) or not 0 < Fraction(said) <= 1:
        raise _Wrong(f'{which}: a share of the table\'s {which}, such as "1/10", at most "1"', which)
    return Fraction(said)


def _until_pass(block: Mapping[str, Any]) -> int | None:
    said = block.get("until_pass")
    if said is not None and (isinstance(said, bool) or not isinstance(said, int) or said < 1):
        raise _Wrong("until_pass: the number of a pass of the shoe, from 1", "until_pass")
    return said


def _check_counted(rules: Reglamento, chance: Chance) -> None:
    """Refuse what can be told only by counting every deal: a line that never decides, a chance that never wins, one
    that is too good for the player."""
    found = [(decks, counts(rules, decks, play)) for decks in DECKS for play in plays(rules, decks)]
    ends = {outcome for _, each in found for outcome in each.outcomes}
    deciding = {chance.decided_by(outcome) for outcome in ends}
    for number, line in enumerate(chance.pays):
        if number + 1 not in deciding:
            raise _Wrong(f"can never be paid: {_why_never(chance, line, ends)}", "pays", number)
    if not any(chance.pays[number - 1].to_one is not None for number in deciding if number):
        raise _Wrong("never wins", "pays")
    decks, best = max(
        ((decks, chance_expectation(chance, each).expected) for decks, each in found), key=lambda one: one[1]
    )
    if best > TOO_GOOD:
        gain = f"the player gains {100 * float(best):.1f} % ({decks} decks)"
        raise _Wrong(f"{gain}: a figure must be wrong", "pays")


def _why_never(chance: Chance, line: Line, ends: set[Outcome]) -> str:
    earlier = {chance.decided_by(outcome) or 0 for outcome in ends if line.holds(outcome)}
    return f"pays {min(earlier)} comes first" if earlier else "no pass is like that"
