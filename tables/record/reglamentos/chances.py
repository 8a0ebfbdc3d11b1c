"""The `[[chance]]` blocks of a house's file: what its tables offer to bet on, beyond the base or instead of it."""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format

from casino.common.wording import percent
from casino.common.wording import text as _
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
        raise Fault(
            line_of(text, ("chance", 0)),
            _("%(base)s: the bank covers bets on punto alone") % {"base": rules.base},
        )
    if len(blocks) > MOST_BLOCKS:
        raise Fault(
            line_of(text, ("chance", MOST_BLOCKS)), _("more than %(most)s chances") % {"most": MOST_BLOCKS}
        )
    chances = {chance.slug: chance for chance in rules.chances}
    read: dict[str, int] = {}
    for number, block in enumerate(blocks):
        try:
            chance = _chance(block, chances)
            if chance.slug in read:
                raise _Wrong(_("the slug stands in the file twice"), "slug")
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
    return Fault(line_of(text, ("chance", number, *wrong.where)), f"{about}: {wrong}")


def _chance(block: Any, chances: Mapping[str, Chance]) -> Chance:
    if not isinstance(block, dict):
        raise _Wrong(_("a chance is a block [[chance]]"))
    slug = block.get("slug")
    if not isinstance(slug, str) or not SLUG.fullmatch(slug):
        raise _Wrong(_("a slug has 2 to 30 small letters, digits and hyphens, a letter first"), "slug")
    if slug in RESERVED:
        raise _Wrong(_("%(slug)s is a word of the product's own") % {"slug": slug}, "slug")
    for key in block:
        if key not in BLOCK:
            raise _Wrong(
                _("there is no %(key)s; a chance has %(keys)s") % {"key": key, "keys": ", ".join(BLOCK)}, key
            )
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
        raise _Wrong(
            _("maximum: say it in settings.%(setting)s") % {"setting": base.maximum_setting}, "maximum"
        )
    if base.main:
        raise _Wrong(_("maximum: punto and banca share the person's one maximum"), "maximum")


def _names(block: Mapping[str, Any], base: Chance) -> dict[str, str]:
    """The names by language; none for a chance of the base, which keeps its own (`[words]`)."""
    names = block.get("names", {})
    if not isinstance(names, dict) or not (names or base.pays):
        raise _Wrong(_('names: a name by language, such as { es = "Pareja" }'), "names")
    for language, name in names.items():
        if not LANGUAGE.fullmatch(language):
            raise _Wrong(_("names: %(language)s is no language") % {"language": language}, "names", language)
        if not _is_word(name, LONGEST_NAME):
            raise _Wrong(
                _("names: a name has 1 to %(most)s characters") % {"most": LONGEST_NAME}, "names", language
            )
    return {} if base.pays else {language: name.strip() for language, name in names.items()}


def _is_word(said: Any, longest: int) -> bool:
    """Whether it is a text of which a screen shows each character."""
    return isinstance(said, str) and 1 <= len(said.strip()) <= longest and is_seen(said)


def _sign(block: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """What it says, or the first letters of the words of its first name."""
    initials = "".join(word[0] for name in [*names.values()][:1] for word in name.split())
    sign = block.get("sign", initials[:LONGEST_SIGN].upper())
    if "sign" in block and not _is_word(sign, LONGEST_SIGN):
        raise _Wrong(_("sign: a sign has 1 to %(most)s characters") % {"most": LONGEST_SIGN}, "sign")
    return str(sign).strip()


def _lines(block: Mapping[str, Any], base: Chance) -> tuple[Line, ...]:
    lines = block.get("pays")
    if lines is None and base.pays:
        return base.pays
    if not isinstance(lines, list) or not 1 <= len(lines) <= MOST_LINES:
        raise _Wrong(_("pays: 1 to %(most)s lines") % {"most": MOST_LINES}, "pays")
    return tuple(_numbered(line, number) for number, line in enumerate(lines))


def _numbered(said: Any, number: int) -> Line:
    try:
        return _line(said)
    except _Wrong as wrong:
        raise _Wrong(str(wrong), "pays", number, *wrong.where) from wrong


def _line(said: Any) -> Line:
    if not isinstance(said, dict):
        raise _Wrong(_("a line is written { condition = value, to_one = 1 }"))
    asked = tuple((name, _values(name, value)) for name, value in said.items() if name not in PAID)
    if not asked:
        raise _Wrong(_("a line asks at least one condition"))
    if ("to_one" in said) == ("push" in said):
        raise _Wrong(_("a line says either to_one or push = true"))
    if "to_one" in said:
        return Line(asked, _to_one(said["to_one"]), _commission(said, None))
    if said["push"] is not True:
        raise _Wrong(_("push: a line that loses is not written; push is true"), "push")
    if "commission" in said:
        raise _Wrong(_("commission: a stake that stays pays none"), "commission")
    return Line(asked, None)


def _values(name: str, said: Any) -> frozenset[Value]:
    condition = CONDITIONS.get(name)
    if condition is None:
        raise _Wrong(
            _("there is no condition %(name)s; there are %(names)s")
            % {"name": name, "names": ", ".join(CONDITIONS)},
            name,
        )
    listed = said if isinstance(said, list) else [said]
    if isinstance(said, list) and not condition.several:
        raise _Wrong(_("%(name)s: one value, no list") % {"name": name}, name)
    for value in listed:
        if isinstance(value, bool | float) or value not in condition.values:
            raise _Wrong(
                _("%(name)s: one of %(values)s")
                % {"name": name, "values": ", ".join(map(str, condition.values))},
                name,
            )
    if not listed:
        raise _Wrong(_("%(name)s: an empty list") % {"name": name}, name)
    return frozenset(listed)


def _to_one(said: Any) -> Fraction:
    if isinstance(said, float):
        raise _Wrong(_('to_one: money is exact: write "%(said)s" in quotes') % {"said": said}, "to_one")
    written = isinstance(said, str) and ODDS.fullmatch(said)
    if not written and (isinstance(said, bool) or not isinstance(said, int)):
        raise _Wrong(_('to_one: a whole number, "3/2" or "0.54"'), "to_one")
    if not 0 < Fraction(said) <= MOST_TO_ONE:
        raise _Wrong(_("to_one: more than 0 and at most %(most)s") % {"most": MOST_TO_ONE}, "to_one")
    return Fraction(said)


def _commission(said: Mapping[str, Any], otherwise: Any) -> Any:
    if "commission" not in said:
        return otherwise
    rate = said["commission"]
    if not isinstance(rate, str) or not SHARE.fullmatch(rate) or Fraction(rate) >= 1:
        raise _Wrong(_('commission: a share is written "1/20" and is less than the whole'), "commission")
    return Fraction(rate)


def _limit(block: Mapping[str, Any], which: str) -> Fraction:
    said = block.get(which, "1")
    if not isinstance(said, str) or not SHARE.fullmatch(said) or not 0 < Fraction(said) <= 1:
        raise _Wrong(
            _('%(which)s: a share of that of the table, such as "1/10", at most "1"') % {"which": which},
            which,
        )
    return Fraction(said)


def _until_pass(block: Mapping[str, Any]) -> int | None:
    said = block.get("until_pass")
    if said is not None and (isinstance(said, bool) or not isinstance(said, int) or said < 1):
        raise _Wrong(_("until_pass: the number of a pass of the shoe, from 1"), "until_pass")
    return said


def _check_counted(rules: Reglamento, chance: Chance) -> None:
    """Refuse what can be told only by counting every deal: a line that never decides, a chance that never wins, one
    that is too good for the player."""
    found = [(decks, counts(rules, decks, play)) for decks in DECKS for play in plays(rules, decks)]
    ends = {outcome for _, each in found for outcome in each.outcomes}
    deciding = {chance.decided_by(outcome) for outcome in ends}
    for number, line in enumerate(chance.pays):
        if number + 1 not in deciding:
            raise _Wrong(_why_never(chance, line, ends), "pays", number)
    if not any(chance.pays[number - 1].to_one is not None for number in deciding if number):
        raise _Wrong(_("it never wins"), "pays")
    decks, best = max(
        ((decks, chance_expectation(chance, each).expected) for decks, each in found), key=lambda one: one[1]
    )
    if best > TOO_GOOD:
        share = percent(number_format(round(100 * float(best), 1), 1))
        gains = _("the player gains %(share)s (%(decks)s decks): a figure must be wrong")
        raise _Wrong(gains % {"share": share, "decks": decks}, "pays")


def _why_never(chance: Chance, line: Line, ends: set[Outcome]) -> str:
    earlier = {chance.decided_by(outcome) or 0 for outcome in ends if line.holds(outcome)}
    if not earlier:
        return _("it can never be paid: no pass is like that")
    return _("it can never be paid: pays %(line)s comes first") % {"line": min(earlier)}
