"""An amount in words, as it stands on a paper beside its figures: `sesenta mil pesos`, `one peso`, `trije evri`.

Written for amounts of money alone: the number stands before its currency, whose form it decides. `num2words` has these
four languages too, and wrong forms in two of them (`veintiuno mil`, `pet milijon`).
"""

from collections.abc import Callable, Sequence
from decimal import Decimal

from django.utils.translation import get_language

from casino.common.house import house

_list = str.split
MILLION, BILLION, TRILLION, QUADRILLION = 10**6, 10**9, 10**12, 10**15

_PESO = {
    "es": ("peso", "pesos"),
    "en": ("peso", "pesos"),
    "fr": ("peso", "pesos"),
    "sl": ("peso", "pesa", "pesi", "pesov"),
}
# Currency → language → its forms: after one and after more; in Slovenian after one, two, three or four, and more.
CURRENCIES: dict[str, dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("ARS", "CLP", "COP", "DOP", "MXN", "UYU"), _PESO),
    "EUR": {
        "es": ("euro", "euros"),
        "en": ("euro", "euros"),
        "fr": ("euro", "euros"),
        "sl": ("evro", "evra", "evri", "evrov"),
    },
    "USD": {
        "es": ("dólar", "dólares"),
        "en": ("dollar", "dollars"),
        "fr": ("dollar", "dollars"),
        "sl": ("dolar", "dolarja", "dolarji", "dolarjev"),
    },
    "CHF": {
        "es": ("franco", "francos"),
        "en": ("franc", "francs"),
        "fr": ("franc", "francs"),
        "sl": ("frank", "franka", "franki", "frankov"),
    },
}


def in_words(amount: int, language: str | None = None) -> str:
    """An amount of the smallest unit in words of that language, by default the active one. A currency that has no words
    here keeps its code; of decimals the digits are said: `con 50/100`. No amount is negative."""
    house_has, spoken = house(), (language or get_language() or "en").split("-")[0]
    say, before_noun, and_part = LANGUAGES[spoken if spoken in LANGUAGES else "en"]
    whole, part = divmod(amount, 10**house_has.decimals)
    forms = CURRENCIES.get(house_has.currency, {}).get(spoken, (house_has.currency,))
    said = f"{say(whole)} {before_noun(whole, forms)}"
    return f"{said} {and_part} {_digits(part, house_has.decimals)}" if part else said


def _digits(part: int, places: int) -> str:
    return f"{part:0{places}}/{Decimal(1).scaleb(places):f}"


def _joined(parts: Sequence[str]) -> str:
    return " ".join(part for part in parts if part)


# Spanish, before a masculine noun

_ES = _list(
    "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve"
)
_ES_TENS = _list("treinta cuarenta cincuenta sesenta setenta ochenta noventa")
_ES_HUNDREDS = _list(
    "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
)


def _spanish(number: int) -> str:
    if number < len(_ES):
        return _ES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _ES_TENS[tens - 3] + (f" y {_ES[ones]}" if ones else "")
    if number == 100:
        return "cien"
    if number < 1000:
        return _joined((_ES_HUNDREDS[number // 100 - 1], _rest(_spanish, number % 100)))
    if number < MILLION:
        thousands = number // 1000
        before = "" if thousands == 1 else _spanish(thousands)
        return _joined((before, "mil", _rest(_spanish, number % 1000)))
    size, one, more = (
        (TRILLION, "billón", "billones") if number >= TRILLION else (MILLION, "millón", "millones")
    )
    count = number // size
    return _joined((_spanish(count), one if count == 1 else more, _rest(_spanish, number % size)))


def _rest(say: Callable[[int], str], number: int) -> str:
    return say(number) if number else ""


def _spanish_noun(number: int, forms: Sequence[str]) -> str:
    noun = forms[0] if number == 1 else forms[-1]
    return f"de {noun}" if number and number % MILLION == 0 else noun


# English

_EN = _list(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_EN_TENS = _list("twenty thirty forty fifty sixty seventy eighty ninety")
_EN_SIZES = (
    (QUADRILLION, "quadrillion"),
    (TRILLION, "trillion"),
    (BILLION, "billion"),
    (MILLION, "million"),
    (1000, "thousand"),
)


def _english(number: int) -> str:
    if number < len(_EN):
        return _EN[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _EN_TENS[tens - 2] + (f"-{_EN[ones]}" if ones else "")
    if number < 1000:
        rest = number % 100
        return f"{_EN[number // 100]} hundred" + (f" and {_english(rest)}" if rest else "")
    size, name = next(pair for pair in _EN_SIZES if number >= pair[0])
    rest = number % size
    between = "and" if 0 < rest < 100 else ""
    return _joined((_english(number // size), name, between, _rest(_english, rest)))


def _plain_noun(number: int, forms: Sequence[str]) -> str:
    return forms[0] if number == 1 else forms[-1]


# French

_FR = _list(
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit "
    "dix-neuf"
)
_FR_TENS = _list("vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt")
_FR_SIZES = ((QUADRILLION, "billiard"), (TRILLION, "billion"), (BILLION, "milliard"), (MILLION, "million"))


def _french(number: int, *, before_mille: bool = False) -> str:
    """`before_mille`: *vingt* and *cent* take no s there."""
    if number < len(_FR):
        return _FR[number]
    if number < 100:
        return _french_tens(number, before_mille=before_mille)
    if number < 1000:
        count, rest = divmod(number, 100)
        hundred = "cent" if rest or count == 1 or before_mille else "cents"
        said = _french(rest, before_mille=before_mille) if rest else ""
        return _joined((_FR[count] if count > 1 else "", hundred, said))
    if number < MILLION:
        thousands = number // 1000
        before = "" if thousands == 1 else _french(thousands, before_mille=True)
        return _joined((before, "mille", _rest(_french, number % 1000)))
    size, name = next(pair for pair in _FR_SIZES if number >= pair[0])
    count = number // size
    return _joined((_french(count), name if count == 1 else f"{name}s", _rest(_french, number % size)))


def _french_tens(number: int, *, before_mille: bool) -> str:
    tens, ones = divmod(number, 10)
    name = _FR_TENS[tens - 2]
    if tens in (7, 9):
        ones += 10
    if not ones:
        return name if before_mille or tens != 8 else f"{name}s"
    joint = " et " if ones in (1, 11) and tens < 8 else "-"
    return f"{name}{joint}{_FR[ones]}"


def _french_noun(number: int, forms: Sequence[str]) -> str:
    noun = forms[0] if number < 2 else forms[-1]
    if not number or number % MILLION:
        return noun
    return f"d’{noun}" if noun[0] in "aeiou" else f"de {noun}"


# Slovenian, before a masculine noun

_SL = _list(
    "nič en dva tri štiri pet šest sedem osem devet deset enajst dvanajst trinajst štirinajst petnajst šestnajst "
    "sedemnajst osemnajst devetnajst"
)
_SL_ONES = _list("enain dvain triin štiriin petin šestin sedemin osemin devetin")
_SL_TENS = _list("dvajset trideset štirideset petdeset šestdeset sedemdeset osemdeset devetdeset")
_SL_PEOPLE = {3: "trije", 4: "štirje"}  # the last word before a masculine noun that is counted
_SL_FEMININE = {1: "ena", 2: "dve"}
_SL_SIZES = (
    (QUADRILLION, ("bilijarda", "bilijardi", "bilijarde", "bilijard"), _SL_FEMININE),
    (TRILLION, ("bilijon", "bilijona", "bilijoni", "bilijonov"), _SL_PEOPLE),
    (BILLION, ("milijarda", "milijardi", "milijarde", "milijard"), _SL_FEMININE),
    (MILLION, ("milijon", "milijona", "milijoni", "milijonov"), _SL_PEOPLE),
)


def _slovenian(number: int) -> str:
    return _slovenian_before(number, _SL_PEOPLE)


def _slovenian_before(number: int, last: dict[int, str]) -> str:
    """`last`: the forms of one to four before the noun."""
    if number < len(_SL):
        return last.get(number, _SL[number])
    if number < 100:
        tens, ones = divmod(number, 10)
        return (_SL_ONES[ones - 1] if ones else "") + _SL_TENS[tens - 2]
    if number < 1000:
        count, rest = divmod(number, 100)
        hundred = {1: "sto", 2: "dvesto"}.get(count, f"{_SL[count]}sto")
        return _joined((hundred, _slovenian_before(rest, last) if rest else ""))
    if number < MILLION:
        thousands, rest = divmod(number, 1000)
        before = "" if thousands == 1 else _slovenian_before(thousands, {})
        return _joined((before, "tisoč", _slovenian_before(rest, last) if rest else ""))
    size, forms, own = next(one for one in _SL_SIZES if number >= one[0])
    count, rest = divmod(number, size)
    before = "" if count == 1 else _slovenian_before(count, own)
    return _joined((before, _slovenian_noun(count, forms), _slovenian_before(rest, last) if rest else ""))


def _slovenian_noun(number: int, forms: Sequence[str]) -> str:
    place = {1: 0, 2: 1, 3: 2, 4: 2}.get(number % 100, 3)
    return forms[min(place, len(forms) - 1)]


# Language → the number, the noun in its form, and the word before the decimals
LANGUAGES: dict[str, tuple[Callable[[int], str], Callable[[int, Sequence[str]], str], str]] = {
    "es": (_spanish, _spanish_noun, "con"),
    "en": (_english, _plain_noun, "and"),
    "fr": (_french, _french_noun, "et"),
    "sl": (_slovenian, _slovenian_noun, "in"),
}
