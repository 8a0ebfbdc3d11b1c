"""The casino's single currency: its name, its decimals, its chips. Amounts are integers in its smallest unit.

It is set once for a casino (`CURRENCY`, `DECIMALS`, `DENOMINATIONS`) and never changed while the ledger has entries,
because a stored amount must keep its meaning.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from django.utils.formats import get_format, number_format
from django.utils.translation import gettext

from casino.common.house import house

LARGEST = 10**15  # one amount, in the smallest unit; sums stay far below the limit of BIGINT
GROUP = 3  # digits
SPACES = "\u00a0\u202f"  # that group digits and do not break


class Said(NamedTuple):
    """An amount in a text: the text of it, and what it means in the smallest unit."""

    text: str
    amount: int


def name() -> str:
    """The currency's name beside an amount, such as ARS."""
    return house().currency


def decimals() -> int:
    """The number of decimals of a written amount: 0 for whole pesos, 2 if the smallest unit is a cent."""
    return house().decimals


def denominations() -> tuple[int, ...]:
    """The chips in which a tray is counted, the largest first."""
    return tuple(sorted(house().denominations, reverse=True))


def written(amount: int) -> str:
    """An amount for readers, grouped as in the active language: 12.500, or 125,00 with two decimals."""
    value = Decimal(amount).scaleb(-decimals())
    said = number_format(value, decimal_pos=decimals(), use_l10n=True, force_grouping=True)
    return said.replace("-", "−")


def named(amount: int) -> str:
    """An amount in a sentence, with the currency's name: 12.500 ARS."""
    return gettext("%(amount)s\u00a0%(currency)s") % {"amount": written(amount), "currency": name()}


def plain(amount: int) -> str:
    """An amount for machines, without grouping: 12500, or 125.00 with two decimals."""
    return f"{Decimal(amount).scaleb(-decimals()):f}"


def typeable(amount: int, places: int) -> str:
    """An amount as a field has it, without grouping: 12550, or 125,50 with two decimals."""
    return number_format(Decimal(amount).scaleb(-places), decimal_pos=places, use_l10n=True)


def typed(text: str, places: int) -> int | None:
    """The amount that is typed, in the smallest unit; None where it is not clearly one amount. Whatever the house
    writes is."""
    text = text.strip()
    if not re.fullmatch(form(places), text):
        return None
    signs = re.sub("[^.,]", "", text)
    is_divided = places and signs and signs.count(signs[-1]) == 1
    whole, part = text.rsplit(signs[-1], 1) if is_divided else (text, "")
    return int(re.sub(r"\D", "", whole) + part.ljust(places, "0"))


def form(places: int) -> str:
    """The pattern of what `typed` takes, for browsers too: digits, grouped by one sign or not, then decimals after
    another. With decimals a comma or point before the last three digits, 1.250, could be either, and is refused; with
    three and more of them, the language's own sign is before decimals."""
    grouped = rf"[0-9]{{1,3}}([., {SPACES}])[0-9]{{3}}(?:\1[0-9]{{3}}){{0,4}}"
    if not places:
        return rf"[0-9]{{1,16}}|{grouped}"
    unclear = "[.,]" if places < GROUP else "[.]" if get_format("DECIMAL_SEPARATOR") == "," else "[,]"
    part = rf"[.,][0-9]{{1,{places}}}"
    plain = rf"(?![0-9]{{1,3}}{unclear}[0-9]{{3}}$)[0-9]{{1,16}}(?:{part})?"
    return rf"{plain}|(?![0-9]{{1,3}}[.,][0-9]{{3}}$){grouped}(?:(?!\1){part})?"


def unclear() -> dict[str, str]:
    """How an amount that is not clearly one can be written: `grouped` or `plain`."""
    example = int(Decimal("1250.5").scaleb(decimals()))
    return {"grouped": written(example), "plain": typeable(example, decimals())}


def said_in(text: str) -> Iterator[Said]:
    """The amounts in a text that are written as on the screens, with grouping or decimals: 12.500, 125,00. A number
    without either may be anything, and is none of them. The grouping may be another language's."""
    groups, point = get_format("THOUSAND_SEPARATOR"), get_format("DECIMAL_SEPARATOR")
    for match in _form(groups, point, decimals()).finditer(text):
        whole, fraction = re.sub(r"\D", "", match["whole"]), match["fraction"] or "0" * decimals()
        if (amount := int(whole + fraction)) <= LARGEST:
            yield Said(match[0], amount)


@cache
def _form(groups: str, point: str, places: int) -> re.Pattern[str]:
    """A space groups only where the language writes one: elsewhere it stands between two numbers."""
    own = " " if groups in SPACES else ""
    between = "".join(sorted({*".,", *SPACES, *own} - ({point} if places else set())))
    whole = rf"[0-9]{{1,3}}(?:(?P<by>[{between}])[0-9]{{3}}(?:(?P=by)[0-9]{{3}})*)"
    fraction = "(?P<fraction>)"
    if places:
        digits = rf"{re.escape(point)}(?P<fraction>[0-9]{{{places}}})"
        whole = rf"{whole}|[0-9]+(?={re.escape(point)}[0-9]{{{places}}}(?![0-9]))"
        fraction = rf"(?:{digits})?"
    return re.compile(rf"(?<![\w.,])[−-]?(?P<whole>{whole}){fraction}(?![.,]?\w)")
