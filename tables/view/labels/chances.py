"""What a chance pays, in words: "banca wins with 7 and three cards", "40 to 1"."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise

from casino.common import currency
from casino.common.wording import colon
from casino.common.wording import lazy_text as _
from casino.common.wording import text as gettext
from tables.rules.chances import Chance, Line, Value
from tables.view.labels.game import label_of

FEW = 3  # odds that are shown one by one
SPOKEN_PARTS = (2, 3, 4)  # denominators of odds that are said in whole numbers: 3 to 2
WINNERS: Mapping[Value, Promise] = {
    "punto": _("punto wins"),
    "banca": _("banca wins"),
    "tie": _("a tie"),
}
CARDS: Mapping[Value, Promise] = {2: _("two cards"), 3: _("three cards")}
A_NATURAL = _("a natural")
# Of what both hands, one or none of them may have
OF_HANDS: Mapping[str, Mapping[Value, Promise]] = {
    "natural": {
        "punto": _("punto has a natural"),
        "banca": _("banca has a natural"),
        "either": A_NATURAL,
        "both": _("two naturals"),
        "neither": _("no natural"),
    },
    "pair": {
        "punto": _("a pair of punto"),
        "banca": _("a pair of banca"),
        "either": _("a pair"),
        "both": _("two pairs"),
        "neither": _("no pair"),
    },
    "perfect_pair": {
        "punto": _("a perfect pair of punto"),
        "banca": _("a perfect pair of banca"),
        "either": _("a perfect pair"),
        "both": _("two perfect pairs"),
        "neither": _("no perfect pair"),
    },
}
HANDS: Mapping[str, Promise] = {"punto": _("punto with %(what)s"), "banca": _("banca with %(what)s")}

Asked = Mapping[str, list[Value]]


def line_said(line: Line) -> str:
    """What a line asks: `banca wins with 7 and three cards`."""
    asked = {name: sorted(values, key=str) for name, values in line.conditions}
    won_by = asked.get("winner", [])
    return ", ".join(filter(None, (_winner(won_by, asked), *_of_each_hand(won_by, asked), *_of_both(asked))))


def _winner(won_by: list[Value], asked: Asked) -> str:
    """Who wins, by how much, and with what."""
    said = [_either(WINNERS[winner] for winner in won_by)] if won_by else []
    if margin := asked.get("margin"):
        points = _either(margin)
        by = gettext("by %(points)s") if won_by else gettext("a difference of %(points)s")
        said.append(by % {"points": points})
    if has := [*_has(_told_of(won_by), asked)]:
        said.append(gettext("with %(what)s") % {"what": _both(has)})
    return " ".join(said)


def _told_of(won_by: list[Value]) -> str:
    """The hand that is meant without being named: the winner's, or punto's on a tie, which is as good as banca's."""
    alone = str(won_by[0]) if len(won_by) == 1 else ""
    return "punto" if alone == "tie" else alone


def _has(hand: str, asked: Asked) -> Iterator[str]:
    if totals := asked.get(f"{hand}_total"):
        yield _either(totals)
    if cards := asked.get(f"{hand}_cards"):
        yield _either(CARDS[count] for count in cards)
    if hand and asked.get("natural") == [hand]:
        yield str(A_NATURAL)


def _of_each_hand(won_by: list[Value], asked: Asked) -> Iterator[str]:
    told = _told_of(won_by)
    for hand, says in HANDS.items():
        if hand != told and (has := [*_has_named(hand, asked)]):
            yield str(says) % {"what": _both(has)}
    for name, words in OF_HANDS.items():
        yield from (str(words[value]) for value in asked.get(name, ()) if name != "natural" or value != told)


def _has_named(hand: str, asked: Asked) -> Iterator[str]:
    without = {name: values for name, values in asked.items() if name != "natural"}
    yield from _has(hand, without)


def _of_both(asked: Asked) -> Iterator[str]:
    if cards := asked.get("cards"):
        yield gettext("%(cards)s cards in all") % {"cards": _either(cards)}


def _either(words: Iterable[object]) -> str:
    return gettext(" or ").join(map(str, words))


def _both(words: Iterable[object]) -> str:
    return gettext(" and ").join(map(str, words))


def odds_said(to_one: Fraction | None) -> str:
    """What a line pays: `40 to 1`, `3 to 2`, or that the stake stays."""
    if to_one is None:
        return gettext("stays")
    number, of = to_one, 1
    if to_one.denominator in SPOKEN_PARTS:
        number, of = Fraction(to_one.numerator), to_one.denominator
    return gettext("%(number)s to %(of)s") % {"number": _number(number), "of": of}


def _number(number: Fraction) -> str:
    if number.denominator == 1:
        return str(number.numerator)
    return str(number_format(f"{float(number):.4f}".rstrip("0"), use_l10n=True))


def payment_said(chance: str, line: Line) -> str:
    """Why a bet is paid: `Dragon 7: banca wins with 7 and three cards: 40 to 1`."""
    return f"{colon(label_of(chance))} {colon(line_said(line))} {odds_said(line.to_one)}"


def odds_of(chance: Chance, number: int | None) -> str:
    """What the line with this number pays; empty for a bet that loses."""
    return odds_said(chance.pays[number - 1].to_one) if number else ""


def short_odds(chance: Chance) -> str:
    """What the lines of a chance pay, each once, for a place where nobody reads a sentence: `25 · 200:1`. Of more than
    a few the least and the most: `1–30:1`."""
    paid = sorted({line.to_one for line in chance.pays if line.to_one is not None})
    shown = " · ".join(map(_number, paid))
    return f"{shown if len(paid) <= FEW else f'{_number(paid[0])}–{_number(paid[-1])}'}:1"


# By the code of the warning
WARNINGS: Mapping[str, Promise] = {
    "never_bet": _("Nobody can ever bet on this: at least %(minimum)s, at most %(maximum)s"),
    "rounding_gain": _(
        "With a chip of %(chip)s and stakes of %(minimum)s to %(maximum)s, what is rounded to the chip makes the "
        "player gain in the long run"
    ),
}


def warning_said(warning: Mapping[str, Any], chip: int) -> str:
    """What the jefe is warned of by the limits of a chance."""
    amounts = {"chip": chip, "minimum": warning["minimum"], "maximum": warning["maximum"]}
    said = {name: currency.written(amount) for name, amount in amounts.items()}
    return str(WARNINGS[warning["code"]]) % said
